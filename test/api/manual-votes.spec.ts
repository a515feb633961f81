import { randomUUID } from 'node:crypto';
import type { CastVoteResult, FairPlay, VoteRecordView, VoteStats } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { enterByHand, ledgerOf, manualPaymentsOf, publicTotal } from '../support/payments.js';
import { expectRefusal } from '../support/refusal.js';
import { castFree, entriesOf, verifyWithTotals, waitForLog } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

const owner = await aUser().save();

it('votes received in cash are counted like every other, with a manual payment that says who entered it and why', async () => {
  const contest = await aContest().ownedBy(owner).paid('1.50').save();
  const entered = await enterByHand(owner, contest, { voteCount: 10 });
  expect(entered.status).toBe(201);
  expect(entered.data).toMatchObject({ status: 'COMPLETED', voteCount: 10, amount: 15 });
  expect(await ledgerOf(entered.data.id)).toEqual([10]);
  expect(await manualPaymentsOf(entered.data.id)).toEqual([
    {
      method: 'MANUAL',
      state: 'COMPLETED',
      channel: 'cash',
      amount_pesewas: 1500,
      actor_user_id: owner.id,
      reason: 'Cash at the gate',
    },
  ]);
  await waitFor(async () => (await publicTotal(contest.id)) === 10);
  await waitForLog(contest, 1, 10);
  const [entry] = await entriesOf(contest, 1);
  expect(entry).toMatchObject({ v: 2, kind: 'manual', channel: 'cash', votes: 10, amount: 1500 });
  expect(entry).toHaveProperty('payment');
  const { data } = await owner.api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect([data.counted, data.enteredByHand]).toEqual([10, 10]);
});

it('votes received in cash make no payment in a free contest', async () => {
  const contest = await aContest().ownedBy(owner).save();
  const entered = await enterByHand(owner, contest);
  expect([entered.status, entered.data.amount]).toEqual([201, 0]);
  expect(await manualPaymentsOf(entered.data.id)).toEqual([]);
  expect(await ledgerOf(entered.data.id)).toEqual([1]);
});

it('votes received in cash are entered once with the same key', async () => {
  const contest = await aContest().ownedBy(owner).paid('1.00').save();
  const body = { ...aVote(contest, { voteCount: 4 }), reason: 'Cash' };
  const headers = { 'idempotency-key': randomUUID() };
  const enter = () => owner.api.post<CastVoteResult>('/votes/manual', body, { headers });
  const answers = await Promise.all(Array.from({ length: 4 }, enter));
  // One is done; those beside it are told so, or have its answer.
  const { data } = await enter();
  for (const answer of answers) {
    if (answer.status === 201) expect(answer.data.id).toBe(data.id);
    else expect([answer.status, answer.code]).toEqual([409, 'REQUEST_RUNNING']);
  }
  await waitFor(async () => (await publicTotal(contest.id)) === 4);
  const other = await owner.api.post('/votes/manual', { ...body, voteCount: 5 }, { headers });
  expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});

it('votes received in cash need a reason, a signed-in owner and an open contest', async () => {
  const contest = await aContest().ownedBy(owner).paid('1.00').save();
  const body = { ...aVote(contest), reason: 'Cash' };
  expect((await owner.api.post('/votes/manual', aVote(contest))).message).toBe('Reason is required');
  expect((await new ApiClient().post('/votes/manual', body)).status).toBe(401);
  const stranger = await aUser().save();
  expect((await stranger.api.post('/votes/manual', body)).code).toBe('CONTEST_NOT_FOUND');
  const admin = await aUser().superAdmin().save();
  const refused = await admin.api.post('/votes/manual', body);
  expect([refused.status, refused.message]).toEqual([403, 'Super Admins can only manage their own contests']);
  const other = await aContest().ownedBy(owner).paid('1.00').save();
  const { id: contestantId, categoryId } = other.contestant;
  await expectRefusal(enterByHand(owner, contest, { contestantId, categoryId }), 400, 'WRONG_NESTING');
  for (const [builder, code] of [
    [aContest().paused(), 'CONTEST_PAUSED'],
    [aContest().draft(), 'CONTEST_NOT_ACTIVE'],
    [aContest().ended(), 'RESULT_CLOSED'],
  ] as const)
    expect((await enterByHand(owner, await builder.ownedBy(owner).paid('1.00').save())).code).toBe(code);
});

const enter = async (contest: BuiltContest, voteCount = 3) =>
  (await enterByHand(owner, contest, { voteCount })).data.id;
const undo = (by: BuiltUser, id: string) =>
  by.api.post(`/votes/manual/${id}/undo`, { reason: 'Counted twice' });
