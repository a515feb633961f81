import type { PaymentVerification, PublicContestView } from '@abato/contracts';
import { aContest, aUser, aVote, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import {
  beginPaid,
  castPaid,
  initialize,
  ledgerOf,
  payCounted,
  publicTotal,
  stateOf,
  tellByWebhook,
  verify,
  voteStatus,
  waitForState,
  webhooksRead,
} from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const simulator = new SimulatorControl();

const contest = await aContest().paid('1.00').withContestants(2).save();

it('beginning a payment gives the provider’s page, and the same page while it is open', async () => {
  const voteId = await castPaid(contest, { voteCount: 3 });
  const first = await initialize(voteId);
  expect(first.status).toBe(201);
  expect(first.data.reference).toMatch(/^[A-Za-z0-9-]{20,30}$/);
  expect(first.data.authorizationUrl).toMatch(/^http/);
  const second = await initialize(voteId);
  expect(second.status).toBe(201);
  expect(second.data).toEqual(first.data);
});

it('beginning a payment is refused while the host is inactive, and the public page says so', async () => {
  const owner = await aUser().save();
  const closed = await aContest().ownedBy(owner).paid('1.00').save();
  const voteId = await castPaid(closed);
  const page = async () => {
    const { data } = await api.get<PublicContestView>(`/contests/${closed.id}/public`);
    return [data.open, data.reason];
  };
  expect(await page()).toEqual([true, null]);
  const toggle = () => owner.api.patch(`/hosts/${closed.hostId}/toggle-status`);
  expect((await toggle()).status).toBe(200);
  expect(await page()).toEqual([false, 'CONTEST_NOT_ACTIVE']);
  const charge = { voteId, phoneNumber: '+233551234987', network: 'mtn' };
  for (const answer of [
    await api.post('/votes/cast', aVote(closed)),
    await initialize(voteId),
    await api.post('/payments/paystack/charge', charge),
  ]) {
    expect([answer.status, answer.code]).toEqual([409, 'CONTEST_NOT_ACTIVE']);
  }
  expect((await toggle()).status).toBe(200);
  expect(await page()).toEqual([true, null]);
  expect((await initialize(voteId)).status).toBe(201);
});

it('beginning a payment makes one page for five requests at once', async () => {
  const voteId = await castPaid(contest);
  const answers = await Promise.all(Array.from({ length: 5 }, () => initialize(voteId)));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.data.reference)).size).toBe(1);
});

it('beginning a payment asks the provider for exactly the vote’s amount and tells it where to send the payer', async () => {
  const { reference, voteId } = await beginPaid(contest, { voteCount: 7, voterName: 'Esi' });
  const { data } = await simulator.show(reference);
  expect(data).toMatchObject({ amount: 700, currency: 'GHS' });
  const { email } = data.customer as { email: string };
  expect(email).toBe(`v-${voteId}@payer.abato.test`);
  const { redirect } = await simulator.complete(reference, 'abandoned');
  expect(redirect).toContain(`/payment/verify?reference=${reference}`);
});

it.each([
  ['an unknown vote', { voteId: '019aa000-0000-7000-8000-000000000000' }, 404, 'VOTE_NOT_FOUND'],
  ['no vote', {}, 400, 'VALIDATION_FAILED'],
  [
    'a phone that is none',
    { voteId: '019aa000-0000-7000-8000-000000000000', phoneNumber: '12' },
    400,
    'VALIDATION_FAILED',
  ],
])('beginning a payment refuses %s', async (_, body, status, code) => {
  expect(await api.post('/payments/paystack/initialize', body)).toMatchObject({ status, code });
});

it('beginning a payment refuses a free vote, a paid vote and an unknown provider', async () => {
  const free = await aContest().save();
  const cast = await api.post<{ id: string }>('/votes/cast', aVote(free));
  expect((await initialize(cast.data.id)).code).toBe('VOTE_NOT_PAYABLE');

  const { voteId, reference } = await payCounted(contest);
  expect(await initialize(voteId)).toMatchObject({ status: 409, code: 'VOTE_ALREADY_PAID' });

  expect((await api.post('/payments/hubtel/initialize', { voteId })).status).toBe(404);
  expect((await api.get(`/payments/hubtel/verify/${reference}`)).status).toBe(404);
});

