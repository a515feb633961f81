import type {
  FoundVote,
  PaymentCorrection,
  PaymentCorrectionResult,
  PaymentVerification,
  PaymentView,
} from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltUser, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, ledgerOf, payCounted, stateOf, verify, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';

const simulator = new SimulatorControl();
const PHONE = '+233207654321';

const owner = await aUser().save();
const admin = await aUser().superAdmin().save();
const contest = await aContest().ownedBy(owner).paid('1.00').save();
interface Paid {
  id: string;
  voteId: string;
  reference: string;
}

/** Four counted votes for GHS 4.00. */
const paid = (): Promise<Paid> => payCounted(contest, { voteCount: 4, voterPhone: PHONE });

const ask = (who: BuiltUser, { id }: { id: string }) =>
  who.api.post<PaymentCorrectionResult>(`/payments/${id}/refund-request`, { reason: 'Paid for another' });
async function asked(payment: Paid): Promise<string> {
  const { data } = await ask(owner, payment);
  expect(data).toEqual({ awaitsConfirmation: true, correctionId: expect.any(String) });
  return data.correctionId ?? '';
}
const decide = (who: BuiltUser, id: string, what: 'confirm' | 'reject') =>
  who.api.post(`/payments/corrections/${id}/${what}`, { reason: 'The votes are valid' });

async function listed({ id }: Paid): Promise<PaymentView | undefined> {
  const { data } = await owner.api.get<PaymentView[]>(`/payments/contest/${contest.id}?pageSize=100`);
  return data.find((payment) => payment.id === id);
}

async function waiting({ id }: Paid): Promise<PaymentCorrection | undefined> {
  const { data } = await admin.api.get<PaymentCorrection[]>('/payments/corrections');
  return data.find(({ paymentId }) => paymentId === id);
}

async function actionsOf({ id }: Paid): Promise<[string, string | null][]> {
  const rows = await sql<{ action: string; actor_user_id: string | null }>`SELECT action, actor_user_id
    FROM audit_log WHERE subject_id = ${id} ORDER BY id`;
  return rows.map(({ action, actor_user_id: actor }) => [action, actor]);
}

async function mailsTo({ email }: BuiltUser, { reference }: Paid): Promise<string[]> {
  const { rows } = await database().query<{ subject: string }>(
    'SELECT subject FROM mail_outbox WHERE recipient = $1 AND subject LIKE $2 ORDER BY created_at, id',
    [email, `%${reference}%`],
  );
  return rows.map(({ subject }) => subject);
}

/** Of the decision about a request. */
async function bodiesTo({ email }: BuiltUser, { reference }: Paid): Promise<string[]> {
  const { rows } = await database().query<{ body: string }>(
    `SELECT body FROM mail_outbox WHERE recipient = $1 AND subject LIKE 'Your request%' AND body LIKE $2 ORDER BY created_at, id`,
    [email, `%${reference}%`],
  );
  return rows.map(({ body }) => body);
}

it('a refund that an organiser asks for shows what would go back, changes nothing before a super admin confirms it, and is then ordered', async () => {
  const payment = await paid();
  expect(await listed(payment)).toMatchObject({ refundable: { amount: 4, votes: 4 }, refundRequest: null });
  const id = await asked(payment);
  expect(await listed(payment)).toMatchObject({
    refundable: null,
    refundRequest: { state: 'WAITING', decisionReason: null },
  });
  expect(await waiting(payment)).toMatchObject({
    kind: 'REFUND',
    amount: 4,
    votesBack: 4,
    reason: 'Paid for another',
    enteredBy: { id: owner.id },
  });
  expect((await ask(owner, payment)).status).toBe(409);
  expect(await ledgerOf(payment.voteId)).toEqual([4]);

  expect((await decide(owner, id, 'confirm')).status).toBe(403);
  expect((await decide(admin, id, 'confirm')).status).toBe(200);
  await waitForState(payment.reference, 'REFUNDED');
  expect(await ledgerOf(payment.voteId)).toEqual([4, -4]);
  expect(await simulator.ledger(payment.reference)).toMatchObject({ refunded: 400, net: 0 });
  expect((await decide(admin, id, 'confirm')).status).toBe(409);
  expect(await listed(payment)).toMatchObject({
    refundable: null,
    refundRequest: { state: 'ORDERED' },
    afterRefund: { countedVotes: 0, returnedAmount: 4 },
  });
  expect(await actionsOf(payment)).toEqual([
    ['payment.refund-request', owner.id],
    ['payment.correction-confirm', admin.id],
  ]);
  expect(await mailsTo(owner, payment)).toEqual([
    `Your request for a refund was decided (${payment.reference})`,
  ]);
});

