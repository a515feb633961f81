import type { Page } from '@playwright/test';
import { aContest, ApiClient, aVote, countOf, expect, fillVote, test } from './page.js';

const HOUR_MS = 3_600_000;

test('a vote whose answer was lost is counted once, however often the button is pressed', async ({
  page,
  complaints,
}) => {
  const contest = await aContest().active().save();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/votes/cast', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // The server takes the vote; the answer does not reach the phone.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto(`/contests/${contest.id}`);
  await fillVote(page, contest.contestant.id, 3);
  await page.getByTestId('vote-submit').click();
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  await page.getByTestId('vote-submit').click();
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(3);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);

  // The same vote again, after a success, is a vote of its own.
  await fillVote(page, contest.contestant.id, 3);
  await page.getByTestId('vote-submit').click();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(6);
  expect(keys[2]).not.toBe(keys[0]);
  // The browser logs the lost connection by itself.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')]);
});

/** The names on the cards, in their order. */
const cards = (page: Page) => page.locator('li[id^="contestant-"] h3').allTextContents();

test('cards keep their order under a finger while the counts change', async ({ page }) => {
  const contest = await aContest().active().withContestants(3).save();
  const last = contest.categories[0]?.contestants[2];
  if (!last) throw new Error('the contestant is missing');
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  const before = await cards(page);
  expect(before[0]).not.toBe(last.name);
  // A finger that rests on the list: a browser reports it again and again.
  await page.evaluate(() => {
    const list = document.querySelector('li[id^="contestant-"]');
    const touch = () => list?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    touch();
    Object.assign(window, { finger: setInterval(touch, 100) });
  });
  await new ApiClient().post('/votes/cast', aVote(contest, { contestantId: last.id, voteCount: 9 }));
  await expect.poll(() => countOf(page, last.id)).toBe(9);
  // The count is there, and the ranking table below already has the new order.
  await expect(page.locator('tbody tr').first()).toContainText(last.name);
  expect(await cards(page)).toEqual(before);
  await page.evaluate(() => clearInterval((window as unknown as { finger: number }).finger));
  await expect.poll(() => cards(page).then(([first]) => first)).toBe(last.name);
});

test('voting opens and closes at its time, without reloading', async ({ page }) => {
  const contest = await aContest()
    .active()
    .startingIn(HOUR_MS)
    .endingIn(3 * HOUR_MS)
    .save();
  const vote = page.getByTestId(`vote-now-${contest.contestant.id}`);
  await page.clock.install();
  await page.goto(`/contests/${contest.id}`);
  await expect(vote).toBeDisabled();
  await page.clock.fastForward(HOUR_MS + 5_000);
  await expect(vote).toBeEnabled();
  await expect(page.getByText(/Voting has not started yet/)).toHaveCount(0);
  await page.clock.fastForward(2 * HOUR_MS);
  await expect(vote).toBeDisabled();
  await expect(page.getByText('Voting has ended. Thank you to everyone who voted.')).toBeVisible();
});