it('beginning a payment starts afresh at once when the provider took the payment on and the answer was lost', async () => {
  const voteId = await castPaid(contest);
  const lost = await initialize(voteId, { initialize: 'drop-after-accept' });
  expect([lost.status, lost.code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
  const fresh = await initialize(voteId);
  expect(fresh.status).toBe(201);
  const rows = await sql<{ reference: string; state: string }>`SELECT reference, state FROM payments
      WHERE vote_id = ${voteId} ORDER BY id`;
  expect(rows.map((row) => row.state)).toEqual(['SUPERSEDED', 'INITIALIZED']);

  // Nobody holds the lost page, but if it is paid after all, the money is known and the vote counts once.
  await simulator.complete(rows[0]?.reference ?? '');
  await waitForState(rows[0]?.reference ?? '', 'COMPLETED');
  await simulator.complete(fresh.data.reference);
  await waitFor(async () => (await stateOf(fresh.data.reference)) !== 'INITIALIZED');
  expect(await ledgerOf(voteId)).toEqual([1]);
});

it('beginning a payment says so when the provider is down, and begins anew when it is back', async () => {
  const voteId = await castPaid(contest);
  expect((await initialize(voteId, { initialize: 'error-500' })).code).toBe('PROVIDER_UNAVAILABLE');
  expect((await initialize(voteId)).status).toBe(201);
});

async function expectCountedOnce(voteId: string, votes: number, before: number): Promise<void> {
  await waitFor(async () => (await publicTotal(contest.id)) === before + votes, { what: 'the public total' });
  expect(await ledgerOf(voteId)).toEqual([votes]);
  expect(await voteStatus(voteId)).toBe('COMPLETED');
}

it('a payment that succeeds counts once by the webhook alone', async () => {
  const before = (await publicTotal(contest.id)) ?? 0;
  const { voteId, reference } = await beginPaid(contest, { voteCount: 4 });
  await simulator.complete(reference);
  await expectCountedOnce(voteId, 4, before);
  const answer = await verify(reference);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    message: 'Payment verified. Your vote has been counted.',
    data: {
      reference,
      status: 'COMPLETED',
      amount: 4,
      contestId: contest.id,
      vote: { voteCount: 4, contestId: contest.id, contestant: { name: contest.contestant.name } },
      payment: { amount: 4, status: 'COMPLETED' },
      receiptCode: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) as string,
    } satisfies PaymentVerification,
  });
});

it('a payment that succeeds counts once by the return page alone, at its first question', async () => {
  const before = (await publicTotal(contest.id)) ?? 0;
  const { voteId, reference } = await beginPaid(contest);
  await simulator.script(reference, { webhook: 'never' });
  await simulator.complete(reference);
  const answer = await verify(reference);
  expect([answer.status, answer.success, answer.data.status]).toEqual([200, true, 'COMPLETED']);
  await expectCountedOnce(voteId, 1, before);
});

it('a payment that succeeds counts once by webhook and return page at the same time, asked five times each', async () => {
  const before = (await publicTotal(contest.id)) ?? 0;
  const { voteId, reference } = await beginPaid(contest);
  await simulator.script(reference, { webhook: 'never' });
  await simulator.complete(reference);
  const asked = Array.from({ length: 5 }, () => verify(reference));
  const told = tellByWebhook(reference, { times: 5 });
  const answers = await Promise.all(asked);
  await told;
  await waitForState(reference, 'COMPLETED');
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  await expectCountedOnce(voteId, 1, before);
  const rows = await sql`SELECT FROM payment_events e JOIN payments p ON p.id = e.payment_id
      WHERE p.reference = ${reference} AND to_state = 'COMPLETED'`;
  expect(rows).toHaveLength(1);
});

it('a payment that succeeds counts once when the webhook comes before the redirect, and five times', async () => {
  const before = (await publicTotal(contest.id)) ?? 0;
  const { voteId, reference } = await beginPaid(contest);
  await simulator.script(reference, { webhook: 'before-redirect', webhookCopies: 5 });
  await simulator.complete(reference);
  await webhooksRead(reference);
  await expectCountedOnce(voteId, 1, before);
  expect((await verify(reference)).success).toBe(true);
});

it('a payment that succeeds counts with the browser closed and no webhook', async () => {
  const before = (await publicTotal(contest.id)) ?? 0;
  const { voteId, reference } = await beginPaid(contest);
  await simulator.script(reference, { webhook: 'never' });
  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
  await expectCountedOnce(voteId, 1, before);
});