it('a refund that an organiser asks for can be rejected with a reason that the organiser sees, and be asked for again', async () => {
  const payment = await paid();
  expect((await decide(admin, await asked(payment), 'reject')).status).toBe(200);
  expect(await listed(payment)).toMatchObject({
    refundable: { amount: 4, votes: 4 },
    refundRequest: { state: 'REJECTED', decisionReason: 'The votes are valid' },
  });
  expect([await stateOf(payment.reference), await ledgerOf(payment.voteId)]).toEqual(['COMPLETED', [4]]);
  await decide(admin, await asked(payment), 'reject');
});

it('a refund that an organiser asks for is asked for by the call with which a super admin orders one', async () => {
  const payment = await paid();
  const refund = (who: BuiltUser) =>
    who.api.post<PaymentCorrectionResult>(`/payments/${payment.id}/refund`, { reason: 'Paid for another' });
  expect((await refund(await aUser().save())).code).toBe('PAYMENT_NOT_FOUND');
  expect((await refund(owner)).data).toMatchObject({ awaitsConfirmation: true });
  expect(await waiting(payment)).toMatchObject({ kind: 'REFUND', votesBack: 4, enteredBy: { id: owner.id } });
  expect([await stateOf(payment.reference), await ledgerOf(payment.voteId)]).toEqual(['COMPLETED', [4]]);
  expect((await refund(admin)).data).toEqual({ awaitsConfirmation: false, correctionId: null });
  await waitForState(payment.reference, 'REFUNDED');
  expect(await ledgerOf(payment.voteId)).toEqual([4, -4]);
  // The order answers the request too.
  expect(await waiting(payment)).toBeUndefined();
  expect(await listed(payment)).toMatchObject({ refundRequest: { state: 'ORDERED' } });
  expect(await bodiesTo(owner, payment)).toEqual([
    expect.stringContaining(`The refund of the payment ${payment.reference} was ordered.`),
  ]);
});

it('a refund that an organiser asks for is withdrawn when the super admin who asked for it orders it', async () => {
  const payment = await paid();
  const { data } = await ask(admin, payment);
  const refund = await admin.api.post(`/payments/${payment.id}/refund`, { reason: 'Paid for another' });
  expect(refund.status).toBe(200);
  expect((await decide(admin, data.correctionId ?? '', 'reject')).status).toBe(409);
  expect(await listed(payment)).toMatchObject({ refundRequest: { state: 'WITHDRAWN' } });
  expect(await bodiesTo(admin, payment)).toEqual([]);
});

it('a refund that an organiser asks for tells the organiser what became of the money when it went back in another way before the rejection', async () => {
  const [part, whole] = [await paid(), await paid()];
  for (const [payment, amount] of [
    [part, 1],
    [whole, undefined],
  ] as const) {
    const id = await asked(payment);
    const returned = await admin.api.post(`/payments/${payment.id}/returned`, { reason: 'By hand', amount });
    expect(returned.status).toBe(200);
    expect((await decide(admin, id, 'reject')).status).toBe(200);
  }
  const [ofPart, ofWhole] = [await bodiesTo(owner, part), await bodiesTo(owner, whole)];
  expect(ofPart).toEqual([
    expect.stringContaining('A part of it had gone back before; the rest is not refunded.'),
  ]);
  expect(ofWhole).toEqual([
    expect.stringContaining('goes back to the payer, or has gone back, in another way.'),
  ]);
});

