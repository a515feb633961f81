import { type Page, test as plain } from '@playwright/test';
import { aContest, expect, test } from './page.js';

test.use({ serviceWorkers: 'allow' });
plain.use({ serviceWorkers: 'allow' });

test('the app can be installed: manifest and icons are served', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(href as string);
  expect(answer.headers()['content-type']).toContain('manifest+json');
  const manifest = (await answer.json()) as { display: string; icons: { src: string; sizes: string }[] };
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});

// Without the check for complaints: a browser without a connection logs every request that fails.
plain('without a connection the app opens, says so, and shows no old count', async ({ page, context }) => {
  const contest = await aContest().active().withContestants(2).save();
  await page.goto(`/contests/${contest.id}`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (!active) throw new Error('no worker');
  });
  const kept = () =>
    page.evaluate(async () => {
      const files = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(files)).flat().map(({ url }) => url);
    });
  // The page's own files are kept once the worker has taken the list of them.
  await expect.poll(async () => (await kept()).join()).toContain('/assets/contest-page-');
  expect((await kept()).filter((url) => url.includes('/api/'))).toEqual([]);
  await context.setOffline(true);
  await expect(page.getByTestId('offline-notice')).toBeVisible();
  await page.reload();
  // Chromium's emulation leaves `navigator.onLine` true in a document loaded offline: the failed requests speak.
  await expect(page.getByText('Network error. Please check your connection.').first()).toBeVisible();
  await expect(page.getByTestId('offline-notice')).toBeVisible();
  expect(await page.locator('main').innerText()).not.toMatch(/\d+ votes|%/);
  await context.setOffline(false);
  await expect(page.getByTestId('offline-notice')).toBeHidden();
  // What could not be read is read again without being asked.
  await expect(page.getByTestId(`vote-now-${contest.contestant.id}`)).toBeVisible();
});

/** Names of all caches, in the order in which they were made. */
const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

test('files of older builds are kept while a page is open, of two builds at most, and removed when none is', async ({
  page,
  context,
}) => {
  await page.goto('/terms');
  const isServed = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isServed).toBe(true);
  // Earlier builds of the client leave such caches; the present one has made its own.
  const [own] = await cacheNames(page);
  await page.evaluate(async () => {
    for (const build of ['first', 'second', 'third'])
      await (await caches.open(`shell ${build}`)).put('/assets/late.js', new Response(build));
  });
  const second = await context.newPage();
  await second.goto('/privacy');
  // The first page may still need the files of its build.
  await expect.poll(() => cacheNames(second)).toEqual([own, 'shell second', 'shell third']);
  expect(await page.evaluate(async () => (await fetch('/assets/late.js')).text())).toBe('second');

  await page.close();
  await second.close();
  const later = await context.newPage();
  await later.goto('/terms');
  await expect.poll(() => cacheNames(later)).toEqual([own]);
});
