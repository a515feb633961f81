import type { PaymentAttention } from '@abato/contracts';
import { aContest, aUser, sql } from '../support/builders.js';
import {
  beginPaid,
  initialize,
  ledgerOf,
  payCounted,
  paymentIdOf,
  publicTotal,
  stateOf,
  tellByWebhook,
  verify,
  voteStatus,
  waitForState,
} from '../support/payments.js';
import { expectRefusal } from '../support/refusal.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();

const contest = await aContest().paid('2.00').withContestants(2).save();
const admin = await aUser().superAdmin().save();

async function paid(fields: Record<string, unknown> = {}): Promise<{ voteId: string; reference: string }> {
  const begun = await payCounted(contest, fields);
  return begun;
}

/** Votes of the contest as the ledger has them. */
const ledgerTotal =
  async (): Promise<number> => sql.value<number>`SELECT sum(votes)::int AS votes FROM vote_ledger
    WHERE contest_id = ${contest.id}`;

/** Two attempts for one vote, the second counted, the first still to be paid. */
async function paidWithAnOlderAttempt(): Promise<{ voteId: string; older: string }> {
  const { voteId, reference: older } = await beginPaid(contest);
  await simulator.complete(older, 'failed');
  await verify(older);
  const { reference } = (await initialize(voteId)).data;
  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
  return { voteId, older };
}

it('a second payment for one vote is given back by itself, in full, once', async () => {
  const { voteId, older } = await paidWithAnOlderAttempt();
  await simulator.complete(older);
  await waitForState(older, 'REFUNDED');
  expect(await simulator.ledger(older)).toMatchObject({ paid: 200, refunded: 200, net: 0 });
  expect(await ledgerOf(voteId)).toEqual([1]);
  expect((await verify(older)).message).toBe('This payment was refunded to you.');
});

it('a second payment for one vote is given back once although the provider’s answer is lost', async () => {
  const { older } = await paidWithAnOlderAttempt();
  await simulator.script(older, { refund: 'drop-after-accept', webhook: 'never' });
  await simulator.complete(older);
  await waitFor(async () => (await simulator.show(older)).refunds.length > 0, { withinMs: 120_000 });
  await waitFor(
    async () =>
      (
        await sql`SELECT FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.reference = ${older}
            AND r.status = 'ACCEPTED'`
      ).length === 1 || (await stateOf(older)) === 'REFUNDED',
    { withinMs: 120_000, what: 'the lost refund to be found' },
  );
  expect((await simulator.show(older)).refunds).toHaveLength(1);
});

it('a second payment for one vote calls for a person when the provider cannot give it back', async () => {
  const { older } = await paidWithAnOlderAttempt();
  await simulator.script(older, { refund: 'needs-attention', refundDelayMs: 100 });
  await simulator.complete(older);
  await waitForState(older, 'REFUND_ATTENTION');
  const { data } = await admin.api.get<PaymentAttention[]>('/payments/attention');
  expect(data.find((item) => item.reference === older)).toMatchObject({
    state: 'REFUND_ATTENTION',
    amount: 2,
    takenAmount: 2,
    contestTitle: contest.title,
  });
});

it('money that goes back takes its votes back when a dispute is lost, and keeps them when it is won', async () => {
  const won = await paid({ voteCount: 2 });
  await simulator.dispute(won.reference);
  await waitForState(won.reference, 'DISPUTED');
  expect((await verify(won.reference)).data.status).toBe('COMPLETED');
  await simulator.dispute(won.reference, { action: 'resolve', resolution: 'declined' });
  await waitForState(won.reference, 'COMPLETED');
  expect(await ledgerOf(won.voteId)).toEqual([2]);

  const lost = await paid({ voteCount: 5 });
  await simulator.dispute(lost.reference);
  await waitForState(lost.reference, 'DISPUTED');
  await simulator.dispute(lost.reference, { action: 'resolve', resolution: 'merchant-accepted' });
  await waitForState(lost.reference, 'REVERSED');
  expect(await ledgerOf(lost.voteId)).toEqual([5, -5]);
  expect(await voteStatus(lost.voteId)).toBe('FAILED');
  await waitFor(async () => (await publicTotal(contest.id)) === (await ledgerTotal()), {
    what: 'the public total',
  });
  expect(await initialize(lost.voteId)).toMatchObject({ status: 409, code: 'VOTE_NOT_PAYABLE' });
});

it('money that goes back is noticed although no one had told of the payment, which was of another amount', async () => {
  const { voteId, reference } = await beginPaid(contest);
  await simulator.script(reference, { webhook: 'never', amount: 150 });
  await simulator.complete(reference);
  await simulator.script(reference, { webhook: 'once' });
  await simulator.dispute(reference);
  await simulator.dispute(reference, { action: 'resolve' });
  await waitForState(reference, 'REVERSED');
  await tellByWebhook(reference, { as: 'success' });
  expect([await stateOf(reference), await ledgerOf(voteId)]).toEqual(['REVERSED', []]);
});

it('money that goes back is noticed once however often it is told', async () => {
  const { voteId, reference } = await paid();
  await simulator.dispute(reference);
  await waitForState(reference, 'DISPUTED');
  await simulator.dispute(reference, { action: 'resolve' });
  await waitForState(reference, 'REVERSED');
  await tellByWebhook(reference, { times: 3 });
  await tellByWebhook(reference, { as: 'success', times: 2 });
  expect(await stateOf(reference)).toBe('REVERSED');
  expect(await ledgerOf(voteId)).toEqual([1, -1]);
});

