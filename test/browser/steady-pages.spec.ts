import type { Locator, Page } from '@playwright/test';
import { castFree, waitForLog } from '../support/transparency.js';
import {
  aContest,
  afterOneRequest,
  ApiClient,
  aUser,
  aVote,
  expect,
  holdBack,
  signedIn,
  test,
} from './page.js';

// Tall enough for all that is pressed.
test.use({ viewport: { width: 1280, height: 1600 } });

/**
 * Open a page while the answers at `address` are on their way, then let them through.
 * @returns where `pressed` was before; null when it was not on the screen, so that nobody could miss it
 */
async function placeBefore(page: Page, path: string, address: string, pressed: Locator) {
  const asked = page.waitForRequest(address);
  const letGo = await holdBack(page, address);
  await page.goto(path);
  await asked;
  await page.waitForLoadState('load');
  await afterOneRequest(page);
  const before = (await pressed.count()) ? await pressed.boundingBox() : null;
  const isSeen = before && before.y < (page.viewportSize()?.height ?? 0);
  letGo();
  await expect(pressed).toBeVisible();
  await page.unrouteAll();
  return isSeen ? before : null;
}

test('what organisers press stays in its place while the rest of a page arrives', async ({ page }) => {
  const owner = await aUser().save();
  // Two hosts: contests can be chosen by them.
  const contests = [
    await aContest().active().ownedBy(owner).save(),
    await aContest().active().ownedBy(owner).save(),
  ];
  for (const contest of contests) await castFree(contest);
  await signedIn(page, owner);
  const shown: [path: string, address: string, pressed: string, arrived: string][] = [
    ['/admin/contests', '**/api/contests*', 'contest-create', contests[0]?.title ?? ''],
    ['/admin/contests', '**/api/hosts*', 'contest-status-filter', contests[0]?.title ?? ''],
    ['/admin/hosts', '**/api/hosts*', 'host-create', '2 hosts'],
    ['/admin/hosts', '**/api/statistics/overview', 'host-search', 'Money today'],
    ['/admin/payments', '**/api/payments/contest/*/stats', 'method-filter', 'Avg. Transaction'],
    ['/admin/votes', '**/api/votes/contest/*/stats', 'source-filter', 'Website'],
  ];
  const seen: string[] = [];
  for (const [path, address, pressed, arrived] of shown) {
    const button = page.getByTestId(pressed);
    const before = await placeBefore(page, path, address, button);
    await expect(page.getByRole('main')).toContainText(arrived);
    if (!before) continue;
    seen.push(pressed);
    expect(await button.boundingBox(), `${pressed} of ${path}`).toEqual(before);
  }
  // Otherwise nothing was compared.
  expect(seen).not.toEqual([]);
});

test('what is pressed on the audit page stays in its place while the page arrives', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().draft().ownedBy(owner).withContestants(2).save();
  await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  await castFree(contest);
  await waitForLog(contest, 2, 1);
  const path = `/contests/${contest.id}/audit`;
  const link = page.getByRole('link', { name: 'Checkpoint', exact: true });
  for (const part of ['audit', 'rules', 'fair-play'])
    expect(await placeBefore(page, path, `**/api/contests/${contest.id}/${part}`, link), part).toBeNull();
  expect(await placeBefore(page, path, `**/log/${contest.id}/checkpoint`, link)).toBeNull();
  const before = await placeBefore(page, path, '**/tile/**', link);
  expect(before).not.toBeNull();
  await expect(page.getByTestId('rules')).toContainText('The same hashes are in the log');
  expect(await link.boundingBox()).toEqual(before);
});

test('what is pressed on a receipt is drawn when the vote has been checked', async ({ page }) => {
  const contest = await aContest().active().save();
  await castFree(contest);
  const { data } = await new ApiClient().post<{ receiptCode: string }>('/votes/cast', aVote(contest));
  await waitForLog(contest, 2, 2);
  const compare = page.getByRole('button', { name: 'Compare' });
  expect(await placeBefore(page, `/r/${data.receiptCode}`, '**/tile/**', compare)).toBeNull();
});

test('the fonts that stand in until ours arrive are as wide as ours', async ({ page }) => {
  const contest = await aContest().active().save();
  const letGo = await holdBack(page, '**/*.woff2');
  await page.goto(`/contests/${contest.id}`, { waitUntil: 'commit' });
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  const standsIn = await page.evaluate(async () => {
    const face = new FontFace('stand-in', 'local("Roboto"), local("Arial"), local("Liberation Sans")');
    return (await face.load().catch(() => null)) !== null;
  });
  test.skip(!standsIn, 'this machine has none of the fonts that stand in');
  /** Widths of a sentence in the text, in bold text and in headings. */
  const widths = () =>
    page.evaluate(() =>
      ['400 1em var(--font-body)', '700 1em var(--font-body)', '700 1em var(--font-display)'].map((font) => {
        const text = Object.assign(document.createElement('span'), {
          textContent: 'The best artist of the year 2026: Ama Serwaa Mensah, 1,234 votes',
        });
        text.style.cssText = `position: absolute; white-space: nowrap; font: ${font}`;
        document.body.append(text);
        return text.getBoundingClientRect().width;
      }),
    );
  const before = await widths();
  letGo();
  // Ours are in use when the same sentences have other widths.
  await expect.poll(widths).not.toEqual(before);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const [nr, width] of (await widths()).entries()) {
    expect(width / (before[nr] ?? NaN)).toBeGreaterThan(0.97);
    expect(width / (before[nr] ?? NaN)).toBeLessThan(1.03);
  }
});
