import { createHash, randomUUID } from 'node:crypto';
import type { CastVoteResult, FoundVote, HeldVotesDecided, HeldVoteView, Overview } from '@abato/contracts';
import type { BuiltContest, BuiltUser } from '../support/builders.js';
import { aContest, aVote, database, withOwner, sql } from '../support/builders.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { intakeOf, manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { redis, useRedis } from '../support/own-redis.js';
import {
  beginPaid,
  castPaid,
  initialize,
  payCounted,
  publicTotal,
  tellByWebhook,
  verify,
  voteStatus,
  waitForState,
} from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { expectRefusal } from '../support/refusal.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

useHeldTransactions();

const api = new ApiClient();
useRedis();
const newPhone = phonesOf('find-vote');
const find = (phone: string, reference: string) => api.post<FoundVote>('/votes/find', { phone, reference });

it('find my vote shows the vote by payment reference and by receipt code, as written down, and names no voter', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = newPhone();
  const { reference, voteId } = await beginPaid(contest, { voterPhone, voterName: 'Abena', voteCount: 3 });
  expect((await find(voterPhone, reference)).data).toMatchObject({ status: 'PENDING', receiptCode: null });
  await new SimulatorControl().complete(reference);
  await waitForState(reference, 'COMPLETED');
  const { receiptCode = '' } = (await verify(reference)).data;
  for (const text of [
    reference,
    reference.toLowerCase(),
    receiptCode,
    receiptCode.toLowerCase().replace('-', ' '),
  ]) {
    const found = await find(voterPhone.replace('+233', '0'), text);
    expect(found.status).toBe(200);
    expect(found.data).toEqual({
      id: voteId,
      reference,
      receiptCode,
      status: 'COMPLETED',
      voteCount: 3,
      amount: 3,
      createdAt: expect.any(String) as string,
      contestId: contest.id,
      contest: { title: contest.title },
      category: { name: 'Category 1' },
      contestant: { name: contest.contestant.name },
    });
    const told = JSON.stringify(found.body);
    for (const secret of ['Abena', voterPhone.slice(4)]) expect(told).not.toContain(secret);
  }
});

it('find my vote shows the payment that counts the vote, although another attempt was given up later', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = newPhone();
  const voteId = await castPaid(contest, { voterPhone });
  const { reference: left } = (await initialize(voteId)).data;
  const prompt = { voteId, phoneNumber: '0551234987', network: 'mtn' };
  const { reference } = (await api.post<{ reference: string }>('/payments/paystack/charge', prompt)).data;
  await waitForState(reference, 'COMPLETED');
  const { receiptCode = '' } = (await verify(reference)).data;
  await sql`UPDATE payments SET state = 'FAILED', settled_at = now() + interval '30 minutes'
      WHERE reference = ${left}`;
  expect((await find(voterPhone, receiptCode)).data).toMatchObject({ reference, status: 'COMPLETED' });
});

it('find my vote mails the receipt to a voter who gave an address, once', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterEmail = `voter-${contest.id}@example.com`;
  const { reference } = await payCounted(contest, { voterEmail, voteCount: 2 });
  await tellByWebhook(reference, { times: 3 });
  const { receiptCode = 'none' } = (await verify(reference)).data;
  const rows = await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail_outbox
      WHERE recipient = ${voterEmail}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.subject).toContain(receiptCode);
  expect(rows[0]?.body).toContain('GHS 2.00');
});

it('find my vote shows a free vote by its id and by the code that the cast answered with, also when repeated', async () => {
  const contest = await aContest().save();
  const voterPhone = newPhone();
  const vote = aVote(contest, { voterPhone });
  const key = { headers: { 'Idempotency-Key': randomUUID() } };
  const { data } = await api.post<CastVoteResult>('/votes/cast', vote, key);
  const { receiptCode = '' } = data;
  expect(receiptCode).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
  expect((await api.post<CastVoteResult>('/votes/cast', vote, key)).data.receiptCode).toBe(receiptCode);
  for (const text of [data.id, receiptCode, receiptCode.toLowerCase().replaceAll('-', ' ')]) {
    const found = (await find(voterPhone, text)).data;
    expect(found).toMatchObject({ id: data.id, reference: null, receiptCode, amount: 0 });
  }
  // The code alone, or with another's number, tells nothing.
  expect((await find(newPhone(), receiptCode)).status).toBe(404);
  const other = receiptCode.slice(0, -1) + (receiptCode.endsWith('0') ? '1' : '0');
  expect((await find(voterPhone, other)).status).toBe(404);
});