it('a refund that an organiser asks for needs an account with a second factor above GHS 1,000', async () => {
  const dear = await aContest().ownedBy(owner).paid('10.00').save();
  const usual = await payCounted(dear, { voteCount: 100 });
  const large = await payCounted(dear, { voteCount: 101 });
  const small = await payCounted(dear, { voteCount: 1 });
  const refund = ({ api }: BuiltUser, { id }: { id: string }, route: 'refund' | 'refund-request') =>
    api.post<PaymentCorrectionResult>(`/payments/${id}/${route}`, { reason: 'Paid by mistake' });
  for (const route of ['refund', 'refund-request'] as const)
    expect(await refund(owner, large, route)).toMatchObject({
      status: 403,
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'A refund of more than GHS 1,000.00 needs a second factor. Set it up in your profile.',
    });
  expect((await refund(admin, large, 'refund')).code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await ledgerOf(large.voteId)).toEqual([101]);
  expect((await refund(owner, usual, 'refund')).status).toBe(200);
  // The sum of the contest and day is above it, whoever asks for which part.
  expect(await refund(owner, small, 'refund')).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
    message:
      'Refunds of a contest and day of together more than GHS 1,000.00 need a second factor. Set it up in your profile.',
  });
  expect((await refund(admin, small, 'refund')).status).toBe(200);
  expect((await refund(admin, usual, 'refund')).code).toBe('SECOND_FACTOR_REQUIRED');
  const careful = await aUser().superAdmin().save();
  await sql`UPDATE users SET second_factor_encrypted = '\\x00', second_factor_at = now()
      WHERE id = ${careful.id}`;
  // An organiser with a second factor asks; a super admin without one cannot confirm it.
  const { data } = await refund(careful, large, 'refund-request');
  expect((await decide(admin, data.correctionId ?? '', 'confirm')).code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await ledgerOf(large.voteId)).toEqual([101]);
  expect((await refund(careful, large, 'refund')).status).toBe(200);
});

it('a refund that an organiser asks for is confirmed by another person than the one who asked', async () => {
  const payment = await paid();
  const { data } = await ask(admin, payment);
  expect((await decide(admin, data.correctionId ?? '', 'confirm')).status).toBe(403);
  const second = await aUser().superAdmin().save();
  expect((await decide(second, data.correctionId ?? '', 'confirm')).status).toBe(200);
});

it('a refund that an organiser asks for can be withdrawn by the organiser before the decision, not after it, and be asked for again', async () => {
  const payment = await paid();
  const withdraw = (who: BuiltUser) => who.api.delete(`/payments/${payment.id}/refund-request`);
  expect((await withdraw(owner)).status).toBe(409);
  const id = await asked(payment);
  expect((await withdraw(await aUser().save())).status).toBe(404);
  expect((await withdraw(owner)).status).toBe(200);
  expect(await waiting(payment)).toBeUndefined();
  expect((await decide(admin, id, 'confirm')).status).toBe(409);
  expect(await listed(payment)).toMatchObject({
    refundable: { amount: 4, votes: 4 },
    refundRequest: { state: 'WITHDRAWN', decisionReason: null },
  });
  expect([await stateOf(payment.reference), await ledgerOf(payment.voteId)]).toEqual(['COMPLETED', [4]]);
  expect(await actionsOf(payment)).toEqual([
    ['payment.refund-request', owner.id],
    ['payment.refund-withdraw', owner.id],
  ]);
  expect((await decide(admin, await asked(payment), 'reject')).status).toBe(200);
  expect((await withdraw(owner)).status).toBe(409);
});

