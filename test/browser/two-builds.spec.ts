import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { findFreePort } from '../../apps/local/src/ports.js';
import { RoundRobin } from '../support/round-robin.mjs';
import { publicTotal } from '../support/payments.js';
import { OwnProcess } from '../support/process.js';
import { testRun, testState } from '../support/state.js';
import { voters } from '../support/voters.js';
import { aContest, ApiClient, countOf, expect } from './page.js';

test.use({ serviceWorkers: 'allow' });

/**
 * A rollout: an API with an earlier build of the web client and that of the shared platform behind a proxy that sends every request to the
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
let earlier: OwnProcess;
let [earlierPort, platformPort] = [0, 0];
let address: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(testRun().scratchDir, 'two-builds-'));
  platformPort = Number(new URL(testState().baseUrl).port);
  earlierPort = await findFreePort(2);
  earlier = OwnProcess.start(
    testRun().buildDir,
    'api',
    { port: earlierPort, metricsPort: earlierPort + 1 },
    { WEB_ROOT: anotherBuild(folder) },
  );
  await earlier.ready();
  proxy = new RoundRobin();
  address = `http://127.0.0.1:${await proxy.listen()}`;
});

test.afterAll(() => {
  proxy?.close();
  earlier?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('pages and votes of two builds behind one proxy work until the earlier one has been replaced, and after', async ({
  browser,
}) => {
  const contest = await aContest().active().withContestants(2).save();
  const { id, contestant } = contest;
  const refused: string[] = [];
  /** @returns a page, and whether it is of the earlier build */
  const visit = async () => {
    const page = await (await browser.newContext()).newPage();
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(`${address}/contests/${id}`);
    return { page, isEarlier: /-other\d{3}\./.test(await page.content()) };
  };
  const useAndClose = async (page: Page) => {
    // Code that is loaded late, too.
    await page.getByTestId(`vote-now-${contestant.id}`).click();
    await expect(page.getByTestId('vote-modal')).toBeVisible();
    await page.context().close();
  };

  proxy.add(earlierPort);
  const open = await visit();
  expect(open.isEarlier).toBe(true);
  const crowd = voters(new ApiClient(address), contest, 1, { pauseMs: 100 });
  proxy.add(platformPort);
  const builds = new Set<boolean>();
  for (let visitor = 0; visitor < 5 || builds.size < 2; visitor++) {
    const { page, isEarlier } = await visit();
    builds.add(isEarlier);
    await useAndClose(page);
  }

  // Out of rotation first, then told to stop, while pages are open and votes are on their way.
  proxy.remove(earlierPort);
  expect(await earlier.stop()).toBe(0);
  const after = await visit();
  expect(after.isEarlier).toBe(false);
  await crowd.more(5, 'votes in the new build');
  await crowd.stop();
  expect(crowd.failures).toEqual([]);
  const votes = crowd.acknowledged.size;
  await expect.poll(() => publicTotal(id)).toBe(votes);
  for (const { page } of [open, after]) {
    await expect.poll(() => countOf(page, contestant.id)).toBe(votes);
    await useAndClose(page);
  }
  expect(refused).toEqual([]);
});

test('a page whose code is gone for good is loaded again once, and then works', async ({ browser }) => {
  // A service worker would have the code.
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const contest = await aContest().active().save();
  let [loads, questions, failures] = [0, 0, 0];
  // `framenavigated` tells of changes within the page, too.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
    // Asked before it loads again.
    if (request.url().endsWith('/health/live')) questions++;
  });
  await page.exposeFunction('codeIsGone', () => failures++);
  await page.addInitScript('addEventListener("vite:preloadError", () => codeIsGone())');
  let gone = true;
  await page.route('**/assets/vote-dialog-*.js', (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(`${testState().baseUrl}/contests/${contest.id}`);
  // The code is fetched when nothing else is to do: the page finds out by itself.
  await expect.poll(() => [loads, failures]).toEqual([2, 2]);
  gone = false;
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await expect(page.getByTestId('vote-modal')).toBeVisible();
  expect([loads, questions]).toEqual([2, 1]);
  await page.context().close();
});