it('by a super admin’s hand refunds a counted payment and takes its votes back', async () => {
  const { voteId, reference } = await paid({ voteCount: 3 });
  const id = await paymentIdOf(reference);
  expect((await admin.api.post(`/payments/${id}/refund`, {})).status).toBe(400);
  const organiser = await aUser().save();
  expect((await organiser.api.post(`/payments/${id}/refund`, { reason: 'x' })).status).toBe(404);
  expect((await admin.api.post(`/payments/${id}/refund`, { reason: 'Paid by mistake' })).status).toBe(200);
  expect(await ledgerOf(voteId)).toEqual([3, -3]);
  await waitForState(reference, 'REFUNDED');
  expect(await simulator.ledger(reference)).toMatchObject({ paid: 600, refunded: 600, net: 0 });
  await expectRefusal(admin.api.post(`/payments/${id}/refund`, { reason: 'Again' }), 409, 'CONFLICT');
  const rows = await sql<{
    action: string;
    actor_user_id: string;
    detail: { reason: string };
  }>`SELECT action, actor_user_id, detail FROM audit_log WHERE subject_id = ${id}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    action: 'payment.refund',
    actor_user_id: admin.id,
    detail: { reason: 'Paid by mistake' },
  });
});

it('by a super admin’s hand finds the books closed when a bank took the money back without a word', async () => {
  const { reference } = await paid();
  await simulator.script(reference, { webhook: 'never' });
  await simulator.reverse(reference);
  const id = await paymentIdOf(reference);
  expect((await admin.api.post(`/payments/${id}/refund`, { reason: 'Asked by the bank' })).status).toBe(200);
  await waitForState(reference, 'REFUNDED');
  expect(await simulator.ledger(reference)).toMatchObject({
    paid: 200,
    refunded: 0,
    reversed: 200,
    net: 0,
  });
  expect((await simulator.show(reference)).refunds).toHaveLength(0);
});

it('by a super admin’s hand counts or refunds what is held for review', async () => {
  const held = async () => {
    const begun = await beginPaid(contest);
    await simulator.script(begun.reference, { amount: 150 });
    await simulator.complete(begun.reference);
    await waitForState(begun.reference, 'REVIEW');
    return { ...begun, id: await paymentIdOf(begun.reference) };
  };
  const [accepted, refused] = [await held(), await held()];
  expect(
    (await admin.api.post(`/payments/${accepted.id}/accept`, { reason: 'Agreed by phone' })).status,
  ).toBe(200);
  expect(await stateOf(accepted.reference)).toBe('COMPLETED');
  expect(await ledgerOf(accepted.voteId)).toEqual([1]);
  expect((await admin.api.post(`/payments/${accepted.id}/accept`, { reason: 'Again' })).status).toBe(409);

  expect((await admin.api.post(`/payments/${refused.id}/refund`, { reason: 'Wrong amount' })).status).toBe(
    200,
  );
  await waitForState(refused.reference, 'REFUNDED');
  // What was taken goes back, not what was asked.
  expect(await simulator.ledger(refused.reference)).toMatchObject({ paid: 150, refunded: 150, net: 0 });
  expect(await ledgerOf(refused.voteId)).toEqual([]);
});

it('by a super admin’s hand accepts no held payment that was paid too late or whose results are final, and says why; exports name what was taken', async () => {
  const owner = await aUser().save();
  const ended = await aContest().ownedBy(owner).paid('3.00').save();
  const { reference } = await beginPaid(ended);
  await simulator.script(reference, { amount: 1 });
  await simulator.complete(reference);
  await waitForState(reference, 'REVIEW');
  await sql`UPDATE contests SET status = 'ENDED', start_date = now() - interval '2 days', end_date = now(),
      ended_at = now() WHERE id = ${ended.id}`;
  const id = await paymentIdOf(reference);
  const accept = () => admin.api.post(`/payments/${id}/accept`, { reason: 'Agreed by phone' });
  await sql`UPDATE payments SET paid_at = now() + interval '2 hours' WHERE id = ${id}`;
  expect(await accept()).toMatchObject({ status: 409, message: expect.stringContaining('too late') });
  await sql`UPDATE payments SET paid_at = created_at WHERE id = ${id}`;
  await sql`UPDATE contests SET results_final_at = now() WHERE id = ${ended.id}`;
  expect(await accept()).toMatchObject({ status: 409, message: expect.stringContaining('final') });
  expect(await stateOf(reference)).toBe('REVIEW');
  const csv = (await owner.api.get(`/contests/${ended.id}/export/payments.csv`)).body;
  expect(csv).toMatch(new RegExp(`${reference}",[^,]*,[^,]*,0\\.01,`));
  await sql`UPDATE contests SET results_final_at = NULL WHERE id = ${ended.id}`;
  expect((await accept()).status).toBe(200);
  const books = await owner.api.get(`/payments/contest/${ended.id}/reconciliation`);
  expect(books.data).toMatchObject({ taken: 0.01, counted: 0.01, difference: 0 });
});
