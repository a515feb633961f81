import { sql } from '../support/builders.js';
import { payCounted, stateOf, waitForState } from '../support/payments.js';
import { settleDay } from '../support/settlements.js';
import { aContest, aUser, expect, openAs, SimulatorControl, test } from './page.js';

/** Decisions about money that a super admin takes in a dialog of "Needs attention". */

const simulator = new SimulatorControl();

test('a super admin gives an account for a stuck refund, after the provider’s name for it', async ({
  page,
}) => {
  const contest = await aContest().active().paid('1.00').save();
  const { id, reference } = await payCounted(contest, { voteCount: 1 });
  await simulator.script(reference, { refund: 'needs-attention', refundDelayMs: 10, webhook: 'once' });
  const admin = await aUser().superAdmin().save();
  await admin.api.post(`/payments/${id}/refund`, { reason: 'Paid by mistake' });
  await waitForState(reference, 'REFUND_ATTENTION');
  await simulator.script(reference, { webhook: 'never', refundDelayMs: 3_600_000 });

  await openAs(page, admin, '/admin/attention');
  await page.locator(`[data-reference="${reference}"]`).getByTestId('refund-account').click();
  const dialog = page.getByTestId('refund-account-dialog');
  await dialog.getByLabel('Network or bank').selectOption('MTN');
  await dialog.getByLabel('Account number').fill('055 123 4987');
  await dialog.getByLabel('Reason').fill('To 0551234987');
  await dialog.getByTestId('refund-account-submit').click();
  await expect(dialog).toContainText('This account belongs to AMA TEST MENSAH. Is that the payer?');
  await dialog.getByTestId('refund-account-submit').click();
  await expect(dialog).toContainText('write it without the number and the name');
  expect(await stateOf(reference)).toBe('REFUND_ATTENTION');
  await dialog.getByLabel('Reason').fill('The wallet is closed');
  await dialog.getByRole('button', { name: 'Yes, pay AMA TEST MENSAH' }).click();
  await expect(dialog).toBeHidden();
  expect(await stateOf(reference)).toBe('REFUNDING');
});

test('a super admin closes a difference of a payout with a note, and only the one that is shown', async ({
  page,
}) => {
  const [owner, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const account = `/hosts/${contest.hostId}/settlement-account`;
  await owner.api.put(account, { type: 'mobile_money', bankCode: 'MTN', accountNumber: '+233551234987' });
  await admin.api.post(`${account}/approve`, {});
  await payCounted(contest, { voteCount: 10 });
  const number = await settleDay(contest.hostId, { short: 30 });
  const changeTo = (pesewas: number) =>
    sql`UPDATE settlement_differences SET theirs_pesewas = ${pesewas} WHERE host_id = ${contest.hostId}`;

  await openAs(page, admin, '/admin/attention');
  const row = page
    .getByTestId('settlement-differences')
    .getByRole('row')
    .filter({ hasText: `Payout ${number} ` });
  await expect(row).toContainText('GHS 9.50');
  await row.getByTestId('difference-close').click();
  const dialog = page.getByTestId('difference-close-dialog');
  await dialog.getByTestId('difference-close-submit').click();
  await expect(dialog).toContainText('Note is required');
  await dialog.getByLabel('Note').fill('Paid with the next payout');
  await changeTo(900);
  await dialog.getByTestId('difference-close-submit').click();
  await expect(page.getByText('The difference has changed since it was shown.')).toBeVisible();
  await changeTo(950);
  await dialog.getByTestId('difference-close-submit').click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
});
