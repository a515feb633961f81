import type { PaymentAttention, PaymentCorrection, PaymentCorrectionResult } from '@abato/contracts';
import { PAYMENT_STATES } from '@abato/payments';
import { AT_REST, EXITS, type PaymentState } from '@abato/testing/payments';
import { aContest, aUser, type BuiltUser, sql } from '../support/builders.js';
import {
  beginPaid,
  enterByHand,
  ledgerOf,
  payCounted,
  paymentIdOf,
  stateOf,
  voteStatus,
  waitForState,
} from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();

const admin = await aUser().superAdmin().save();
const second = await aUser().superAdmin().save();
const contest = await aContest().ownedBy(admin).paid('1.00').save();

/** The route of each decision of a super admin, by the situation that it makes. */
const ROUTES: Record<string, string> = {
  accepted: 'accept',
  'refund-ordered': 'refund',
  'returned-by-hand': 'returned',
  'dispute-won': 'kept',
  'refund-retried': 'refund-account',
};
const ACCOUNT = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '+233551234987' };

/** What a decision needs beside its reason. */
const FIELDS: Record<string, object> = { 'refund-retried': { ...ACCOUNT, accountName: 'AMA TEST MENSAH' } };

/** A paid vote whose payment the provider and every sweep leave alone. */
async function paid(votes: number): Promise<{ voteId: string; reference: string; id: string }> {
  const payment = await payCounted(contest, { voteCount: votes });
  await simulator.script(payment.reference, { webhook: 'never', refundDelayMs: 3_600_000 });
  return payment;
}

/** A payment in this state. Where the sweeps would move it on at once, it is written as it is left by a process that died. */
async function paymentIn(
  state: PaymentState,
  refund: 'fails' | 'needs-attention' = 'fails',
): Promise<{ id: string; reference: string }> {
  if (state === 'REVIEW') {
    const begun = await beginPaid(contest);
    await simulator.script(begun.reference, { amount: 50 });
    await simulator.complete(begun.reference);
    await waitForState(begun.reference, 'REVIEW');
    return { ...begun, id: await paymentIdOf(begun.reference) };
  }
  const payment = await paid(1);
  if (state === 'COMPLETED') return payment;
  if (state === 'DISPUTED') {
    await simulator.script(payment.reference, { webhook: 'once' });
    await simulator.dispute(payment.reference);
    await waitForState(payment.reference, 'DISPUTED');
    return payment;
  }
  if (state === 'REFUND_ATTENTION') {
    await simulator.script(payment.reference, { refund, refundDelayMs: 10, webhook: 'once' });
    await admin.api.post(`/payments/${payment.id}/refund`, { reason: 'First' });
    await waitForState(payment.reference, 'REFUND_ATTENTION');
    await simulator.script(payment.reference, { webhook: 'never', refundDelayMs: 3_600_000 });
    return payment;
  }
  const uncounted = ['DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE'].includes(state);
  if (!uncounted) throw new Error(`no way to ${state}`);
  const begun = await beginPaid(contest);
  await sql`UPDATE payments SET state = ${state}, provider_amount_pesewas = amount_pesewas, paid_at = now(),
    next_check_at = NULL WHERE reference = ${begun.reference}`;
  return { ...begun, id: await paymentIdOf(begun.reference) };
}

const decisions = (Object.keys(EXITS) as PaymentState[]).flatMap((state) =>
  EXITS[state]
    .filter(({ by }) => by === 'super-admin')
    .map(({ situation, to }) => [state, situation, to] as const),
);

it.each(decisions)(
  'a super admin’s way out of %s by "%s" leads to %s, with the reason in the audit log',
  async (state, situation, to) => {
    const isAsked = situation === 'refund-retried';
    const { id, reference } = await paymentIn(state, isAsked ? 'needs-attention' : 'fails');
    const path = `/payments/${id}/${ROUTES[situation]}`;
    expect((await admin.api.post(path, { ...FIELDS[situation] })).status).toBe(400);
    const answer = await admin.api.post(path, { ...FIELDS[situation], reason: `Out of ${state}` });
    expect(answer.status).toBe(200);
    // A refund is sent at once.
    const ends = to === 'REFUND_DUE' ? ['REFUND_DUE', 'REFUNDING', 'REFUNDED'] : [to];
    expect(ends).toContain(await stateOf(reference));
    const rows = await sql<{
      actor_user_id: string;
      detail: { reason: string };
    }>`SELECT actor_user_id, detail FROM audit_log WHERE subject_id = ${id} ORDER BY id DESC LIMIT 1`;
    expect(rows[0]).toMatchObject({ actor_user_id: admin.id, detail: { reason: `Out of ${state}` } });
  },
);

