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
    if (Number(response.headers['content-length'] ?? KILOBYTE) >= KILOBYTE) {
      expect(response.headers['content-encoding'], response.url).toBe('br');
    }
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
      if (!root?.firstChild) return;
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
  await page.waitForLoadState('networkidle');
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await expect(page.getByTestId('vote-modal')).toBeVisible();
});