const undoable = async (contest: BuiltContest) =>
  (await owner.api.get<VoteRecordView[]>(`/votes/contest/${contest.id}`)).data.map((vote) => [
    vote.id,
    vote.status,
    vote.undoable,
  ]);

it('votes entered by hand in a free contest are the same number in the log, in the fair-play figures and for the verifier', async () => {
  const contest = await aContest().ownedBy(owner).save();
  await castFree(contest, { voteCount: 2 });
  await enter(contest, 3);
  await waitForLog(contest, 2, 5);
  const entries = await entriesOf(contest, 2);
  const ofOrganiser = entries.filter(({ kind }) => kind === 'manual');
  expect(ofOrganiser).toMatchObject([{ v: 2, channel: 'manual', votes: 3, amount: 0 }]);
  expect(ofOrganiser[0]).not.toHaveProperty('verified');
  const { data } = await owner.api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect([data.counted, data.enteredByHand]).toEqual([5, 3]);
  const { code, out } = await verifyWithTotals(contest);
  expect([code, out]).toEqual([0, expect.stringMatching(/^free +2 votes\nmanual +3 votes$/m)]);
});

it('votes entered by hand in a free contest can be undone by the organiser once, and leave every figure', async () => {
  const contest = await aContest().ownedBy(owner).save();
  const [kept, wrong] = [await enter(contest, 2), await enter(contest)];
  await waitFor(async () => (await publicTotal(contest.id)) === 5);
  const stranger = await aUser().save();
  expect((await undo(stranger, wrong)).code).toBe('VOTE_NOT_FOUND');
  const answers = await Promise.all([undo(owner, wrong), undo(owner, wrong)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await ledgerOf(wrong)).toEqual([3, -3]);
  await waitFor(async () => (await publicTotal(contest.id)) === 2);
  await waitFor(async () => {
    const { data } = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
    return data.totalVotes === 2 && data.totalTransactions === 1 && data.uniqueVoters === 1;
  });
  expect(await undoable(contest)).toEqual([
    [wrong, 'FAILED', false],
    [kept, 'COMPLETED', true],
  ]);
  expect(
    await sql`SELECT actor_user_id AS actor, detail FROM audit_log
      WHERE subject_id = ${wrong} AND action = 'vote.manual-undo'`,
  ).toEqual([{ actor: owner.id, detail: { contestId: contest.id, votes: 3, reason: 'Counted twice' } }]);
});

it('votes entered by hand in a free contest cannot be undone after the end, which may come before the end date, not by a super admin either', async () => {
  const admin = await aUser().superAdmin().save();
  const [byDate, byHand] = [await aContest().ownedBy(owner).save(), await aContest().ownedBy(owner).save()];
  const votes = [await enter(byDate), await enter(byHand)];
  await sql`UPDATE contests SET end_date = now() WHERE id = ${byDate.id}`;
  await owner.api.put(`/contests/${byHand.id}`, { status: 'ENDED' });
  for (const id of votes) {
    for (const by of [owner, admin]) expect((await undo(by, id)).code).toBe('RESULT_CLOSED');
    expect(await ledgerOf(id)).toEqual([3]);
  }
});

it('votes entered by hand in a free contest are told apart from votes that voters cast, and from cash', async () => {
  const free = await aContest().ownedBy(owner).save();
  const cast = await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(free));
  const paid = await aContest().ownedBy(owner).paid('1.00').save();
  const cash = await enter(paid);
  for (const id of [cast.data.id, cash]) expect((await undo(owner, id)).status).toBe(409);
  expect([await ledgerOf(cast.data.id), await ledgerOf(cash)]).toEqual([[1], [3]]);
  expect([...(await undoable(free)), ...(await undoable(paid))].map(([, , one]) => one)).toEqual([
    false,
    false,
  ]);
});

it('votes without a phone count, in a free contest too, and are nobody’s unique voter', async () => {
  for (const price of ['0.00', '2.00']) {
    const contest = await aContest().ownedBy(owner).paid(price).save();
    const body = { ...aVote(contest, { voteCount: 3, voterPhone: undefined }), reason: 'Paper ballots' };
    const entered = await owner.api.post<CastVoteResult>('/votes/manual', body);
    expect([entered.status, entered.data.status]).toEqual([201, 'COMPLETED']);
    expect(await ledgerOf(entered.data.id)).toEqual([3]);
    await waitFor(async () => (await publicTotal(contest.id)) === 3);
    const { data } = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
    expect([data.totalVotes, data.uniqueVoters]).toEqual([3, 0]);
    const wrong = await owner.api.post('/votes/manual', { ...body, voterPhone: '12' });
    expect(wrong.message).toBe('Enter a valid phone number, for example 024 123 4567');
  }
});