it('a super admin’s way out of a payment of another amount that is accepted marks its vote in the public log', async () => {
  const { id, reference } = await paymentIn('REVIEW');
  expect((await admin.api.post(`/payments/${id}/accept`, { reason: 'Ama paid less' })).status).toBe(200);
  const entry = await waitFor(
    async () => {
      const rows = await sql<{ entry: string }>`SELECT entry FROM log_entries
          WHERE vote_id = (SELECT vote_id FROM payments WHERE reference = ${reference})`;
      return rows[0] && (JSON.parse(rows[0].entry) as Record<string, unknown>);
    },
    { what: 'the entry of the vote' },
  );
  const reason = 'A payment of another amount was accepted';
  expect(entry).toMatchObject({ v: 2, kind: 'paid', released: { reason, minute: entry.minute } });
});

it('a super admin’s way out exists for every state that waits for a person', async () => {
  const { id } = await paymentIn('REVIEW');
  const { data } = await admin.api.get<PaymentAttention[]>('/payments/attention');
  const waiting = data.filter(({ state }) => !AT_REST.includes(state));
  expect(waiting.map((payment) => payment.id)).toContain(id);
  for (const { state } of waiting)
    expect([state, EXITS[state].some(({ by }) => by === 'super-admin')]).toEqual([state, true]);
});

it.each(
  Object.keys(PAYMENT_STATES).filter((state) =>
    ['REFUNDING', 'REFUNDED', 'REVERSED', 'EXPIRED'].includes(state),
  ),
)(
  'a super admin’s way out is refused from %s, where it would pay twice or undo what is done',
  async (state) => {
    const { reference } = await beginPaid(contest);
    await sql`UPDATE payments SET state = ${state}, next_check_at = NULL WHERE reference = ${reference}`;
    const id = await paymentIdOf(reference);
    for (const [situation, route] of Object.entries(ROUTES)) {
      const answer = await admin.api.post(`/payments/${id}/${route}`, { ...FIELDS[situation], reason: 'No' });
      expect([route, answer.status]).toEqual([route, 409]);
    }
    expect(await stateOf(reference)).toBe(state);
  },
);

it('a dispute that is lost in part takes back the votes of that part and is over', async () => {
  const { voteId, reference } = await paid(4);
  await simulator.script(reference, { webhook: 'once' });
  await simulator.dispute(reference, { refundAmount: 150 });
  await waitForState(reference, 'DISPUTED');
  await simulator.dispute(reference, { action: 'resolve' });
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([4, -1]);
  expect(await voteStatus(voteId)).toBe('COMPLETED');
  const books = await admin.api.get(`/payments/contest/${contest.id}/reconciliation`);
  expect(books.data).toMatchObject({ difference: 0 });
});

async function entered(votes: number): Promise<{ voteId: string; paymentId: string }> {
  // Of its own: what one person may do alone is the sum of a contest and day.
  const own = await aContest().ownedBy(admin).paid('1.00').save();
  const { data } = await enterByHand(admin, own, { voteCount: votes });
  if (data.awaitsConfirmation) await second.api.post(`/votes/manual/${data.id}/confirm`, {});
  const rows = await sql<{ id: string }>`SELECT id FROM payments WHERE vote_id = ${data.id}`;
  return { voteId: data.id, paymentId: rows[0]?.id ?? '' };
}

