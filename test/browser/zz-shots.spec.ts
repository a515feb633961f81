import { aContest, ApiClient, aVote, expect, test } from './page.js';
import { inTheme } from './page.js';
test('shots', async ({ page }) => {
  test.setTimeout(300_000);
  const contest = await aContest().active().withContestants(3).save();
  const hidden = await aContest().resultsHidden().save();
  const a = await new ApiClient().post<{ receiptCode: string }>(
    '/votes/cast',
    aVote(contest, { voteCount: 2 }),
  );
  const b = await new ApiClient().post<{ receiptCode: string }>('/votes/cast', aVote(hidden));
  for (const [name, path, state] of [
    ['receipt', `/r/${a.data.receiptCode}`, 'INCLUDED'],
    ['hidden', `/r/${b.data.receiptCode}`, 'HIDDEN'],
    ['unknown', '/r/0000-0000-0000', 'UNKNOWN'],
  ] as const) {
    for (const theme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await inTheme(page, theme);
        await page.goto(path);
        await expect(page.getByTestId('receipt-state')).toHaveAttribute('data-state', state, {
          timeout: 60000,
        });
        await page.waitForTimeout(700);
        await page.screenshot({ path: `/tmp/shots/${name}-${theme}-${width}.png`, fullPage: true });
      }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/contests/${contest.id}`);
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await page.getByLabel('Your phone number').fill('0244999888');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('vote-done')).toBeVisible();
  await page.waitForTimeout(800);
  await page.screenshot({ path: '/tmp/shots/sheet.png' });
  await page.getByRole('button', { name: 'Show the QR code' }).click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: '/tmp/shots/sheet-qr.png' });
});