it('a payment that succeeds counts although it had failed before: failure never outranks success', async () => {
  const { voteId, reference } = await beginPaid(contest);
  await simulator.complete(reference, 'failed', {
    reason: 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED',
  });
  const failed = await verify(reference);
  expect([failed.status, failed.success, failed.code]).toEqual([402, false, 'PAYMENT_FAILED']);
  expect(failed.message).toBe('There is not enough balance, or a limit of the wallet or card was reached.');
  expect(await voteStatus(voteId)).toBe('FAILED');

  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([1]);
  // A late "failed" changes nothing any more.
  await tellByWebhook(reference, { as: 'failed' });
  expect(await stateOf(reference)).toBe('COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([1]);
});

it('a payment that succeeds keeps the second payment for the same vote apart, to be refunded', async () => {
  const { voteId, reference: first } = await beginPaid(contest);
  await simulator.complete(first, 'failed');
  await verify(first);
  const second = (await initialize(voteId)).data.reference;
  expect(second).not.toBe(first);
  expect(await voteStatus(voteId)).toBe('PENDING');
  await simulator.complete(second);
  await waitForState(second, 'COMPLETED');
  await simulator.complete(first);
  const answer = await waitFor(async () => {
    const asked = await verify(first);
    return /refund/.test(asked.message ?? '') && asked;
  });
  expect([answer.status, answer.data.status]).toEqual([402, 'FAILED']);
  expect(await ledgerOf(voteId)).toEqual([1]);
});

it.each([
  ['less', { amount: 1 }],
  ['more', { amount: 100_000 }],
  ['another currency', { currency: 'NGN' }],
  ['another account', { domain: 'live' }],
])('a payment that is not what was asked is held for review and not counted: %s', async (_, script) => {
  const { voteId, reference } = await beginPaid(contest);
  await simulator.script(reference, script);
  await simulator.complete(reference);
  await waitForState(reference, 'REVIEW');
  expect(await ledgerOf(voteId)).toEqual([]);
  const answer = await verify(reference);
  expect([answer.status, answer.success, answer.data.status]).toEqual([200, false, 'PENDING']);
  expect(answer.message).toContain('checked');
  expect((await initialize(voteId)).code).toBe('VOTE_ALREADY_PAID');
});

it('asking about a payment answers 404 for a reference that is not ours', async () => {
  for (const reference of ['A-00000000000000000000000000', 'x'.repeat(150), 'a_b', '%00'])
    expect(await verify(reference)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' });
});

it('asking about a payment answers PENDING while the provider has not decided, and asks it at most once in three seconds', async () => {
  const began = Date.now();
  const { reference } = await beginPaid(contest);
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(reference)));
  expect(
    new Set(answers.map((answer) => `${answer.status} ${answer.success} ${answer.data.status}`)),
  ).toEqual(new Set(['200 false PENDING']));
  const checks = await sql.value<number>`SELECT checks FROM payments WHERE reference = ${reference}`;
  const threeSeconds = Math.floor((Date.now() - began) / 3_000);
  expect(checks).toBeGreaterThanOrEqual(1);
  expect(checks).toBeLessThanOrEqual(1 + threeSeconds);
});

it.each(['ongoing', 'pending', 'processing', 'queued', 'something new'])(
  'asking about a payment takes the provider’s "%s" for pending',
  async (status) => {
    const { reference } = await beginPaid(contest);
    await simulator.script(reference, { verifyAs: status });
    const answer = await verify(reference);
    expect([answer.status, answer.success, answer.data.status]).toEqual([200, false, 'PENDING']);
    expect(await stateOf(reference)).toBe('PROVIDER_PENDING');
  },
);

it('asking about a payment believes "abandoned" only once the payer has cancelled', async () => {
  const { reference } = await beginPaid(contest);
  await simulator.complete(reference, 'abandoned');
  expect((await verify(reference)).data.status).toBe('PENDING');
  const cancelled = await verify(reference, '?cancelled=true');
  expect(cancelled.status).toBe(402);
  expect(cancelled.data.status).toBe('FAILED');
});

it('asking about a payment does not count what is not found, and finds it later', async () => {
  const { reference, voteId } = await beginPaid(contest);
  await simulator.script(reference, { verifyAs: [{ notFound: true }], webhook: 'never' });
  await simulator.complete(reference);
  expect((await verify(reference)).data.status).toBe('PENDING');
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([1]);
});

it('a receipt address that the provider does not accept costs no vote, and the answer names the field', async () => {
  const contest = await aContest().paid('1.00').save();
  const voteId = await castPaid(contest, { voterEmail: 'ama@refused.example' });
  const begun = await initialize(voteId);
  expect([begun.status, begun.data.refusedField]).toEqual([201, 'voterEmail']);
  await new SimulatorControl().complete(begun.data.reference);
  await waitForState(begun.data.reference, 'COMPLETED');
  const accepted = await initialize(await castPaid(contest, { voterEmail: 'ama@example.com' }));
  expect(accepted.data.refusedField).toBeUndefined();
});