it('find my vote gives an unpaid vote no code of its own', async () => {
  const contest = await aContest().paid('1.00').save();
  const { data } = await api.post<CastVoteResult>('/votes/cast', aVote(contest));
  expect(data.receiptCode).toBeUndefined();
});

it('find my vote says the same for a wrong phone and a wrong reference', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = newPhone();
  const { reference } = await beginPaid(contest, { voterPhone });
  for (const answer of [await find(newPhone(), reference), await find(voterPhone, 'A-WRONG')])
    expect([answer.status, answer.code, answer.message]).toEqual([404, 'VOTE_NOT_FOUND', 'Vote not found']);
});

it('find my vote stops a guesser', async () => {
  const voterPhone = newPhone();
  expect((await find(voterPhone, 'GUESS-1')).status).toBe(404);
  // It has to wait a minute: no machine is so slow that this is over. How many tries are free: limit-guards.
  const tried = `phone ${voterPhone} from 127.0.0.1`;
  const digest = createHash('sha256').update(tried).digest('base64url').slice(0, 22);
  expect(await redis.get(`abato:attempts:findVote:account:${digest}`)).toBe('1');
  await redis.set(`abato:waits:findVote:account:${digest}`, 1, 'EX', 60);
  const refused = await find(voterPhone, 'GUESS-2');
  expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
  expect((await find(newPhone(), 'GUESS-2')).status).toBe(404);
});

async function aHeldVote() {
  const { owner, contest } = await withOwner();
  const { held } = await manyPhonesOfOneDevice(contest, 6);
  const voterPhone = await sql.value<string>`SELECT voter_phone FROM votes WHERE id = ${held[0]?.id}`;
  const input = { phone: voterPhone, reference: held[0]?.receiptCode ?? '' };
  return { owner, contest, id: held[0]?.id ?? '', input };
}

const findBy = async (input: object) => (await api.post<FoundVote>('/votes/find', input)).data;
const appeal = async (input: object) => (await api.post<FoundVote>('/votes/appeal', input)).data;
const decide = (owner: BuiltUser, contest: BuiltContest, body: object) =>
  owner.api.post<HeldVotesDecided>(`/votes/contest/${contest.id}/held/decide`, {
    reason: 'We asked them',
    ...body,
  });
