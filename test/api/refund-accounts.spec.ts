import type { PaymentAttention } from '@abato/contracts';
import { aContest, aUser, type BuiltUser, database, sql } from '../support/builders.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { payCounted, stateOf, waitForState } from '../support/payments.js';
import { expectRefusal } from '../support/refusal.js';
import { SimulatorControl } from '../support/simulator.js';

useHeldTransactions();

/** Refunds for which the provider asks for an account of the payer (ADR 13). */

const ACCOUNT = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '+233551234987' };
const DIGITS = '551234987';
const simulator = new SimulatorControl();

const admin = await aUser().superAdmin().save();
const second = await aUser().superAdmin().save();
const contest = await aContest().ownedBy(admin).paid('1.00').save();

/** A payment whose refund is stuck; from then on the provider tells nothing by itself. */
async function stuck(
  refund: 'fails' | 'needs-attention' = 'needs-attention',
): Promise<{ id: string; reference: string }> {
  const payment = await payCounted(contest, { voteCount: 1 });
  const { id, reference } = payment;
  await simulator.script(reference, { refund, refundDelayMs: 10, webhook: 'once' });
  await admin.api.post(`/payments/${id}/refund`, { reason: 'First' });
  await waitForState(reference, 'REFUND_ATTENTION');
  await simulator.script(reference, { webhook: 'never', refundDelayMs: 3_600_000 });
  return payment;
}

const give = (id: string, fields: object = {}, { api }: BuiltUser = admin) =>
  api.post(`/payments/${id}/refund-account`, {
    ...ACCOUNT,
    accountName: 'ama  test mensah',
    reason: 'The card was cancelled',
    ...fields,
  });
const given = async (reference: string) => (await simulator.show(reference)).refunds[0]?.account;
const alertsTo = async ({ email }: BuiltUser, reference: string): Promise<number> => {
  return sql.value<number>`SELECT count(*)::int AS times FROM mail_outbox
    WHERE recipient = ${email} AND subject || body LIKE '%' || ${reference} || '%'`;
};
const isNeeded = async (id: string): Promise<boolean | undefined> =>
  (await admin.api.get<PaymentAttention[]>('/payments/attention')).data.find((one) => one.id === id)
    ?.needsAccount;

it('the account that a super admin gives is passed on and kept nowhere', async () => {
  const { id, reference } = await stuck();
  expect(await isNeeded(id)).toBe(true);
  const path = `/payments/${id}/refund-account/resolve`;
  expect((await admin.api.post(path, ACCOUNT)).data).toEqual({ accountName: 'AMA TEST MENSAH' });
  await expectRefusal(give(id, { accountName: 'KOFI TEST ADDO' }), 400, 'VALIDATION_FAILED');
  for (const reason of ['To 055 123-4987', 'For Ama Test  Mensah, who called'])
    expect(await give(id, { reason })).toMatchObject({ status: 400, errors: [{ field: 'reason' }] });
  expect(await stateOf(reference)).toBe('REFUND_ATTENTION');

  await simulator.script(reference, { webhook: 'once', refundDelayMs: 10 });
  expect((await give(id)).status).toBe(200);
  await waitForState(reference, 'REFUNDED');
  expect(await given(reference)).toEqual({ currency: 'GHS', account_number: '0551234987', bank_id: '28' });
  expect((await give(id)).status).toBe(409);
  const actions = await sql<{ action: string }>`SELECT action FROM audit_log
    WHERE subject_id = ${id} AND actor_user_id = ${admin.id} ORDER BY id`;
  expect(actions.map(({ action }) => action)).toEqual([
    'payment.refund',
    'host.account-lookup',
    'host.account-lookup',
    'host.account-lookup',
    'payment.refund-account',
  ]);
  const kept = await sql<{ source: string; told: string }>`
     SELECT 'audit' AS source, detail::text AS told FROM audit_log WHERE subject_id = ${id}::uuid
     UNION ALL SELECT 'refund', to_jsonb(r)::text FROM refunds r WHERE payment_id = ${id}::uuid
     UNION ALL SELECT 'event', to_jsonb(e)::text FROM payment_events e WHERE payment_id = ${id}::uuid
     UNION ALL SELECT 'payment', to_jsonb(p)::text FROM payments p WHERE id = ${id}::uuid
     UNION ALL SELECT 'message', to_jsonb(m)::text FROM payer_messages m WHERE payment_id = ${id}::uuid
     UNION ALL SELECT 'webhook', convert_from(body, 'UTF8') FROM webhook_inbox WHERE reference = ${reference}
     UNION ALL SELECT 'mail', subject || body FROM mail_outbox
     WHERE subject || body LIKE '%' || ${reference} || '%'`;
  const sources = ['audit', 'event', 'mail', 'message', 'payment', 'refund', 'webhook'];
  expect([...new Set(kept.map(({ source }) => source))].sort()).toEqual(sources);
  for (const { source, told } of kept) {
    for (const secret of [DIGITS, 'MENSAH'])
      expect([source, told.toUpperCase().includes(secret)]).toEqual([source, false]);
  }
});

