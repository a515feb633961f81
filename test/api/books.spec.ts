import type {
  BookEntry,
  FoundVote,
  PaymentAttention,
  PaymentEvidence,
  PaymentView,
  ReconciliationView,
  ResentReceipt,
  VoteHistory,
  VoteRecordView,
} from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltUser, withOwner, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, initialize, payCounted, paymentIdOf, verify, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();
const visitor = new ApiClient();
const PHONE = '+233245550101';

const { owner, contest } = await withOwner(aContest().paid('1.00'));
const email = `esi-${contest.id}@example.com`;
const counted = await beginPaid(contest, {
  voteCount: 4,
  voterName: 'Esi Ama Owusu-Ansah',
  voterPhone: PHONE,
  voterEmail: email,
});
const failed = await beginPaid(contest, {
  voteCount: 2,
  voterName: 'Kofi Owusu',
  voterPhone: '+233245550202',
  voterEmail: `kofi-${contest.id}@example.com`,
});
await simulator.complete(counted.reference);
await simulator.complete(failed.reference, 'failed');
await waitForState(counted.reference, 'COMPLETED');
await waitForState(failed.reference, 'FAILED');
const today = () => new Date().toISOString().slice(0, 10);

const search = async (text: string, filters: Record<string, string> = {}) => {
  const answer = await owner.api.post<PaymentView[]>(`/payments/contest/${contest.id}/search`, {
    search: text,
    ...filters,
  });
  expect(answer.status).toBe(200);
  expect(answer.pagination?.total).toBe(answer.data.length);
  return answer.data.map(({ reference }) => reference);
};

it('the payments of a contest are found by phone number, reference, receipt code, vote and words of the name', async () => {
  const { data } = await visitor.post<FoundVote>('/votes/find', {
    phone: PHONE,
    reference: counted.reference,
  });
  const code = data.receiptCode ?? '';
  for (const text of [
    '0245550101',
    '+233 24 555 0101',
    counted.reference,
    counted.reference.toLowerCase(),
    code,
    code.toLowerCase().replace('-', ' '),
    counted.voteId,
    'Esi',
    'ansah esi',
    'OWUSU-ANS',
  ])
    expect([text, await search(text)]).toEqual([text, [counted.reference]]);
  expect((await search('owusu')).sort()).toEqual([counted.reference, failed.reference].sort());
  expect(await search('owusu', { status: 'FAILED' })).toEqual([failed.reference]);
  for (const text of ['0245550999', 'Mensah', "' | '", '%', 'e'])
    expect([text, await search(text)]).toEqual([text, []]);
});

it('the payments of a contest of other contests are not found', async () => {
  const other = await aContest().ownedBy(owner).paid('1.00').save();
  for (const text of ['0245550101', counted.reference, counted.voteId, 'Owusu']) {
    const answer = await owner.api.post<PaymentView[]>(`/payments/contest/${other.id}/search`, {
      search: text,
    });
    expect([text, answer.data]).toEqual([text, []]);
  }
});

it('the payments of a contest are filtered by precise state, method and day', async () => {
  const of = async (query: string) =>
    (await owner.api.get<PaymentView[]>(`/payments/contest/${contest.id}?${query}`)).data
      .map(({ reference }) => reference)
      .sort();
  const both = [counted.reference, failed.reference].sort();
  expect(await of('state=FAILED')).toEqual([failed.reference]);
  expect(await of('state=REFUNDED')).toEqual([]);
  expect(await of('method=PAYSTACK')).toEqual(both);
  expect(await of('method=MANUAL')).toEqual([]);
  const { data } = await owner.api.get<PaymentView[]>(`/payments/contest/${contest.id}`);
  const day = data[0]?.createdAt.slice(0, 10) ?? today();
  expect(await of(`day=${day}`)).toContain(data[0]?.reference);
  expect(await of('day=2026-01-01')).toEqual([]);
});

it('the payments of a contest need a text to search for, and a day that exists', async () => {
  const path = `/payments/contest/${contest.id}`;
  expect((await owner.api.post(`${path}/search`, { search: ' ' })).message).toBe('Search text is required');
  expect((await owner.api.post(`${path}/search`, { search: 'x', day: '2026-02-30' })).status).toBe(400);
  expect((await owner.api.get(`${path}?state=UNKNOWN`)).status).toBe(400);
});