const heldOf = async (owner: BuiltUser, contest: BuiltContest, state: string) =>
  (await owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held?state=${state}`)).data;
const waitingOf = async (owner: BuiltUser) =>
  (await owner.api.get<Overview>('/statistics/overview')).data.decisions.map(({ kind, count }) => [
    kind,
    count,
  ]);
const anyTime = expect.any(String) as string;

it('the voter of a free vote that is held reads that it is held and why, and nothing of it once it counts', async () => {
  const { owner, contest, input } = await aHeldVote();
  expect(await findBy(input)).toMatchObject({
    status: 'PENDING',
    amount: 0,
    held: { reason: 'DEVICE_MANY_PHONES', appealedAt: null, appealable: true },
  });
  await decide(owner, contest, { decision: 'RELEASED', all: true });
  const counted = await findBy(input);
  expect([counted.status, counted.held, counted.undone]).toEqual(['COMPLETED', undefined, undefined]);
  await appeal(input);
  expect(await heldOf(owner, contest, 'RELEASED')).toMatchObject([{ appealedAt: null }]);
});

it('the voter of a free vote that is held asks the organiser to look at it, who sees that beside the vote and in what waits', async () => {
  const { owner, contest, id, input } = await aHeldVote();
  expect(await waitingOf(owner)).toEqual([['HELD_VOTES', 1]]);
  const asked = await appeal(input);
  expect(asked).toMatchObject({ status: 'PENDING', held: { appealedAt: anyTime, appealable: false } });
  // Pressed twice.
  expect(await appeal(input)).toEqual(asked);
  expect(await waitingOf(owner)).toEqual([['APPEALS', 1]]);
  const appealed = await heldOf(owner, contest, 'APPEALED');
  expect(appealed).toMatchObject([{ id, state: 'HELD', appealedAt: asked.held?.appealedAt }]);
  expect(await heldOf(owner, contest, 'HELD')).toEqual(appealed);
});

it('the voter of a free vote that is held is told the same of an unknown phone as where there is no vote', async () => {
  const { input } = await aHeldVote();
  await expectRefusal(api.post('/votes/appeal', { ...input, phone: '+233201234567' }), 404, 'VOTE_NOT_FOUND');
  expect((await findBy(input)).held?.appealable).toBe(true);
});

it('the voter of a free vote that was rejected reads so, asks once, and the vote waits again; then it counts once when it is released', async () => {
  const { owner, contest, id, input } = await aHeldVote();
  await decide(owner, contest, { decision: 'REJECTED', all: true });
  expect(await findBy(input)).toMatchObject({
    status: 'FAILED',
    undone: 'REJECTED',
    held: { reason: 'DEVICE_MANY_PHONES', appealedAt: null, appealable: true },
  });
  const asked = await appeal(input);
  expect([asked.status, asked.undone, asked.held?.appealable]).toEqual(['PENDING', undefined, false]);
  expect(await voteStatus(id)).toBe('PENDING');
  expect(await intakeOf(owner, contest)).toEqual({ received: 6, counted: 5, held: 1, rejected: 0 });
  expect(
    (await decide(owner, contest, { decision: 'RELEASED', all: true, appealed: true })).data.decided,
  ).toBe(1);
  await waitFor(async () => (await publicTotal(contest.id)) === 6);
  expect(await appeal(input)).toMatchObject({ status: 'COMPLETED' });
  expect(await intakeOf(owner, contest)).toEqual({ received: 6, counted: 6, held: 0, rejected: 0 });
});

it('the voter of a free vote that was rejected cannot ask again after the second decision, which is written down as one about an appeal', async () => {
  const { owner, contest, id, input } = await aHeldVote();
  await decide(owner, contest, { decision: 'REJECTED', all: true });
  await appeal(input);
  await decide(owner, contest, { decision: 'REJECTED', voteIds: [id] });
  expect(await appeal(input)).toMatchObject({
    status: 'FAILED',
    undone: 'REJECTED',
    held: { appealable: false },
  });
  expect(await voteStatus(id)).toBe('FAILED');
  expect(await waitingOf(owner)).toEqual([]);
  const rows = await sql<{ detail: unknown }>`SELECT detail FROM audit_log
      WHERE subject_id = ${contest.id} AND action = 'vote.reject' ORDER BY at, id`;
  expect(rows.map(({ detail }) => detail)).toEqual([
    { voteIds: [id], votes: 1, reason: 'We asked them' },
    { voteIds: [id], votes: 1, reason: 'We asked them', appeals: [id] },
  ]);
});

it('the voter of a free vote that was rejected waits for a decision that is being written: a vote that is rejected while its voter asks is held again', async () => {
  const { owner, contest, id, input } = await aHeldVote();
  const organiser = await HeldTransaction.begin(database());
  const reject = `UPDATE held_votes SET decision = 'REJECTED', decided_at = now() WHERE vote_id = $1`;
  await organiser.client.query(reject, [id]);
  await organiser.client.query(`UPDATE votes SET status = 'FAILED' WHERE id = $1`, [id]);
  const asked = appeal(input);
  expect(await organiser.holdsUp(asked)).toBe(true);
  await organiser.commit();
  expect(await asked).toMatchObject({ status: 'PENDING', held: { appealable: false } });
  expect(await voteStatus(id)).toBe('PENDING');
  expect(await heldOf(owner, contest, 'APPEALED')).toMatchObject([{ id, state: 'HELD' }]);
});

it('an appeal decides only about votes with one when all with one are decided', async () => {
  const { owner, contest, id, input } = await aHeldVote();
  await manyPhonesOfOneDevice(contest, 6);
  await appeal(input);
  const { data } = await decide(owner, contest, { decision: 'RELEASED', all: true, appealed: true });
  expect(data).toEqual({ decided: 1, votes: 1, waiting: 1 });
  expect(await voteStatus(id)).toBe('COMPLETED');
});

it('a vote of a contest that was deleted cannot be asked about', async () => {
  const { contest, input } = await aHeldVote();
  await sql`UPDATE contests SET archived_at = now() WHERE id = ${contest.id}`;
  expect((await findBy(input)).held?.appealable).toBe(false);
  expect((await appeal(input)).held?.appealedAt).toBeNull();
});
