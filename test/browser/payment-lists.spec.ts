import { aVote, sql } from '../support/builders.js';
import { payCounted } from '../support/payments.js';
import { aContest, aUser, checkLooks, expect, openAs, test } from './page.js';

/** The organisers' lists of payments and votes: cash that is taken back, and more rows than a page holds. */

test('a super admin takes back cash that was typed wrong, a part of it and then the rest', async ({
  page,
}) => {
  const [owner, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const { id } = (
    await owner.api.post<{ id: string }>('/votes/manual', {
      ...aVote(contest, { voteCount: 500 }),
      reason: 'Paid at the door',
    })
  ).data;
  const rows = await sql<{ reference: string }>`SELECT reference FROM payments WHERE vote_id = ${id}`;
  const reference = rows[0]?.reference ?? '';
  const row = page.locator(`[data-reference="${reference}"]`);
  const openDetails = () => page.getByRole('button', { name: `Details of ${reference}` }).click();

  await openAs(page, owner, `/admin/payments?contest=${contest.id}`);
  await openDetails();
  await expect(page.getByTestId('timeline')).toBeVisible();
  await expect(page.getByTestId('returned')).toBeHidden();

  await openAs(page, admin, `/admin/payments?contest=${contest.id}`);
  await openDetails();
  await page.getByTestId('returned').click();
  const dialog = page.getByTestId('returned-dialog');
  await dialog.getByTestId('returned-submit').click();
  await expect(dialog).toContainText('Reason is required');
  await dialog.getByLabel('Amount').fill('450');
  await dialog.getByLabel('Reason').fill('Typed 500 instead of 50');
  await checkLooks(page, 'admin-returned');
  await dialog.getByTestId('returned-submit').click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('500 cast, 50 counted after a refund of GHS 450.00');

  await openDetails();
  await page.getByTestId('returned').click();
  await dialog.getByLabel('Reason').fill('The rest went back as well');
  await dialog.getByTestId('returned-submit').click();
  await expect(dialog).toBeHidden();
  await openDetails();
  await expect(page.getByTestId('history-dialog')).toContainText('Votes taken back');
  await expect(page.getByTestId('returned')).toBeHidden();
});

test('the revenue and the choice of contests and nominees go on beyond a page of a hundred', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').withContestants(101).save();
  await payCounted(contest, { voteCount: 7 });
  await sql`INSERT INTO contests SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'created_at', c.created_at + n * interval '1 second'))).* FROM contests c, generate_series(1, 100) n WHERE c.id = ${contest.id}`;
  await openAs(page, owner, '/admin/payments');
  await expect(page.getByText('Across all 101 contest(s)')).toBeVisible();
  await expect(page.getByTestId('overall-revenue')).toHaveText('GHS 7.00');
  await expect(page.locator(`option[value="${contest.id}"]`)).toHaveCount(1);

  await page.goto(`/admin/votes?contest=${contest.id}`);
  await page.getByTestId('manual-vote').click();
  await page.getByLabel('Category').selectOption({ index: 1 });
  // A hundred and one, and the line that asks to choose one.
  await expect(page.getByLabel('Contestant').locator('option')).toHaveCount(102);
});