it('cash that was entered by mistake is taken back in part, and as a whole', async () => {
  const { voteId, paymentId } = await entered(10_000);
  const returned = (amount?: number) =>
    admin.api.post<PaymentCorrectionResult>(`/payments/${paymentId}/returned`, {
      reason: 'Typed a zero too many',
      amount,
    });
  const most = await returned(10_000.01);
  expect([most.status, most.message]).toEqual([409, 'Only GHS 10,000.00 of this payment is left.']);
  expect((await returned(9_000)).data).toEqual({ awaitsConfirmation: false, correctionId: null });
  expect(await ledgerOf(voteId)).toEqual([10_000, -9_000]);
  expect((await returned()).status).toBe(200);
  expect(await ledgerOf(voteId)).toEqual([10_000, -9_000, -1_000]);
  expect(await voteStatus(voteId)).toBe('FAILED');
  expect((await returned()).status).toBe(409);
});

it('cash that was entered by mistake above GHS 10,000 in parts waits for another super admin, too', async () => {
  const { voteId, paymentId } = await entered(20_000);
  const returned = async (amount: number): Promise<boolean> =>
    (
      await admin.api.post<PaymentCorrectionResult>(`/payments/${paymentId}/returned`, {
        reason: 'Never received',
        amount,
      })
    ).data.awaitsConfirmation;
  expect([await returned(6_000), await returned(4_000), await returned(0.01)]).toEqual([false, false, true]);
  expect(await ledgerOf(voteId)).toEqual([20_000, -6_000, -4_000]);
});

it('cash that was entered by mistake of several entries above GHS 10,000 together waits for another super admin, too', async () => {
  const [first, other] = [await entered(20_000), await entered(20_000)];
  // Both in one contest: the sum is of the contest and day, not of the payment.
  await sql`UPDATE payments SET contest_id = (SELECT contest_id FROM payments WHERE id = ${first.paymentId})
      WHERE id = ${other.paymentId}`;
  const returned = async ({ paymentId }: { paymentId: string }) =>
    (
      await admin.api.post<PaymentCorrectionResult>(`/payments/${paymentId}/returned`, {
        reason: 'Never received',
        amount: 6_000,
      })
    ).data.awaitsConfirmation;
  expect([await returned(first), await returned(other)]).toEqual([false, true]);
});

it('cash that was entered by mistake above GHS 10,000 is taken back when another super admin has confirmed it', async () => {
  const { voteId, paymentId } = await entered(20_000);
  const enter = () =>
    admin.api.post<PaymentCorrectionResult>(`/payments/${paymentId}/returned`, { reason: 'Never received' });
  const first = (await enter()).data;
  expect(first).toEqual({ awaitsConfirmation: true, correctionId: expect.any(String) });
  expect((await enter()).status).toBe(409);
  expect(await ledgerOf(voteId)).toEqual([20_000]);
  const waiting = (await second.api.get<PaymentCorrection[]>('/payments/corrections')).data;
  expect(waiting.find(({ id }) => id === first.correctionId)).toMatchObject({
    paymentId,
    amount: 20_000,
    kind: 'RETURNED',
  });

  const decide = (who: BuiltUser, id: string | null, what: 'confirm' | 'reject') =>
    who.api.post(`/payments/corrections/${id}/${what}`, { reason: 'Received after all' });
  expect((await decide(admin, first.correctionId, 'confirm')).status).toBe(403);
  expect((await decide(second, first.correctionId, 'reject')).status).toBe(200);
  expect((await decide(second, first.correctionId, 'confirm')).status).toBe(409);
  expect(await ledgerOf(voteId)).toEqual([20_000]);

  const again = (await enter()).data;
  expect((await decide(second, again.correctionId, 'confirm')).status).toBe(200);
  expect(await ledgerOf(voteId)).toEqual([20_000, -20_000]);
  const rows = await sql<{ action: string; actor_user_id: string }>`SELECT action, actor_user_id
      FROM audit_log WHERE subject_id = ${paymentId} ORDER BY id`;
  expect(
    rows.map(({ action, actor_user_id: who }) => [action, who === admin.id ? 'first' : 'second']),
  ).toEqual([
    ['payment.correction-wait', 'first'],
    ['payment.correction-reject', 'second'],
    ['payment.correction-wait', 'first'],
    ['payment.correction-confirm', 'second'],
  ]);
});
