import type { HeldVotesDecided } from '@abato/contracts';
import { sql } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { aContest, aUser, checkLooks, expect, signedIn, test } from './page.js';

test('a voter reads why a vote is held, asks to look again, and the organiser sees it', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).save();
  const { held } = await manyPhonesOfOneDevice(contest, 12);
  const rows = await sql<{ voter_phone: string }>`SELECT voter_phone FROM votes
    WHERE id = ${held[0]?.id}`;
  const find = async () => {
    await page.goto(`/find-my-vote?reference=${held[0]?.receiptCode}`);
    await page.getByLabel('Phone number').fill(rows[0]?.voter_phone ?? '');
    await page.getByRole('button', { name: 'Find my vote' }).click();
  };
  await find();
  await expect(page.getByText('Waiting to be checked')).toBeVisible();
  await expect(page.getByText('Waiting for the payment')).toBeHidden();
  await expect(page.getByText('Votes with many phone numbers came from one device')).toBeVisible();
  await checkLooks(page, 'find-held');

  const decide = (decision: string) =>
    owner.api.post<HeldVotesDecided>(`/votes/contest/${contest.id}/held/decide`, {
      decision,
      reason: 'A script cast it',
      voteIds: [held[0]?.id],
    });
  await decide('REJECTED');
  await find();
  await expect(page.getByText('The organiser has looked at this vote and did not count it.')).toBeVisible();
  const ask = page.getByRole('button', { name: 'Ask to look again' });
  await ask.click();
  await expect(page.getByText(/You asked the organiser on .* to look again\./)).toBeVisible();
  await expect(ask).toBeHidden();
  await expect(page.getByText('Waiting to be checked')).toBeVisible();

  await signedIn(page, owner, '/admin/dashboard');
  await page.getByTestId('decision-APPEALS').click();
  await expect(page.getByTestId('held-state')).toHaveValue('APPEALED');
  await expect(page.getByTestId('held-row')).toHaveCount(1);
  await expect(page.getByTestId('held-row')).toContainText('to look again');
  await checkLooks(page, 'held-appealed');
  await page.getByTestId('held-release').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('We called the voter');
  await page.getByTestId('held-decide-submit').click();
  await expect(page.getByText('Released: 1 entry. 6 entries still waiting.')).toBeVisible();
  await expect(page.getByTestId('held-row')).toHaveCount(0);

  // A full hour may have ended between two of the votes.
  await sql`UPDATE held_votes SET held_at = date_trunc('hour', now()) WHERE contest_id = ${contest.id}`;
  await page.goto(`/contests/${contest.id}/audit`);
  await expect(page.getByTestId('fair-play')).toContainText('Many phones on one device: 7 held');
  // The entry of a vote that a person let in says so.
  await expect(async () => {
    await page.getByRole('button', { name: 'Look again' }).click({ timeout: 5_000 });
    await expect(page.getByTestId('log-totals')).toContainText('as the entries say · 1 entry', {
      timeout: 5_000,
    });
  }).toPass({ timeout: 60_000 });
  await checkLooks(page, 'fair-play-hours');
});
