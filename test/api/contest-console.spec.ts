import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Socket } from 'socket.io-client';
import type { ContestConsole, Overview, PublicContestView } from '@abato/contracts';
import type { BuiltContest, BuiltUser } from '../support/builders.js';
import { aContest, aUser, aVote, database, sql } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { HIDDEN_FIGURE } from '../support/hidden-figure.js';
import { ApiClient } from '../support/http.js';
import { connectSocket } from '../support/sockets.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const visitor = new ApiClient();
const MINUTE_MS = 60_000;

const redis = new Redis(testState().redisUrl);
const owner = await aUser().save();
afterAll(() => redis.disconnect());

const consoleOf = async ({ id }: { id: string }, as = owner): Promise<ContestConsole> =>
  (await as.api.get<ContestConsole>(`/contests/${id}/console`)).data;
const overviewOf = async (user: BuiltUser): Promise<Overview> =>
  (await user.api.get<Overview>('/statistics/overview')).data;

/** A paid vote with an attempt in this state. */
async function aPayment(
  contest: BuiltContest,
  { state, method = 'PAYSTACK', minutesAgo = 1 }: { state: string; method?: string; minutesAgo?: number },
): Promise<void> {
  const [vote, payment] = [randomUUID(), randomUUID()];
  const at = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const { id: contestant, categoryId } = contest.contestant;
  await sql`INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas,
     amount_pesewas, status, source,
       voter_phone, idempotency_key, request_digest, created_at)
     VALUES (${vote}, ${contest.id}, ${categoryId}, ${contestant}, 1, 100, 100, 'PENDING', 'WEB',
     '+233241234567', ${vote}, '', ${at})`;
  await database().query(
    `INSERT INTO payments (id, vote_id, contest_id, reference, method, flow, state, amount_pesewas, created_at, updated_at)
     VALUES ($1::uuid, $2, $3, $1::text, $4, 'CHECKOUT', $5, 100, $6, $6)`,
    // Random ids are in no order; this one is of any time after 1970 and stays the newest.
    [`f${payment.slice(1)}`, vote, contest.id, method, state, at],
  );
}

async function watch(contest: { id: string }): Promise<Socket> {
  const socket = await connectSocket();
  expect(await socket.emitWithAck('contest:watch', { contestId: contest.id })).toMatchObject({ ok: true });
  return socket;
}

it('the console of a contest shows the owner the standings while the public sees no count', async () => {
  const contest = await aContest().ownedBy(owner).resultsHidden().withContestants(3, 2).save();
  const [first, second, third] = contest.categories[0]?.contestants ?? [];
  for (const [person, voteCount] of [
    [second, 30],
    [third, 10],
  ] as const) {
    await visitor.post('/votes/cast', aVote(contest, { contestantId: person?.id, voteCount }));
  }
  await waitFor(async () => (await consoleOf(contest)).totalVotes === 40);
  const { categories, minutes, version } = await consoleOf(contest);
  expect(categories).toHaveLength(2);
  expect(categories[0]).toMatchObject({ id: contest.categories[0]?.id, votes: 40 });
  expect(
    categories[0]?.contestants.map(({ id, votes, rank, percentage }) => [id, votes, rank, percentage]),
  ).toEqual([
    [second?.id, 30, 1, 75],
    [third?.id, 10, 2, 25],
    [first?.id, 0, 3, 0],
  ]);
  expect(version).toBeGreaterThan(0);
  expect(minutes).toHaveLength(30);
  expect(minutes.reduce((sum, { votes }) => sum + votes, 0)).toBe(40);

  const { data } = await visitor.get<{ totalVotes: number | null }>(`/contests/${contest.id}/public`);
  expect(data.totalVotes).toBeNull();
  expect(JSON.stringify(data)).not.toMatch(HIDDEN_FIGURE);
});

it('the console of a contest is gone with the contest', async () => {
  const contest = await aContest().ownedBy(owner).resultsHidden().save();
  await owner.api.delete(`/contests/${contest.id}`);
  expect((await owner.api.get(`/contests/${contest.id}/console`)).status).toBe(404);
});

it('the console of a contest tells how payments go', async () => {
  const contest = await aContest().ownedBy(owner).paid('1.00').save();
  await aPayment(contest, { state: 'INITIALIZED' });
  await aPayment(contest, { state: 'PROVIDER_PENDING', minutesAgo: 6 });
  await aPayment(contest, { state: 'INIT_UNKNOWN' });
  await aPayment(contest, { state: 'COMPLETED' });
  await aPayment(contest, { state: 'COMPLETED', method: 'MANUAL' });
  await aPayment(contest, { state: 'COMPLETED', minutesAgo: 16 });
  await aPayment(contest, { state: 'FAILED' });
  await aPayment(contest, { state: 'EXPIRED', minutesAgo: 40 });
  expect((await consoleOf(contest)).payments).toEqual({
    waiting: 3,
    waitingLong: 1,
    recentPaid: 1,
    recentFailed: 1,
    recentUnanswered: 1,
  });
});

