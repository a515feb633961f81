import { CODE_BUDGET, codeSent, FIRST_LOAD, KILOBYTE, type NetworkEvent } from '../bench/web/code-sent.mjs';
import { aContest, expect, test } from './page.js';

// The service worker fetches for later visits, and what it has fetched the page need not: here only the page counts.
test.use({ serviceWorkers: 'block' });

test('a contest page costs at most 120 KB of code and style before the first tap', async ({ page }, {
  annotations,
}) => {
  const contest = await aContest().active().withContestants(4).save();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const events: NetworkEvent[] = [];
  network.on('Network.dataReceived', (params) => events.push({ method: 'Network.dataReceived', params }));
  network.on('Network.responseReceived', (params) => {
    events.push({ method: 'Network.responseReceived', params });
    const { type, response } = params;
    if (type !== 'Script' && type !== 'Stylesheet') return;
    // Small files are sent as they are.
    if (Number(response.headers['content-length'] ?? KILOBYTE) >= KILOBYTE)
      expect(response.headers['content-encoding'], response.url).toBe('br');
  });
  // Nothing is idle before the test says so: what is fetched then is for the first tap, not of the first load.
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    window.requestIdleCallback = (callback) => waiting.push(callback);
    Object.assign(window, {
      becomeIdle: () =>
        waiting.splice(0).forEach((run) => run({ didTimeout: true, timeRemaining: () => 50 })),
    });
    const drawn = new MutationObserver((_, observer) => {
      const root = document.getElementById('root');
      // What the server drew is not the client's first drawing.
      if (!root?.firstChild || root.querySelector('[data-testid=first-paint]')) return;
      observer.disconnect();
      document.documentElement.dataset['firstDrawing'] = root.querySelector('main h1')?.textContent ?? '';
    });
    drawn.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/contests/${contest.id}`);
  // Complete on first paint: React would show a spinner for at least 300 ms.
  await expect(page.locator('html')).toHaveAttribute('data-first-drawing', contest.title);
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  await page.waitForLoadState('networkidle');

  const cost = (which: (url: string) => boolean) =>
    codeSent(events).reduce((sum, { url, bytes }) => sum + (which(url) ? bytes : 0), 0);
  const isConnection = (url: string) => url.includes('/live-connection-');
  const all = cost(() => true);
  const figures = `${(all / KILOBYTE).toFixed(1)} KB, of which live connection ${(cost(isConnection) / KILOBYTE).toFixed(1)} KB`;
  annotations.push({ type: 'first load', description: figures });
  expect(cost(isConnection), figures).toBeGreaterThan(0);
  expect(all, figures).toBeGreaterThan(50 * KILOBYTE);
  expect(all, figures).toBeLessThanOrEqual(CODE_BUDGET);

  // The form comes when nothing else is to do, without a touch: the network may have gone by the time of the tap.
  const later = () => codeSent(events).filter(({ url }) => !FIRST_LOAD.test(url));
  // The benchmark tells the two apart by these names.
  expect(later()).toEqual([]);
  await expect
    .poll(async () => {
      await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle());
      return later().filter(({ url }) => url.includes('/vote-dialog-')).length;
    })
    .toBe(1);
  // The form's code asks for the one of toasts when it runs: from then on it is there.
  await expect.poll(() => later().some(({ url }) => url.includes('/toaster-'))).toBe(true);
  // With the code there, the tap itself opens the form: nothing stands in for it, which would stay for 300 ms.
  const afterTap = await page.getByTestId(`vote-now-${contest.contestant.id}`).evaluate(async (button) => {
    (button as HTMLElement).click();
    await new Promise((resolve) => setTimeout(resolve));
    return [...document.querySelectorAll('[data-testid=vote-loading], [data-testid=vote-modal]')].map(
      (shown) => shown.getAttribute('data-testid'),
    );
  });
  expect(afterTap).toEqual(['vote-modal']);
});

test('a contest is on the screen before any script or style sheet has come, and the app takes over without a jump', async ({
  page,
}) => {
  const contest = await aContest().active().withContestants(4).save();
  await page.setViewportSize({ width: 360, height: 740 });
  // Scripts and style sheets are on their way for as long as the test wants.
  const held: (() => Promise<void>)[] = [];
  let holding = true;
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    if (holding) held.push(() => route.continue());
    else await route.continue();
  });
  await page.goto(`/contests/${contest.id}`, { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1, name: contest.title });
  const firstPaint = page.getByTestId('first-paint');
  await expect(firstPaint.getByRole('heading', { level: 3 })).toHaveCount(4);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  const look = () =>
    title.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      const { fontSize, color } = getComputedStyle(element);
      const bar = getComputedStyle(document.querySelector('header') as Element).backgroundColor;
      return { x, y: Math.round(y), fontSize, color, bar };
    });
  const before = await look();
  expect(before.bar).not.toBe('rgba(0, 0, 0, 0)');
  holding = false;
  await Promise.all(held.map((release) => release()));
  await expect(page.getByTestId(`vote-now-${contest.contestant.id}`)).toBeVisible();
  await expect(firstPaint).toHaveCount(0);
  expect(await look()).toEqual(before);
});

for (const path of ['/contests/:id', '/embed/contests/:id']) {
  test(`${path} animates nothing while it waits for votes`, async ({ page }) => {
    const contest = await aContest().active().withContestants(2).save();
    await page.goto(path.replace(':id', contest.id));
    await expect(page.getByTestId('live-indicator')).toContainText('Live');
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
}
