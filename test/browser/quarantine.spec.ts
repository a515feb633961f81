import type { AuditEntryView, CastVoteResult } from '@abato/contracts';
import { aVote, sql } from '../support/builders.js';
import { publicTotal } from '../support/payments.js';
import { aContest, ApiClient, aUser, checkLooks, expect, pictures, signedIn, test } from './page.js';

/** What an organiser does about votes that are not honest: takes them out of the count, and looks at who cast them. */

const NETWORK = '00112233445566aa';
const visitor = new ApiClient();

test('an organiser sees ranks before and after, takes invented votes out with a reason, and puts them back', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).withContestants(2).freeVotesPerHour(1_000).save();
  const [first, second] = contest.categories[0]?.contestants ?? [];
  const cast = async (contestantId: string | undefined, voteCount: number): Promise<string> =>
    (await visitor.post<CastVoteResult>('/votes/cast', aVote(contest, { contestantId, voteCount }))).data.id;
  await cast(first?.id, 50);
  await cast(second?.id, 49);
  const invented = [await cast(second?.id, 1), await cast(second?.id, 1)];
  await sql`UPDATE votes SET network_digest = ${Buffer.from(NETWORK, 'hex')} WHERE id = ANY(${invented})`;
  await expect.poll(() => publicTotal(contest.id)).toBe(101);

  await signedIn(page, owner, `/admin/votes/quarantine?contest=${contest.id}`);
  await page.getByTestId('quarantine-preview').click();
  await expect(page.getByTestId('quarantine-chosen')).toContainText('4 entries with 101 votes of 4 voters');
  await expect(page.getByText('So many votes wait for a super admin')).toBeVisible();
  await page.getByRole('button', { name: 'Only this one' }).click();
  await expect(page.getByTestId('quarantine-chosen')).toContainText('2 entries with 2 votes of 2 voters');
  const ranks = page.getByRole('table', { name: 'Votes and ranks before and after' }).getByRole('row');
  await expect(ranks.filter({ hasText: second?.name ?? '' })).toContainText(/51 \(rank 1\).*49 \(rank 2\)/);
  await expect(ranks.filter({ hasText: first?.name ?? '' })).toContainText(/50 \(rank 2\).*50 \(rank 1\)/);
  await checkLooks(page, 'quarantine-preview', { light: [360, 1280], dark: [] });

  await page.getByTestId('quarantine-take').click();
  const dialog = page.getByTestId('quarantine-dialog');
  await dialog.getByTestId('quarantine-submit').click();
  await expect(dialog).toContainText('Reason is required');
  await dialog.getByLabel('Reason').fill('A script cast these votes');
  await pictures(page, 'quarantine-reason', [360, 1280]);
  await dialog.getByTestId('quarantine-submit').click();
  await expect(page.getByText('Taken out: 2 votes.')).toBeVisible();
  const row = page.getByTestId('quarantine-row');
  await expect(row).toContainText('A script cast these votes');
  await expect(row).toContainText('Taken out');
  await expect.poll(() => publicTotal(contest.id)).toBe(99);
  // The choice is kept, and what is shown is what the next look takes.
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue(NETWORK);
  await pictures(page, 'quarantine-taken', [360, 1280]);

  await row.getByTestId('quarantine-undo').click();
  await page.getByTestId('confirm').click();
  await expect(row.getByTestId('quarantine-undo')).toBeHidden();
  await expect(row).toContainText('Put back');
  await expect.poll(() => publicTotal(contest.id)).toBe(101);
});

test('after twenty voters an organiser is shown the next one for a reason and the password only', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).save();
  const vote = aVote(contest, { voterName: 'Esi Owusu' });
  const { id } = (await visitor.post<CastVoteResult>('/votes/cast', vote)).data;
  const { iat } = JSON.parse(atob(owner.token.split('.')[1] ?? '')) as { iat: number };
  // The twentieth is after the sign-in, which therefore does not count as a confirmation.
  await sql`INSERT INTO audit_log (at, actor_user_id, action, subject_type, subject_id)
     SELECT to_timestamp(${iat + 1}), ${owner.id}, 'vote.reveal', 'vote', ${id} FROM generate_series(1, 20)`;
  await signedIn(page, owner, `/admin/votes?contest=${contest.id}`);
  await page.getByRole('button', { name: /^Details of / }).click();
  await page.getByRole('button', { name: /^Show contact details of / }).click();
  const dialog = page.getByTestId('reveal-reason');
  await dialog.getByLabel('Reason').fill('A voter asked for help');
  await checkLooks(page, 'reveal-reason', { light: [360, 1280], dark: [] });
  await dialog.getByRole('button', { name: 'Show' }).click();
  const identity = page.getByTestId('reauthentication');
  await identity.getByLabel('Password', { exact: true }).fill(owner.password);
  await pictures(page, 'reveal-password', [360, 1280]);
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(iat);
  await page.getByTestId('reauthenticate').click();
  await expect(identity).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(String(vote['voterPhone'])).filter({ visible: true })).toBeVisible();
  const audit = await owner.api.get<AuditEntryView[]>('/audit?action=vote.reveal');
  expect(audit.data[0]).toMatchObject({ subjectId: id, detail: { reason: 'A voter asked for help' } });
});