const find = async (asker: BuiltUser, search: string) =>
  (await asker.api.post<BookEntry[]>('/payments/find', { search })).data;

it('a reference or a receipt code finds the vote in whichever contest, for its owner and super admins only', async () => {
  const { data } = await visitor.post<FoundVote>('/votes/find', {
    phone: PHONE,
    reference: counted.reference,
  });
  const [stranger, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  for (const text of [counted.reference.toLowerCase(), data.receiptCode?.replace('-', ' ') ?? '']) {
    for (const asker of [owner, admin])
      expect(await find(asker, text)).toMatchObject([
        {
          voteId: counted.voteId,
          contest: { id: contest.id, title: contest.title },
          voteCount: 4,
          amount: 4,
          status: 'COMPLETED',
        },
      ]);
    expect(await find(stranger, text)).toEqual([]);
  }
  for (const text of ['0245550101', 'Owusu', counted.reference.slice(0, 10)])
    expect([text, await find(owner, text)]).toEqual([text, []]);
});

it('a reference or a receipt code finds a free vote as well', async () => {
  const free = await aContest().ownedBy(owner).save();
  const cast = await visitor.post<{ id: string; receiptCode: string }>('/votes/cast', aVote(free));
  expect(await find(owner, cast.data.receiptCode)).toMatchObject([
    { voteId: cast.data.id, contest: { id: free.id }, amount: 0 },
  ]);
});

it('the votes of a contest are found by the code of a free receipt, and filtered by source and day', async () => {
  const free = await aContest().ownedBy(owner).save();
  const cast = await visitor.post<{ id: string; receiptCode: string }>(
    '/votes/cast',
    aVote(free, { voterName: 'Yaa Asantewaa', voterPhone: '+233245550303' }),
  );
  await visitor.post('/votes/cast', aVote(free, { voterPhone: '+233245550404' }));
  const search = async (text: string, filters: Record<string, string> = {}) =>
    (
      await owner.api.post<VoteRecordView[]>(`/votes/contest/${free.id}/search`, { search: text, ...filters })
    ).data.map(({ id }) => id);
  expect(cast.data.receiptCode).toMatch(/^.{4}-.{4}-.{4}$/);
  for (const text of [cast.data.receiptCode, '0245550303', 'yaa asante'])
    expect([text, await search(text)]).toEqual([text, [cast.data.id]]);
  expect(await search('yaa', { source: 'MANUAL' })).toEqual([]);
  expect(await search('yaa', { source: 'WEB', day: '2026-01-01' })).toEqual([]);
  const { data } = await owner.api.get<VoteRecordView[]>(`/votes/contest/${free.id}?source=WEB`);
  expect(data).toHaveLength(2);
});

it('what happened to a counted vote is told from the cast to the count', async () => {
  const { data } = await owner.api.get<VoteHistory>(`/votes/${counted.voteId}/history`);
  expect(data).toMatchObject({ voteId: counted.voteId, voteCount: 4, amount: 4, status: 'COMPLETED' });
  const kinds = data.events.map(({ kind }) => kind);
  expect(kinds[0]).toBe('CAST');
  expect(kinds).toEqual(expect.arrayContaining(['CHECKOUT', 'STATE', 'WEBHOOK', 'COUNTED']));
  expect(data.events.find(({ kind }) => kind === 'COUNTED')).toMatchObject({ votes: 4, amount: 4 });
  expect(data.events.map(({ at }) => at)).toEqual(data.events.map(({ at }) => at).sort());
  expect(JSON.stringify(data)).not.toMatch(/Esi|24555|example\.com/);
});

it('what happened to a failed payment is told with the reason', async () => {
  const { data } = await owner.api.get<VoteHistory>(
    `/payments/${await paymentIdOf(failed.reference)}/history`,
  );
  expect(data.voteId).toBe(failed.voteId);
  expect(data.attempts).toEqual([
    expect.objectContaining({ reference: failed.reference, state: 'FAILED', failure: 'DECLINED' }),
  ]);
  expect(data.attempts[0]?.told).toMatch(/declined/);
  expect(data.receipt).toEqual({ mail: false, sms: false, left: 0 });
});

const resend = (voteId: string) => owner.api.post<ResentReceipt>(`/votes/${voteId}/receipt`);
const textedAt = () =>
  sql.value<Date | null>`SELECT sent_at FROM sms_outbox WHERE vote_id = ${counted.voteId}`;

it('a receipt is sent again to where it went, not twice within minutes', async () => {
  await waitFor(async () => Boolean(await textedAt()));
  const first = await textedAt();
  const both = await Promise.all([resend(counted.voteId), resend(counted.voteId)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect(both.find(({ status }) => status === 200)?.data).toEqual({ mail: true, sms: true, left: 2 });
  expect(both.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'RATE_LIMITED' });
  expect(await sql`SELECT FROM mail_outbox WHERE recipient = ${email}`).toHaveLength(2);
  await waitFor(async () => ((await textedAt()) ?? first)?.getTime() !== first?.getTime());
  const { data } = await owner.api.get<VoteHistory>(`/votes/${counted.voteId}/history`);
  expect(data.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['RESENT', 'SMS']));
});

it('a receipt of a vote that does not count is refused', async () => {
  expect(await resend(failed.voteId)).toMatchObject({ status: 409, code: 'CONFLICT' });
});

it('a receipt of a vote whose money went back in part is refused', async () => {
  const admin = await aUser().superAdmin().save();
  const { voteId, reference } = await payCounted(contest, { voteCount: 4, voterPhone: '+233245550606' });
  await admin.api.post(`/payments/${await paymentIdOf(reference)}/returned`, {
    reason: 'By hand',
    amount: 1,
  });
  const answer = await resend(voteId);
  expect([answer.status, answer.message]).toEqual([409, expect.stringMatching(/^Money of this vote/)]);
  const { data } = await owner.api.get<VoteHistory>(`/votes/${voteId}/history`);
  expect(data.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['TAKEN_BACK', 'RETURNED']));
});

