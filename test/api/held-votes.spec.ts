import {
  type ContestAudit,
  type FairPlay,
  type FoundVote,
  type HeldVotesDecided,
  type HeldVoteView,
  type PublicContestView,
  type Receipt,
  releasedVotesThatDecide,
} from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import { aContest, aVote, type BuiltContest, type BuiltUser, withOwner, sql } from '../support/builders.js';
import { countedCasts, intakeOf, manyPhonesOfOneDevice } from '../support/held-votes.js';
import { HIDDEN_FIGURE } from '../support/hidden-figure.js';
import { ApiClient } from '../support/http.js';
import { publicTotal, voteStatus } from '../support/payments.js';
import { expectRefusal } from '../support/refusal.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const REASON = 'We called the voters of these numbers';
const decide = (who: BuiltUser, contest: BuiltContest, body: Record<string, unknown>) =>
  who.api.post<HeldVotesDecided>(`/votes/contest/${contest.id}/held/decide`, { reason: REASON, ...body });
const heldOf = async (who: BuiltUser, contest: BuiltContest, query = '') =>
  who.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held${query}`);
const totalBecomes = (contest: BuiltContest, votes: number) =>
  waitFor(async () => (await publicTotal(contest.id)) === votes, { what: `a total of ${votes}` });

async function aContestWithHeldVotes(phones = 8, fields: Record<string, unknown> = {}) {
  const { owner, contest } = await withOwner();
  return { owner, contest, ...(await manyPhonesOfOneDevice(contest, phones, fields)) };
}

it('a device that votes with many phones has its votes held from the sixth phone on: received, said so, and not counted', async () => {
  const { owner, contest, counted, held } = await aContestWithHeldVotes();
  expect([counted.length, held.length]).toEqual([5, 3]);
  expect(held[0]).toMatchObject({ status: 'PENDING', amount: 0, held: true });
  expect(counted[0]).not.toHaveProperty('held');
  await totalBecomes(contest, 5);
  expect(await countedCasts(contest)).toBe(5);
  expect(await intakeOf(owner, contest)).toEqual({ received: 8, counted: 5, held: 3, rejected: 0 });
});

it('a device that votes with many phones is not a voter who votes again and again with the family’s phones', async () => {
  const contest = await aContest().save();
  const family = ['+233244222001', '+233244222002', '+233244222003'];
  for (const voterPhone of [...family, ...family, ...family]) {
    const { counted } = await manyPhonesOfOneDevice(contest, 1, {
      voterPhone,
      deviceId: '11111111-2222-4333-8444-555555555555',
    });
    expect(counted).toHaveLength(1);
  }
});

it('a device that votes with many phones gets the first answer for a repeated request', async () => {
  const { contest } = await aContestWithHeldVotes(5);
  const headers = { 'idempotency-key': '0b7a3f64-6f52-4d53-9d0e-' + contest.id.slice(-12) };
  const deviceId = contest.id;
  for (let nr = 0; nr < 5; nr++) await api.post('/votes/cast', aVote(contest, { deviceId }));
  const sixth = aVote(contest, { deviceId });
  const first = await api.post<{ id: string; held: boolean }>('/votes/cast', sixth, { headers });
  const again = await api.post('/votes/cast', sixth, { headers });
  expect(first.data.held).toBe(true);
  expect([again.status, again.data]).toEqual([201, first.data]);
});

it('the public reads the reasons of an hour with five held casts or more, and of no other', async () => {
  const { contest } = await aContestWithHeldVotes(9);
  const { contest: busy } = await aContestWithHeldVotes(11);
  // The votes of one hour: a full hour may end while they are cast.
  await sql`UPDATE held_votes SET held_at = date_trunc('hour', now())
    WHERE contest_id = ANY(${[contest.id, busy.id]})`;
  const reasonsOf = async ({ id }: BuiltContest) =>
    (await api.get<FairPlay>(`/contests/${id}/fair-play`)).data.hours.flatMap(({ reasons }) => reasons);
  expect(await reasonsOf(contest)).toEqual([]);
  expect(await reasonsOf(busy)).toEqual([{ reason: 'DEVICE_MANY_PHONES', held: 6, rejected: 0 }]);
});

it('the public reads how many votes count, are held and were rejected, by hour and reason, and of no person', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(8, { voteCount: 2 });
  await decide(owner, contest, { decision: 'REJECTED', voteIds: [held[0]?.id] });
  const manual = { ...aVote(contest), reason: 'Ballots at the gate' };
  expect((await owner.api.post('/votes/manual', manual)).status).toBe(201);
  const { data, headers } = await api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect(data).toMatchObject({
    level: 'OPEN',
    counted: 11,
    held: 6,
    released: 0,
    rejected: 2,
    waiting: 4,
    nominees: [{ contestantId: contest.contestant.id, held: 6, released: 0, rejected: 2 }],
    decisions: [
      { contestantId: contest.contestant.id, decision: 'REJECTED', votes: 2, casts: 1, reason: REASON },
    ],
    decisionCount: 1,
    enteredByHand: 1,
    verified: 0,
    verifiedShare: 0,
    reasons: [
      { reason: 'DEVICE_MANY_PHONES', held: 6, rejected: 2 },
      { reason: 'NEIGHBOURING_PHONES', held: 0, rejected: 0 },
      { reason: 'OUTSIDE_NETWORKS', held: 0, rejected: 0 },
      { reason: 'UNKNOWN_BROWSERS', held: 0, rejected: 0 },
      { reason: 'ONE_ADDRESS', held: 0, rejected: 0 },
      { reason: 'SURGE', held: 0, rejected: 0 },
      { reason: 'LIMITS_UNKNOWN', held: 0, rejected: 0 },
    ],
  });
  const sum = (of: 'counted' | 'held' | 'rejected') =>
    data.hours.reduce((total, hour) => total + hour[of], 0);
  expect([sum('counted'), sum('held'), sum('rejected')]).toEqual([11, 6, 2]);
  expect(headers.get('cache-control')).toBe('public, max-age=5');
  const again = await api.get(`/contests/${contest.id}/fair-play`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const draft = await aContest().draft().save();
  expect((await api.get(`/contests/${draft.id}/fair-play`)).code).toBe('CONTEST_NOT_FOUND');
});

it('the public reads of the end what counted and was held, until results are final', async () => {
  const [first, second] = await Promise.all([aContestWithHeldVotes(9), aContestWithHeldVotes(9)]);
  for (const { owner, contest, held } of [first, second]) {
    await totalBecomes(contest, 5);
    expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ENDED' })).status).toBe(200);
    // One stays undecided: results are not final before it is.
    const [one, , ...others] = held.map(({ id }) => id);
    await decide(owner, contest, { decision: 'REJECTED', voteIds: [one] });
    await decide(owner, contest, { decision: 'RELEASED', voteIds: others });
    expect(await intakeOf(owner, contest)).toEqual({ received: 9, counted: 7, held: 1, rejected: 1 });
  }
  await sql`UPDATE contests SET results_final_at = now() WHERE id = ${second.contest.id}`;
  const told = async ({ contest }: typeof first) => {
    const { data: fair } = await api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
    const { data: audit } = await api.get<ContestAudit>(`/contests/${contest.id}/audit`);
    const ofHours = fair.hours.reduce((sum, hour) => sum + hour.counted, 0);
    const figures = [fair.counted, fair.held, fair.released, fair.rejected, fair.waiting, ofHours];
    return [...figures, audit.held?.casts, audit.released?.casts, audit.rejected?.casts];
  };
  expect(await told(first)).toEqual([5, 4, 0, 0, 4, 5, 4, 0, 0]);
  expect(await told(second)).toEqual([7, 4, 2, 1, 1, 7, 4, 2, 1]);
});

it('a released vote is told as let in with minute and reason, beside the ranking too when it decides a rank', async () => {
  const { owner, contest } = await withOwner(aContest().withContestants(2));
  const [leader, other] = contest.categories[0]?.contestants ?? [];
  const { held } = await manyPhonesOfOneDevice(contest, 7, { contestantId: other?.id, voteCount: 2 });
  for (let nr = 0; nr < 6; nr++)
    await api.post('/votes/cast', aVote(contest, { contestantId: leader?.id, voteCount: 2 }));
  const ofNominees = async () =>
    (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data.categories[0]?.contestants ??
    [];
  await totalBecomes(contest, 22);
  expect(releasedVotesThatDecide(await ofNominees())).toBe(0);
  const light = async () =>
    (await (await fetch(`${testState().baseUrl}/v/${contest.id}`)).text()).includes('held as suspicious');
  expect(await light()).toBe(false);
  const began = new Date();
  const fixed = await sql<{ voter: Buffer }>`SELECT voter FROM log_salts WHERE vote_id = ${held[0]?.id}`;
  expect((await decide(owner, contest, { decision: 'RELEASED', all: true })).status).toBe(200);
  await totalBecomes(contest, 26);
  const nominees = await ofNominees();
  expect(nominees.map(({ id, voteCount, releasedVotes }) => [id, voteCount, releasedVotes])).toEqual([
    [other?.id, 14, 4],
    [leader?.id, 12, 0],
  ]);
  expect(releasedVotesThatDecide(nominees)).toBe(4);
  expect(await light()).toBe(true);

  const code = held[0]?.receiptCode ?? '';
  const { data: receipt } = await api.get<Receipt>(`/receipts/${code}`);
  expect(receipt.decisions).toMatchObject([{ kind: 'RELEASED', reason: REASON }]);
  const minute = Date.parse(receipt.decisions[0]?.minute ?? '');
  expect(minute).toBeGreaterThan(began.getTime() - 60_000);
  const logged = await waitFor(
    async () => {
      const { data } = await api.get<Receipt>(`/receipts/${code}`);
      return data.entry && { ...data, entry: data.entry };
    },
    { what: 'the entry' },
  );
  const released = { minute: logged.entry.minute, reason: REASON };
  expect(logged.entry).toMatchObject({ v: 2, kind: 'free', released });
  // Its commitment was fixed when it was cast, long before it counted.
  expect(logged.entry.voter).toBe(fixed[0]?.voter.toString('base64'));
  const voterPhone = await sql.value<string>`SELECT voter_phone FROM votes WHERE id = ${held[0]?.id}`;
  const found = await api.post<FoundVote>('/votes/find', { phone: voterPhone, reference: code });
  expect(found.data).toMatchObject({ status: 'COMPLETED', decisions: receipt.decisions });
  const { data: fair } = await api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect([fair.held, fair.released, fair.rejected, fair.waiting]).toEqual([4, 4, 0, 0]);
});

it('no public figure of held votes shrinks when a rejected vote is appealed and let in', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(6);
  await decide(owner, contest, { decision: 'REJECTED', all: true });
  await sql`UPDATE held_votes SET decision = NULL, decided_at = NULL, decided_by = NULL, appealed_at = now()
    WHERE vote_id = ${held[0]?.id}`;
  await sql`UPDATE votes SET status = 'PENDING' WHERE id = ${held[0]?.id}`;
  await decide(owner, contest, { decision: 'RELEASED', all: true });
  const { data } = await api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect([data.held, data.released, data.rejected, data.waiting]).toEqual([1, 1, 1, 0]);
  expect(data.decisions.map(({ decision }) => decision).sort()).toEqual(['REJECTED', 'RELEASED']);
});

it('no held vote is decided once results are final', async () => {
  const { owner, contest } = await aContestWithHeldVotes(6);
  await sql`UPDATE contests SET status = 'ENDED', ended_at = now(), results_final_at = now()
    WHERE id = ${contest.id}`;
  await expectRefusal(decide(owner, contest, { decision: 'RELEASED', all: true }), 409, 'RESULT_CLOSED');
  expect(await countedCasts(contest)).toBe(5);
});

it('the organiser sees held votes with their reason, masked, by state and reason', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(7, { voterName: 'Ama' });
  const { data, pagination } = await heldOf(owner, contest);
  expect(pagination?.total).toBe(2);
  expect(data.map(({ id }) => id).sort()).toEqual(held.map(({ id }) => id).sort());
  expect(data[0]).toMatchObject({
    voterName: 'Ama',
    reason: 'DEVICE_MANY_PHONES',
    state: 'HELD',
    decidedAt: null,
    contestant: { name: contest.contestant.name },
  });
  expect(data[0]?.voterPhone).toMatch(/\*/);
  expect((await heldOf(owner, contest, '?heldFor=NEIGHBOURING_PHONES')).data).toEqual([]);
  expect((await heldOf(owner, contest, '?state=RELEASED')).data).toEqual([]);
  expect((await heldOf(owner, contest, '?state=COUNTED')).status).toBe(400);
});

it('the organiser releases votes, which then count like every other and exactly once', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(9, { voteCount: 2 });
  const voteIds = held.map(({ id }) => id);
  const one = await decide(owner, contest, { decision: 'RELEASED', voteIds: voteIds.slice(0, 1) });
  expect(one.data).toEqual({ decided: 1, votes: 2, waiting: 3 });
  await totalBecomes(contest, 12);
  const atOnce = await Promise.all([
    decide(owner, contest, { decision: 'RELEASED', voteIds }),
    decide(owner, contest, { decision: 'RELEASED', all: true }),
    decide(owner, contest, { decision: 'RELEASED', voteIds: [...voteIds].reverse() }),
  ]);
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(atOnce.reduce((sum, { data }) => sum + data.decided, 0)).toBe(3);
  await totalBecomes(contest, 18);
  expect(await countedCasts(contest)).toBe(9);
  expect(await intakeOf(owner, contest)).toEqual({ received: 9, counted: 9, held: 0, rejected: 0 });
  expect(await voteStatus(voteIds[0] ?? '')).toBe('COMPLETED');
  const stats = await owner.api.get<{ uniqueVoters: number }>(`/votes/contest/${contest.id}/stats`);
  expect(stats.data.uniqueVoters).toBe(9);
});

it('the organiser releases votes under the channel that they were cast on', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(8, { voteCount: 2 });
  const ofLightPage = held[0]?.id;
  await sql`UPDATE votes SET source = 'LIGHT' WHERE id = ${ofLightPage}`;
  await decide(owner, contest, { decision: 'RELEASED', all: true });
  const rows = await sql<{ vote_id: string }>`SELECT vote_id FROM vote_ledger
      WHERE contest_id = ${contest.id} AND channel = 'light'`;
  expect(rows).toEqual([{ vote_id: ofLightPage }]);
  await totalBecomes(contest, 16);
  const hours = await sql<{ channel: string; votes: number }>`SELECT channel, sum(votes)::bigint AS votes
      FROM contest_hours WHERE contest_id = ${contest.id} GROUP BY channel ORDER BY channel`;
  expect(hours).toEqual([
    { channel: 'light', votes: 2 },
    { channel: 'web', votes: 14 },
  ]);
});

it('the organiser rejects votes, which never count, also when another organiser releases at the same time', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(10);
  const [both, ...rest] = held.map(({ id }) => id);
  await decide(owner, contest, { decision: 'REJECTED', voteIds: rest });
  expect((await decide(owner, contest, { decision: 'RELEASED', voteIds: rest })).data.decided).toBe(0);
  await Promise.all(
    ['RELEASED', 'REJECTED', 'RELEASED', 'REJECTED'].map((decision) =>
      decide(owner, contest, { decision, voteIds: [both] }),
    ),
  );
  const intake = await intakeOf(owner, contest);
  expect(intake.held).toBe(0);
  expect(intake.counted + intake.rejected).toBe(10);
  expect(await countedCasts(contest)).toBe(intake.counted);
  const { data } = await heldOf(owner, contest, '?state=REJECTED');
  expect(data).toHaveLength(intake.rejected);
  expect(await voteStatus(rest[0] ?? '')).toBe('FAILED');
});

it('the organiser decides only about votes of the own contest, and leaves a record', async () => {
  const mine = await aContestWithHeldVotes(6);
  const foreign = await aContestWithHeldVotes(6);
  const voteIds = [...mine.held, ...foreign.held].map(({ id }) => id);
  const answer = await decide(mine.owner, mine.contest, { decision: 'RELEASED', voteIds });
  expect(answer.data.decided).toBe(1);
  expect((await intakeOf(foreign.owner, foreign.contest)).held).toBe(1);
  const rows = await sql<{ actor_user_id: string; detail: unknown }>`SELECT actor_user_id, detail
      FROM audit_log WHERE subject_id = ${mine.contest.id} AND action = 'vote.release'`;
  expect(rows).toEqual([
    { actor_user_id: mine.owner.id, detail: { voteIds: [mine.held[0]?.id], votes: 1, reason: REASON } },
  ]);
});

it.each([
  [{}, 'decision'],
  [{ decision: 'HELD', all: true }, 'decision'],
  [{ decision: 'RELEASED' }, 'voteIds'],
  [{ decision: 'RELEASED', voteIds: [] }, 'voteIds'],
  [{ decision: 'RELEASED', voteIds: ['x'] }, 'voteIds'],
  [{ decision: 'RELEASED', voteIds: [], all: true }, 'voteIds'],
  [{ decision: 'RELEASED', all: 'yes' }, 'all'],
  [{ decision: 'RELEASED', all: true, heldFor: 'MOOD' }, 'heldFor'],
  [{ decision: 'RELEASED', all: true, reason: undefined }, 'reason'],
  [{ decision: 'RELEASED', all: true, reason: ' ' }, 'reason'],
])('the organiser cannot decide by %j', async (body, field) => {
  const { owner, contest } = await withOwner();
  const answer = await decide(owner, contest, body);
  expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, field]);
});

const verify = (contest: BuiltContest) => runAdmin(['verify-tallies', '--contest', contest.id]);

it('verify-tallies adds up what was received, counted, held and rejected', async () => {
  const { owner, contest, held } = await aContestWithHeldVotes(9);
  const [one, two] = held.map(({ id }) => id);
  await decide(owner, contest, { decision: 'RELEASED', voteIds: [one] });
  await decide(owner, contest, { decision: 'REJECTED', voteIds: [two] });
  expect((await verify(contest)).code).toBe(0);
});

it('verify-tallies finds a vote that is lost, and one whose state is not what was decided', async () => {
  const { contest, held } = await aContestWithHeldVotes(7);
  const [one, two] = held.map(({ id }) => id);
  await sql`DELETE FROM held_votes WHERE vote_id = ${one}`;
  await sql`UPDATE votes SET status = 'FAILED' WHERE id = ${two}`;
  const { code, out } = await verify(contest);
  expect(code).toBe(2);
  expect(out).toContain('free transactions: 7 received, 6 counted, held and rejected');
  expect(out).toContain('1 free votes that are neither counted nor held nor rejected');
  expect(out).toContain('1 held votes whose state is not what was decided');
});

it('hidden results stay hidden: a decision shows in no public answer', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden());
  await manyPhonesOfOneDevice(contest, 7);
  expect((await decide(owner, contest, { decision: 'RELEASED', all: true })).status).toBe(200);
  await waitFor(async () => {
    const { data } = await owner.api.get<{ totalVotes: number }>(`/contests/${contest.id}/stats`);
    return data.totalVotes === 7;
  });
  // Not before: while results are hidden, an answer is kept for seconds whatever is counted meanwhile.
  const { data } = await api.get<PublicContestView>(`/contests/${contest.id}/public`);
  expect([data.id, data.totalVotes, data._count.votes]).toEqual([contest.id, null, null]);
  expect(JSON.stringify(data)).not.toMatch(HIDDEN_FIGURE);
});