it('a refund that an organiser asks for is refused of another organiser’s payment, of cash, and of votes that do not count', async () => {
  const payment = await paid();
  expect((await ask(await aUser().save(), payment)).status).toBe(404);
  const { data } = await owner.api.post<{ id: string }>('/votes/manual', {
    ...aVote(contest),
    reason: 'Cash at the gate',
  });
  const unpaid = await beginPaid(contest);
  const rows = await sql<{ id: string }>`SELECT id FROM payments
      WHERE vote_id = ANY(${[data.id, unpaid.voteId]}::uuid[])`;
  expect(rows).toHaveLength(2);
  for (const other of rows) expect((await ask(owner, other)).status).toBe(409);
});

it('a refund that an organiser asks for mails the super admins once an hour while requests of the same person wait or were withdrawn', async () => {
  const other = await aUser().save();
  const own = await aContest().ownedBy(other).paid('1.00').save();
  const references: string[] = [];
  for (let nr = 0; nr < 2; nr++) {
    const payment = await payCounted(own);
    references.push(payment.reference);
    expect((await ask(other, payment)).status).toBe(200);
    expect((await other.api.delete(`/payments/${payment.id}/refund-request`)).status).toBe(200);
    expect((await ask(other, payment)).status).toBe(200);
  }
  expect(
    await Promise.all(references.map((reference) => mailsTo(admin, { reference, id: '', voteId: '' }))),
  ).toEqual([[`A refund is asked for (${references[0]})`], []]);
});

it('a refund that an organiser asks for cannot be confirmed by a release that would record it as money that is back', async () => {
  const id = await asked(await paid());
  const confirm = sql`UPDATE payment_corrections
      SET decision = 'CONFIRMED', decided_by = ${admin.id}, decided_at = now() WHERE id = ${id}`;
  await expect(confirm).rejects.toThrow('payment_corrections_ordered_check');
});

it('after a part of the money went back lists, receipt, find-my-vote and exports show what counts now, and an older request is refused', async () => {
  const payment = await paid();
  const id = await asked(payment);
  const part = await admin.api.post(`/payments/${payment.id}/returned`, { reason: 'By hand', amount: 1.5 });
  expect(part.status).toBe(200);
  const afterRefund = { countedVotes: 3, returnedAmount: 1.5 };
  expect(await listed(payment)).toMatchObject({ vote: { voteCount: 4 }, afterRefund });
  const receipt: PaymentVerification = (await verify(payment.reference)).data;
  expect(receipt).toMatchObject({ status: 'COMPLETED', vote: { voteCount: 4 }, afterRefund });
  const found = await new ApiClient().post<FoundVote>('/votes/find', {
    phone: PHONE,
    reference: payment.reference,
  });
  expect(found.data).toMatchObject({ voteCount: 4, amount: 4, afterRefund });
  for (const [kind, key] of [
    ['votes', payment.voteId],
    ['payments', payment.reference],
  ] as const) {
    const { body } = await owner.api.get(`/contests/${contest.id}/export/${kind}.csv`);
    const lines = String(body).split('\r\n');
    expect(lines[0]).toMatch(/"Votes counted now","Returned \(GHS\)","Net \(GHS\)","Not paid \(GHS\)"$/);
    // The provider keeps 1.95 % of the payment; a vote has no fee.
    const net = kind === 'votes' ? '2.5' : '2.42';
    expect(lines.find((line) => line.includes(key))).toMatch(new RegExp(`,3,1\\.5,${net},0$`));
  }
  expect(await waiting(payment)).toMatchObject({ amount: 4, votesBack: 3 });
  expect(await decide(admin, id, 'confirm')).toMatchObject({
    status: 409,
    message: 'Less of this payment is left. Reject this correction.',
  });
  await decide(admin, id, 'reject');
  await decide(admin, await asked(payment), 'confirm');
  await waitForState(payment.reference, 'REFUNDED');
  expect(await ledgerOf(payment.voteId)).toEqual([4, -1, -3]);
  expect(await simulator.ledger(payment.reference)).toMatchObject({ refunded: 250 });
});
