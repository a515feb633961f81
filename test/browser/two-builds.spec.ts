import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { findFreePort } from '../../apps/local/src/ports.js';
import { RoundRobin } from '../../apps/local/src/round-robin.js';
import { OwnProcess } from '../support/process.js';
import { testRun, testState } from '../support/state.js';
import { aContest, expect } from './page.js';

test.use({ serviceWorkers: 'allow' });

/**
 * A rollout: the API of the shared platform and one with another build of the web client behind a proxy that sends every request to the
 * next process. A page of one build then asks the other process for half of its files.
 */

/** The web client as another build of it would be: the same code under other names. */
function anotherBuild(folder: string): string {
  const root = join(folder, 'web');
  cpSync(join(testRun().buildDir, 'apps', 'web'), root, {
    recursive: true,
    filter: (source) => !/\.(br|gz)$/.test(source),
  });
  const assets = readdirSync(join(root, 'assets'));
  // With a number each, because several files have the same name before their hash.
  const other = new Map(
    assets.map((name, nr) => [
      name,
      name.replace(/-[\w-]{8}(?=\.\w+$)/, `-other${String(nr).padStart(3, '0')}`),
    ]),
  );
  const texts = [...assets.map((name) => join('assets', name)), 'index.html', 'files.json', 'sw.js'];
  for (const file of texts.filter((name) => /\.(js|css|html|json)$/.test(name))) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(/[\w-]+-[\w-]{8}\.\w+/g, (name) => other.get(name) ?? name),
    );
  }
  for (const [name, renamed] of other) renameSync(join(root, 'assets', name), join(root, 'assets', renamed));
  return root;
}

let folder: string;
let proxy: RoundRobin;
let second: OwnProcess;
let address: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(join(testRun().scratchDir, 'two-builds-'));
  const port = await findFreePort(2);
  second = OwnProcess.start(
    testRun().buildDir,
    'api',
    { port, metricsPort: port + 1 },
    { WEB_ROOT: anotherBuild(folder) },
  );
  await second.ready();
  proxy = new RoundRobin();
  for (const target of [Number(new URL(testState().baseUrl).port), port]) proxy.add(target);
  address = `http://127.0.0.1:${await proxy.listen()}`;
});

test.afterAll(async () => {
  proxy?.close();
  await second?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('pages of two builds behind one proxy get all of their files', async ({ browser }) => {
  const contest = await aContest().active().withContestants(2).save();
  const refused: string[] = [];
  const seen = new Set<boolean>();
  for (let visitor = 0; visitor < 8; visitor++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(`${address}/contests/${contest.id}`);
    seen.add(/-other\d{3}\./.test(await page.content()));
    // Code that is loaded late, too.
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    await expect(page.getByTestId('vote-modal')).toBeVisible();
    await context.close();
  }
  expect(refused).toEqual([]);
  expect([...seen].sort()).toEqual([false, true]);
});

test('a page whose code is gone for good is loaded again once, and then works', async ({ page }) => {
  const contest = await aContest().active().save();
  let loads = 0;
  page.on('framenavigated', () => loads++);
  let gone = true;
  await page.route('**/assets/vote-dialog-*.js', (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(`${testState().baseUrl}/contests/${contest.id}`);
  // The code is fetched when nothing else is to do: the page finds out by itself.
  await expect.poll(() => loads).toBe(2);
  gone = false;
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await expect(page.getByTestId('vote-modal')).toBeVisible();
  expect(loads).toBe(2);
});