it('the console of a contest counts the connections that show the contest, without those of a process that is gone', async () => {
  const contest = await aContest().ownedBy(owner).resultsHidden().save();
  const key = `abato:viewers:${contest.id}`;
  await redis.hset(key, 'a-process-that-died', `50:${Date.now() - MINUTE_MS}`);
  await redis.hset(key, 'another-process', `4:${Date.now() + MINUTE_MS}`);
  const [, leaving] = [await watch(contest), await watch(contest)];
  await waitFor(async () => (await consoleOf(contest)).viewers === 6);
  leaving.close();
  await waitFor(async () => (await consoleOf(contest)).viewers === 5);
});

it('the overview names held votes to who may decide about them, as the console does', async () => {
  const [user, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(user).save();
  const { held } = await manyPhonesOfOneDevice(contest, 7, { voteCount: 2 });
  expect(held).toHaveLength(2);
  expect((await consoleOf(contest, user)).held).toEqual({ votes: 4, transactions: 2 });
  expect((await overviewOf(user)).decisions).toEqual([
    { kind: 'HELD_VOTES', count: 2, contestId: contest.id },
  ]);
  expect((await overviewOf(admin)).decisions.map(({ kind }) => kind)).not.toContain('HELD_VOTES');
});

it('the overview shows an organiser own contests, those that take votes first, with votes by the hour', async () => {
  const user = await aUser().save();
  await aContest().save();
  const draft = await aContest().ownedBy(user).draft().save();
  const running = await aContest().ownedBy(user).save();
  await visitor.post('/votes/cast', aVote(running, { voteCount: 8 }));
  await waitFor(async () => (await overviewOf(user)).contests[0]?.votes === 8);
  const overview = await overviewOf(user);
  expect(overview.contests.map(({ id }) => id)).toEqual([running.id, draft.id]);
  expect(overview.totalContests).toBe(2);
  expect(overview.today).toEqual({ votes: 8, payments: 0, revenue: 0 });
  expect(overview.contests[0]?.hours).toHaveLength(24);
  // The running hour, or the one before when the hour has just ended.
  expect(overview.contests[0]?.hours.slice(-2).reduce((sum, votes) => sum + votes, 0)).toBe(8);
});

it('the overview counts the money of today', async () => {
  const user = await aUser().save();
  const contest = await aContest().ownedBy(user).paid('1.00').save();
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  for (const hour of [`${today}T00:00:00Z`, '2020-01-01T00:00:00Z']) {
    await sql`INSERT INTO contest_hours (contest_id, hour, method, channel, votes, transactions,
        amount_pesewas) VALUES (${contest.id}, ${hour}, 'PAYSTACK', 'card', 30, 3, 3050)`;
  }
  const overview = await overviewOf(user);
  expect(overview.day).toBe(`${today}T00:00:00.000Z`);
  expect(overview.today).toEqual({ votes: 30, payments: 3, revenue: 30.5 });
  expect(overview.contests[0]).toMatchObject({ id: contest.id, revenue: 61 });
});

it('the overview names what waits for a decision, what is about registrations and held payments to super admins only', async () => {
  const user = await aUser().save();
  await aUser().pending().save();
  const contest = await aContest().ownedBy(user).paid('1.00').save();
  await aPayment(contest, { state: 'REVIEW' });
  const draft = await aContest().ownedBy(user).draft().save();
  expect((await overviewOf(user)).decisions).toEqual([
    { kind: 'LATE_DRAFTS', count: 1, contestId: draft.id },
  ]);
  const { decisions } = await overviewOf(await aUser().superAdmin().save());
  const kinds = decisions.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['APPROVALS', 'PAYMENTS']);
  // Another organiser's drafts are no decision of a super admin.
  expect(kinds).not.toContain('LATE_DRAFTS');
});

const publicDetail = (id: string) => visitor.get<PublicContestView>(`/contests/${id}/public`);

/** The owner's preview, and the contest. */
async function aPreview(build: (builder: ReturnType<typeof aContest>) => ReturnType<typeof aContest>) {
  const owner = await aUser().save();
  const contest: BuiltContest = await build(aContest().ownedBy(owner)).save();
  const preview = () => owner.api.get<PublicContestView>(`/contests/${contest.id}/preview`);
  return { owner, contest, preview };
}

it.each([
  ['shown', (builder) => builder.withContestants(3, 2)],
  ['hidden', (builder) => builder.withContestants(3, 2).resultsHidden()],
] as [string, Parameters<typeof aPreview>[0]][])(
  'GET /contests/{id}/preview answers what the public detail answers while results are %s',
  async (_, build) => {
    const { owner, contest, preview } = await aPreview(build);
    await visitor.post('/votes/cast', aVote(contest, { voteCount: 3 }));
    await waitFor(async () => {
      const { data } = await owner.api.get<{ totalVotes: number }>(`/votes/contest/${contest.id}/stats`);
      return data.totalVotes === 3;
    });
    const { data } = await preview();
    expect(data).toEqual((await publicDetail(contest.id)).data);
  },
);

it('GET /contests/{id}/preview answers for a draft what the public detail answers after the activation', async () => {
  const { owner, contest, preview } = await aPreview((builder) => builder.draft().withContestants(2, 1));
  expect((await visitor.call('GET', `/contests/${contest.id}/public`)).status).toBe(404);
  const { data: before } = await preview();
  await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  expect(before).toEqual((await publicDetail(contest.id)).data);
});