it('a receipt is not sent again more than three times', async () => {
  const { voteId } = await payCounted(contest, { voterPhone: '+233245550505' });
  await sql`INSERT INTO audit_log (at, action, subject_type, subject_id)
       SELECT now() - interval '1 hour', 'vote.receipt', 'vote', ${voteId} FROM generate_series(1, 3)`;
  expect(await resend(voteId)).toMatchObject({ status: 409, code: 'CONFLICT' });
});

it('a contest’s books against the provider’s money agree to the pesewa: counted, held, refunded, reversed', async () => {
  const { owner, contest } = await withOwner(aContest().paid('1.00'));
  const pay = async (state: string, script: Record<string, unknown> = {}) => {
    const begun = await beginPaid(contest, { voteCount: 2 });
    await simulator.script(begun.reference, script);
    await simulator.complete(begun.reference);
    await waitForState(begun.reference, state);
    return begun;
  };
  await pay('COMPLETED');
  await pay('REVIEW', { amount: 150 });
  await pay('REVIEW', { currency: 'NGN' });
  const disputed = await pay('COMPLETED');
  await simulator.dispute(disputed.reference);
  await waitForState(disputed.reference, 'DISPUTED');
  await simulator.dispute(disputed.reference, { action: 'resolve' });
  await waitForState(disputed.reference, 'REVERSED');
  const { voteId, reference: older } = await beginPaid(contest, { voteCount: 2 });
  await simulator.complete(older, 'failed');
  await verify(older);
  const newer = (await initialize(voteId)).data.reference;
  await simulator.complete(newer);
  await waitForState(newer, 'COMPLETED');
  await simulator.complete(older);
  await waitForState(older, 'REFUNDED');
  await beginPaid(contest);

  const { data } = await owner.api.get<ReconciliationView>(`/payments/contest/${contest.id}/reconciliation`);
  expect(data).toMatchObject({
    taken: 9.5,
    counted: 4,
    held: 1.5,
    refunded: 2,
    reversed: 2,
    returning: 0,
    difference: 0,
    undecided: 1,
  });
  expect(data.classes.find((one) => one.class === 'held')).toMatchObject({ payments: 2, amount: 1.5 });

  // A payment that nobody could ask about for a while: the sums say so instead of looking complete.
  await sql`UPDATE payments SET next_check_at = now() - interval '1 hour', check_started_at = now() + interval
      '1 hour' WHERE contest_id = ${contest.id} AND state = 'INITIALIZED'`;
  const late = await owner.api.get<ReconciliationView>(`/payments/contest/${contest.id}/reconciliation`);
  expect(late.data.incomplete).toBe(true);
});