it('no account is sent for a refund that has failed', async () => {
  const failed = await stuck('fails');
  expect(await isNeeded(failed.id)).toBe(false);
  expect((await give(failed.id)).status).toBe(409);
  expect(await stateOf(failed.reference)).toBe('REFUND_ATTENTION');
});

it('a refused account leaves the payment to the person who gave it, without a new alert', async () => {
  const { id, reference } = await stuck();
  await simulator.script(reference, { refundAccount: 'refused' });
  const before = await alertsTo(second, reference);
  expect(before).toBe(1);
  expect(await give(id)).toMatchObject({ status: 502, code: 'PROVIDER_REJECTED' });
  expect([await stateOf(reference), await isNeeded(id)]).toEqual(['REFUND_ATTENTION', true]);
  expect(await alertsTo(second, reference)).toBe(before);
  await simulator.script(reference, { refundAccount: 'ok' });
  expect((await give(id)).status).toBe(200);
  expect(await stateOf(reference)).toBe('REFUNDING');
});

it('a refund that the provider is paying already stays under way when it refuses the account', async () => {
  const { id, reference } = await stuck();
  await simulator.script(reference, { refundAccount: 'given-before' });
  expect(await give(id)).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(await stateOf(reference)).toBe('REFUNDING');
});

it.each([
  ['heard', 'drop-after-accept'],
  ['not heard', 'drop'],
] as const)(
  'an account whose answer was lost and that was %s leaves the refund under way',
  async (what, refundAccount) => {
    const { id, reference } = await stuck();
    await simulator.script(reference, { refundAccount });
    expect((await give(id)).status).toBe(200);
    expect(await stateOf(reference)).toBe('REFUNDING');
    expect((await given(reference)) !== undefined).toBe(what === 'heard');
    expect((await give(id)).status).toBe(409);
  },
);

it('of two super admins who give an account at once only one does', async () => {
  const { id, reference } = await stuck();
  const holder = await HeldTransaction.begin(database());
  await holder.client.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [id]);
  const answers = Promise.all([give(id), give(id, {}, second)]);
  expect(await holder.holdsUp(answers, 2)).toBe(true);
  await holder.commit();
  expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409]);
  const { length: rowCount } = await sql`SELECT FROM audit_log WHERE subject_id = ${id}
    AND action = 'payment.refund-account'`;
  expect([rowCount, await stateOf(reference)]).toEqual([1, 'REFUNDING']);
});

it('an account with a second factor is needed above GHS 1,000', async () => {
  const { id, reference } = await stuck();
  await sql`UPDATE payments SET provider_amount_pesewas = 100001 WHERE id = ${id}`;
  expect(await give(id)).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' });
  expect(await stateOf(reference)).toBe('REFUND_ATTENTION');
  await sql`UPDATE payments SET provider_amount_pesewas = 90000 WHERE id = ${id}`;
  expect((await give(id)).status).toBe(200);
});
