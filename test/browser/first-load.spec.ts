import { aContest, expect, test } from './page.js';

const KILOBYTE = 1000;
const BUDGET = 120 * KILOBYTE;

// The service worker fetches for later visits, and what it has fetched the page need not: here only the page counts.
test.use({ serviceWorkers: 'block' });

test('a contest page costs at most 120 KB of code and style before the first tap', async ({ page }, {
  annotations,
}) => {
  const contest = await aContest().active().withContestants(4).save();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const files = new Map<string, string>();
  const sent = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return;
    files.set(requestId, response.url);
    // Small files are sent as they are.
    if (Number(response.headers['content-length'] ?? KILOBYTE) >= KILOBYTE) {
      expect(response.headers['content-encoding'], response.url).toBe('br');
    }
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    sent.set(requestId, (sent.get(requestId) ?? 0) + encodedDataLength);
  });
  await page.addInitScript(() => {
    const drawn = new MutationObserver((_, observer) => {
      const root = document.getElementById('root');
      if (!root?.firstChild) return;
      observer.disconnect();
      document.documentElement.dataset['firstDrawing'] = root.querySelector('main h1')?.textContent ?? '';
    });
    drawn.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/contests/${contest.id}`);
  // Whole at once: a spinner before it would stand for at least 300 ms, however soon the page could follow.
  await expect(page.locator('html')).toHaveAttribute('data-first-drawing', contest.title);
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  await page.waitForLoadState('networkidle');

  const cost = (which: (url: string) => boolean) =>
    [...files].reduce((sum, [id, url]) => sum + (which(url) ? (sent.get(id) ?? 0) : 0), 0);
  const isConnection = (url: string) => url.includes('/live-connection-');
  const all = cost(() => true);
  const figures = `${(all / KILOBYTE).toFixed(1)} KB, of which live connection ${(cost(isConnection) / KILOBYTE).toFixed(1)} KB`;
  annotations.push({ type: 'first load', description: figures });
  expect(cost(isConnection), figures).toBeGreaterThan(0);
  expect(all, figures).toBeGreaterThan(50 * KILOBYTE);
  expect(all, figures).toBeLessThanOrEqual(BUDGET);

  // The form comes with the first touch.
  expect([...files.values()].filter((url) => url.includes('/vote-dialog-'))).toEqual([]);
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await expect(page.getByTestId('vote-modal')).toBeVisible();
});
