import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { testRun, testState } from '../support/state.js';
import { freeContest, verifyWithTotals } from '../support/transparency.js';
import { ApiClient, aVote, checkLooks, expect, test } from './page.js';

const { buildDir } = testRun();
const { baseUrl } = testState();
const FILE = pathToFileURL(join(buildDir, 'apps', 'web', 'verifier.html')).href;
const check = (page: Page) => page.getByRole('button', { name: 'Check' }).click();
const verdict = (page: Page) => page.locator('#verdict');

test('the verifier, opened from disk, checks a saved log, and fails where one entry was changed', async ({
  page,
}) => {
  const contest = await freeContest(3);
  const folder = mkdtempSync(join(tmpdir(), 'abato-saved-'));
  try {
    expect((await verifyWithTotals(contest, '--save', folder)).code).toBe(0);
    await page.context().setOffline(true);
    await page.goto(FILE);
    await check(page);
    await expect(verdict(page)).toContainText('FAILED choose the folder of a log', { useInnerText: true });
    const choose = () => page.getByLabel('A folder with the log’s files').setInputFiles(folder);
    await choose();
    await check(page);
    await expect(verdict(page)).toContainText('Everything holds');
    await expect(verdict(page)).toContainText('4 entries are under the signed root; they add up to 3 votes.');
    await expect(page.getByText('The public page shows the same totals.')).toBeVisible();
    await expect(page.getByRole('row', { name: contest.contestant.name })).toContainText('3');

    const bundles = join(folder, 'tile', 'entries', '000.p');
    const bundle = join(bundles, readdirSync(bundles)[0] ?? '');
    writeFileSync(bundle, readFileSync(bundle, 'latin1').replace('"votes":1', '"votes":9'), 'latin1');
    await choose();
    await check(page);
    await expect(verdict(page)).toContainText('FAILED');
    await expect(verdict(page)).toContainText('the entries do not lead to the signed root');
    expect(await page.locator('#details').innerText()).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the verifier, opened from disk, checks what the audit page offers for download, and calls entries alone unproven', async ({
  page,
}) => {
  const contest = await freeContest(2);
  const folder = mkdtempSync(join(tmpdir(), 'abato-download-'));
  try {
    await page.goto(`/contests/${contest.id}/audit`);
    const paths = [];
    for (const name of ['Checkpoint', 'Key', 'All entries']) {
      const began = page.waitForEvent('download');
      await page.getByRole('link', { name, exact: true }).click();
      const download = await began;
      paths.push(join(folder, download.suggestedFilename()));
      await download.saveAs(paths.at(-1) ?? '');
    }
    const kept = await page.getByTestId('checkpoint').locator('pre').innerText();
    await page.context().setOffline(true);
    await page.goto(FILE);
    const checkFiles = async (files: string[]) => {
      await page.getByLabel('or what the audit page offers for download').setInputFiles(files);
      await check(page);
    };
    await checkFiles(paths);
    await expect(verdict(page)).toContainText('Everything holds');
    await expect(verdict(page)).toContainText('3 entries are under the signed root; they add up to 2 votes.');
    await expect(page.getByText('Whether the site serves this log at its address was not')).toBeVisible();
    const [entries, beside] = [paths.slice(-1), paths.slice(0, -1)];
    await checkFiles(beside);
    await expect(verdict(page)).toContainText('there are no entries among the files');
    await checkFiles(entries);
    await expect(verdict(page)).toContainText('Added up, not proven');
    await expect(verdict(page)).toContainText('its checkpoint is missing');
    await page.getByText('More to compare with').click();
    await page.getByLabel('Checkpoint of the entries').fill(kept);
    await checkFiles(beside);
    await expect(verdict(page)).toContainText('is for a file with an entry a line');
    await checkFiles(entries);
    await expect(verdict(page)).toContainText('its key is missing');
    await page.getByLabel('Key of the log').fill(readFileSync(paths[1] ?? '', 'utf8').trim());
    await checkFiles(entries);
    await expect(verdict(page)).toContainText('Everything holds');
    const changed = join(folder, 'changed.jsonl');
    writeFileSync(changed, readFileSync(paths[2] ?? '', 'utf8').replace('"votes":1', '"votes":9'));
    await checkFiles([changed]);
    await expect(verdict(page)).toContainText('the entries do not lead to the signed root');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the verifier, opened from disk, reads a log at its address, and compares a receipt with it', async ({
  page,
}) => {
  const contest = await freeContest(1);
  const { data } = await new ApiClient().post<{ receiptCode: string; receipt: string }>(
    '/votes/cast',
    aVote(contest),
  );
  const receipt = page.getByLabel('Receipt');
  const address = `${baseUrl}/contests/${contest.id}/audit`;
  await page.goto(`${FILE}#${address}`);
  await expect(page.getByLabel('or the address of the contest’s audit page')).toHaveValue(address);
  await page.getByText('More to compare with').click();
  let answer = '';
  await expect(async () => {
    answer = await (await fetch(`${baseUrl}/api/receipts/${data.receiptCode}`)).text();
    expect(answer).toContain('"state":"LOGGED"');
  }).toPass();
  const typed = page.getByLabel('Checkpoint of the entries');
  await typed.fill('a checkpoint');
  await check(page);
  await expect(verdict(page)).toContainText('is for a file with an entry a line');
  await typed.fill('');
  await receipt.fill(answer);
  // The page may be ahead of the log for a moment.
  await expect(async () => {
    await check(page);
    await expect(verdict(page)).toContainText('3 entries are under the signed root', { timeout: 5_000 });
  }).toPass();
  await expect(page.getByText('Entry 2 is in the log as the receipt says.')).toBeVisible();
  // The signed statement that a browser keeps: pasting may lose its last line end.
  await receipt.fill(data.receipt);
  await check(page);
  await expect(
    page.getByText(`The site has signed that the log has the vote of receipt ${data.receiptCode}`),
  ).toBeVisible();
  await expect(page.getByText('Entry 2 is in the log as the receipt says.')).toBeVisible();
  await receipt.fill(data.receipt.replace(data.receiptCode, '0000-0000-0000'));
  await check(page);
  await expect(verdict(page)).toContainText('the signature is wrong');
  await receipt.fill(`0 ${JSON.stringify((JSON.parse(answer) as { data: { entry: object } }).data.entry)}`);
  await check(page);
  await expect(verdict(page)).toContainText('entry 0 is another one than the receipt says');
});

test('the verifier is served under a policy of its own, and its result is accessible and fits a phone', async ({
  page,
}) => {
  const contest = await freeContest(2);
  await page.goto(`/contests/${contest.id}/audit`);
  await page.getByRole('link', { name: 'Open the verifier' }).click();
  await check(page);
  await expect(verdict(page)).toContainText('Everything holds');
  const answer = await page.request.get('/verifier.html');
  const policy = answer.headers()['content-security-policy'];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-.*; frame-ancestors 'none'$/,
  );
  expect(await answer.text()).toBe(readFileSync(join(buildDir, 'apps', 'web', 'verifier.html'), 'utf8'));
  await checkLooks(page, 'verifier');
});

test('the verifier takes no click on "Check" before its program listens', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(FILE);
  await expect(page.getByRole('button', { name: 'Check' })).toBeDisabled();
  await page.close();
});