const admin = await aUser().superAdmin().save();

const VOTER = { voterName: 'Efua', voterEmail: 'efua.mensah@example.com', voterPhone: '+233249876543' };

it('one file holds everything about a disputed payment, with people masked, and notes', async () => {
  const contest = await aContest().paid('2.00').save();
  const { voteId, reference } = await payCounted(contest, { voteCount: 3, ...VOTER });
  await simulator.dispute(reference);
  await waitForState(reference, 'DISPUTED');
  const id = await paymentIdOf(reference);
  expect((await admin.api.post(`/payments/${id}/notes`, { note: ' ' })).status).toBe(400);
  expect((await admin.api.post(`/payments/${id}/notes`, { note: 'The bank asks for proof' })).status).toBe(
    200,
  );
  await waitFor(async () => {
    return (await sql.value<string>`SELECT status FROM sms_outbox WHERE vote_id = ${voteId}`) === 'SENT';
  });

  const answer = await admin.api.get<PaymentEvidence>(`/payments/${id}/evidence`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="evidence-${reference}.json"`);
  const { data } = answer;
  expect(data.payment).toMatchObject({
    reference,
    state: 'DISPUTED',
    amount: 6,
    takenAmount: 6,
    takenCurrency: 'GHS',
    phoneNumber: '+233 24 *** **43',
    providerTransactionId: expect.stringMatching(/^\d+$/) as string,
  });
  expect(data.vote).toMatchObject({
    id: voteId,
    contest: contest.title,
    contestant: contest.contestant.name,
    voteCount: 3,
    voterPhone: '+233 24 *** **43',
    voterEmail: 'e***@example.com',
    status: 'COMPLETED',
  });
  expect(data.receipt).toMatchObject({
    code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) as string,
    sms: 'SENT',
  });
  expect(data.history.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['CREATED', 'INITIALIZED', 'COMPLETED', 'DISPUTED']),
  );
  expect(data.providerEvents.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['charge.success', 'charge.dispute.create']),
  );
  expect(data.ledger).toEqual([{ kind: 'COUNT', votes: 3, amount: 6, at: expect.any(String) as string }]);
  expect(data.notes).toEqual([
    { at: expect.any(String) as string, action: 'payment.note', text: 'The bank asks for proof' },
  ]);
  // Nothing in the file says who the voter is.
  expect(JSON.stringify(data)).not.toMatch(/9876543|efua\.mensah|authorization_url|checkout\//);

  const rows = await sql<{ action: string }>`SELECT action FROM audit_log WHERE subject_id = ${id}
    ORDER BY id`;
  expect(rows.map(({ action }) => action)).toEqual(['payment.note', 'payment.evidence']);
});

it('what waits for a person says why', async () => {
  const contest = await aContest().paid('1.00').save();
  const held = async (script: Record<string, unknown>): Promise<string> => {
    const { reference } = await beginPaid(contest);
    await simulator.script(reference, script);
    await simulator.complete(reference);
    await waitForState(reference, 'REVIEW');
    return reference;
  };
  const expected = {
    amount: await held({ amount: 50 }),
    currency: await held({ currency: 'NGN' }),
    account: await held({ domain: 'live' }),
  };
  const { data } = await admin.api.get<PaymentAttention[]>('/payments/attention');
  for (const [reason, reference] of Object.entries(expected)) {
    expect(data.find((payment) => payment.reference === reference)).toMatchObject({
      reason,
      contestantName: contest.contestant.name,
      voteCount: 1,
      notes: 0,
    });
  }
});

it('an unknown payment has neither notes nor evidence', async () => {
  const nobody = '019aa000-0000-7000-8000-000000000000';
  expect((await admin.api.get(`/payments/${nobody}/evidence`)).code).toBe('PAYMENT_NOT_FOUND');
  expect((await admin.api.post(`/payments/${nobody}/notes`, { note: 'x' })).code).toBe('PAYMENT_NOT_FOUND');
});
