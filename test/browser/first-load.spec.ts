import { aContest, expect, test } from './page.js';

const KILOBYTE = 1024;
const BUDGET = 120 * KILOBYTE;
const CONNECTION_BUDGET = 12 * KILOBYTE;

// The service worker fetches for later visits, and what it has fetched the page need not: here only the page counts.
test.use({ serviceWorkers: 'block' });

test('a contest page costs at most 120 KB of code and style before the first tap', async ({ page }, {
  annotations,
}) => {
  // Paused, so that the vote dialog is not fetched ahead: it is not part of the first load.
  const contest = await aContest().paused().withContestants(4).save();
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
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  await page.waitForLoadState('networkidle');

  const cost = (which: (url: string) => boolean) =>
    [...files].reduce((sum, [id, url]) => sum + (which(url) ? (sent.get(id) ?? 0) : 0), 0);
  const isConnection = (url: string) => url.includes('/live-connection-');
  const first = cost((url) => !isConnection(url));
  const connection = cost(isConnection);
  const figures = `page ${(first / KILOBYTE).toFixed(1)} KB, live connection ${(connection / KILOBYTE).toFixed(1)} KB`;
  annotations.push({ type: 'first load', description: figures });
  expect(first, figures).toBeGreaterThan(50 * KILOBYTE);
  expect(first, figures).toBeLessThanOrEqual(BUDGET);
  // Comes after the page, and nothing waits for it.
  expect(connection, figures).toBeGreaterThan(0);
  expect(connection, figures).toBeLessThanOrEqual(CONNECTION_BUDGET);
});
