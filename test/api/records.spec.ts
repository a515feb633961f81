import { randomUUID } from 'node:crypto';
import type {
  DailyVotes,
  HostStats,
  PaymentStats,
  PaymentView,
  RevealedVoter,
  RevenueView,
  StatisticsView,
  VoteRecordView,
  VoteStats,
} from '@abato/contracts';
import type { BuiltContest, BuiltUser } from '../support/builders.js';
import { aContest, aUser, aVote, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';

const visitor = new ApiClient();

const [owner, other, admin] = await Promise.all([
  aUser().save(),
  aUser().save(),
  aUser().superAdmin().save(),
]);
const cast = async (contest: BuiltContest, fields: Record<string, unknown>): Promise<string> =>
  (await visitor.post<{ id: string }>('/votes/cast', aVote(contest, fields))).data.id;
const counted = (contest: BuiltContest, votes: number) =>
  waitFor(async () => {
    const stats = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
    return stats.data.totalVotes === votes;
  });

/** An attempt to pay, as settlement leaves it; how it gets there is tested with the payments. */
async function aPayment(contest: BuiltContest, state: string, pesewas = 500): Promise<string> {
  const [id, voteId] = [randomUUID(), randomUUID()];
  const done = state === 'COMPLETED';
  await sql`INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas,
     amount_pesewas, status, source,
       voter_name, voter_email, voter_phone, idempotency_key, request_digest, created_at, counted_at)
     VALUES (${voteId}, ${contest.id}, ${contest.contestant.categoryId}, ${contest.contestant.id}, 5,
     ${pesewas}::bigint / 5, ${pesewas}::bigint, ${done ? 'COMPLETED' : 'PENDING'}, 'WEB', 'Esi',
     'esi@example.com', '+233244445566', ${voteId}, '', now(), ${done ? new Date() : null})`;
  await database().query(
    `INSERT INTO payments (id, vote_id, contest_id, reference, method, channel, flow, state, amount_pesewas, phone_number,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'PAYSTACK', 'mobile_money', 'CHECKOUT', $5, $6, '+233241112233', now(), now())`,
    [id, voteId, contest.id, `A-${id}`, state, pesewas],
  );
  if (done) {
    await sql`INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions,
       amount_pesewas, hour, method,
         channel, created_at)
       VALUES (${contest.id}, ${contest.contestant.categoryId}, ${contest.contestant.id}, 5, 1, ${pesewas},
       date_trunc('hour', now()), 'PAYSTACK', 'mobile_money', now())`;
  }
  return id;
}

/** A paid contest with five attempts, two of which were counted. */
async function withPayments(user: BuiltUser): Promise<{ contest: BuiltContest; paymentId: string }> {
  const contest = await aContest().ownedBy(user).paid('1.00').save();
  const paymentId = await aPayment(contest, 'COMPLETED', 500);
  await aPayment(contest, 'COMPLETED', 250);
  await aPayment(contest, 'INITIALIZED', 100);
  await aPayment(contest, 'FAILED', 100);
  await aPayment(contest, 'REFUNDED', 100);
  await waitFor(async () => {
    const stats = await user.api.get<PaymentStats>(`/payments/contest/${contest.id}/stats`);
    return stats.data.totalPayments === 2;
  });
  return { contest, paymentId };
}

describe('votes of a contest', () => {
  let contest: BuiltContest;
  let voteId: string;

  beforeAll(async () => {
    contest = await aContest().ownedBy(owner).withContestants(2).save();
    voteId = await cast(contest, {
      voteCount: 4,
      voterName: 'Kofi',
      voterEmail: 'Kofi@Example.com',
      voterPhone: '0244445566',
    });
    await cast(contest, { voteCount: 1, voterEmail: 'kofi@example.com', voterPhone: '0244445577' });
    await cast(contest, { voteCount: 2, voterPhone: '0244445566' });
    await counted(contest, 7);
  });

  it('are listed newest first with masked voters', async () => {
    const answer = await owner.api.get<VoteRecordView[]>(`/votes/contest/${contest.id}?pageSize=2`);
    expect(answer.pagination).toEqual({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
    expect(answer.data.map((vote) => vote.voteCount)).toEqual([2, 1]);
    const last = await owner.api.get<VoteRecordView[]>(`/votes/contest/${contest.id}?pageSize=2&page=2`);
    expect(last.data).toEqual([
      {
        id: voteId,
        voterName: 'Kofi',
        voterEmail: 'k***@example.com',
        voterPhone: '+233 24 *** **66',
        voteCount: 4,
        status: 'COMPLETED',
        undoable: false,
        createdAt: expect.any(String),
        contestId: contest.id,
        contest: { title: contest.title, host: { name: `Host of ${contest.title}` } },
        contestant: { name: 'Contestant 1.1' },
        category: { name: 'Category 1' },
      },
    ]);
  });

  it('are filtered by status', async () => {
    const pending = await owner.api.get<VoteRecordView[]>(`/votes/contest/${contest.id}?status=PENDING`);
    expect([pending.data, pending.pagination?.total]).toEqual([[], 0]);
    expect((await owner.api.get(`/votes/contest/${contest.id}?status=OPEN`)).status).toBe(400);
  });

  it('are summed with unique voters by phone and by e-mail', async () => {
    const { data } = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
    expect(data).toEqual({
      totalVotes: 7,
      totalTransactions: 3,
      uniqueVoters: 2,
      uniqueEmails: 1,
      averageVotesPerEmail: 7,
      averageVotesPerVoter: 3.5,
      countsByStatus: { COMPLETED: 3, PENDING: 0, FAILED: 0 },
    });
  });

  it('are shown per day with empty days included', async () => {
    const { data } = await owner.api.get<DailyVotes[]>(`/votes/contest/${contest.id}/daily?days=3`);
    // The last day is today; midnight may have passed since the votes were cast.
    const last = Date.parse(data.at(-1)?.date ?? '');
    const day = (back: number) => new Date(last - back * 86_400_000).toISOString().slice(0, 10);
    expect(Math.abs(Date.now() - last)).toBeLessThan(86_400_000 + 60_000);
    expect(data.map((item) => item.date)).toEqual([day(2), day(1), day(0)]);
    expect(data[0]).toEqual({ date: day(2), votes: 0, transactions: 0 });
    const sum = (of: (item: DailyVotes) => number) => data.reduce((total, item) => total + of(item), 0);
    expect([sum((item) => item.votes), sum((item) => item.transactions)]).toEqual([7, 3]);
    expect((await owner.api.get<DailyVotes[]>(`/votes/contest/${contest.id}/daily`)).data).toHaveLength(7);
    expect((await owner.api.get(`/votes/contest/${contest.id}/daily?days=0`)).status).toBe(400);
  });

  it('reveal their voter to the owner only, and the log names who asked', async () => {
    expect((await other.api.post(`/votes/${voteId}/reveal`)).status).toBe(404);
    const shown = await owner.api.post<RevealedVoter>(`/votes/${voteId}/reveal`);
    expect(shown.data).toEqual({
      voterName: 'Kofi',
      voterEmail: 'kofi@example.com',
      voterPhone: '+233244445566',
    });
    const log = await sql`SELECT actor_user_id FROM audit_log WHERE action = 'vote.reveal'
      AND subject_id = ${voteId}`;
    expect(log).toEqual([{ actor_user_id: owner.id }]);
  });
});

describe('payments of a contest', () => {
  let contest: BuiltContest;
  let paymentId: string;

  beforeAll(async () => {
    ({ contest, paymentId } = await withPayments(owner));
  });

  it('are listed with their precise state beside the status', async () => {
    const { data, pagination } = await owner.api.get<PaymentView[]>(`/payments/contest/${contest.id}`);
    expect(pagination?.total).toBe(5);
    expect(data.find((payment) => payment.id === paymentId)).toEqual({
      id: paymentId,
      reference: `A-${paymentId}`,
      // Written past the ledger: none of its votes counts.
      refundable: { amount: 5, votes: 0 },
      refundRequest: null,
      amount: 5,
      method: 'PAYSTACK',
      channel: 'mobile_money',
      status: 'COMPLETED',
      state: 'COMPLETED',
      phoneNumber: '+233 24 *** **33',
      createdAt: expect.any(String),
      vote: {
        voterName: 'Esi',
        voterEmail: 'e***@example.com',
        voteCount: 5,
        contestant: { name: 'Contestant 1.1' },
      },
    });
  });

  it.each([
    ['COMPLETED', ['COMPLETED', 'COMPLETED']],
    ['PENDING', ['INITIALIZED']],
    ['FAILED', ['FAILED', 'REFUNDED']],
  ])('are filtered by %s', async (status, states) => {
    const { data, pagination } = await owner.api.get<PaymentView[]>(
      `/payments/contest/${contest.id}?status=${status}`,
    );
    expect(data.map((payment) => payment.state).sort()).toEqual(states);
    expect(data.every((payment) => payment.status === status)).toBe(true);
    expect(pagination?.total).toBe(states.length);
  });

  it('are summed over completed ones only', async () => {
    const { data } = await owner.api.get<PaymentStats>(`/payments/contest/${contest.id}/stats`);
    expect(data).toEqual({
      totalRevenue: 7.5,
      totalPayments: 2,
      paymentsByMethod: [{ method: 'PAYSTACK', _count: 2, _sum: { amount: 7.5 } }],
      countsByStatus: { COMPLETED: 2, PENDING: 1, FAILED: 2 },
    });
  });

  it('reveal their payer, and the log names who asked', async () => {
    expect((await other.api.post(`/payments/${paymentId}/reveal`)).status).toBe(404);
    const shown = await admin.api.post<RevealedVoter>(`/payments/${paymentId}/reveal`);
    expect(shown.data).toMatchObject({ phoneNumber: '+233241112233', voterPhone: '+233244445566' });
    const log = await sql`SELECT action, actor_user_id FROM audit_log WHERE subject_id = ${paymentId}`;
    expect(log).toEqual([{ action: 'payment.reveal', actor_user_id: admin.id }]);
  });

  it('stay in the books when the contest is deleted', async () => {
    const user = await aUser().save();
    const { contest } = await withPayments(user);
    expect((await user.api.delete(`/contests/${contest.id}`)).status).toBe(200);
    expect((await user.api.get(`/votes/contest/${contest.id}`)).status).toBe(404);
    expect((await user.api.get(`/payments/contest/${contest.id}`)).pagination?.total).toBe(5);
    const { data } = await user.api.get<RevenueView>('/payments/revenue');
    expect(data).toMatchObject({ totalRevenue: 7.5, totalPayments: 2, incomplete: false });
    expect(data.contests.find((item) => item.contestId === contest.id)).toEqual({
      contestId: contest.id,
      title: contest.title,
      totalRevenue: 7.5,
      totalPayments: 2,
      archived: true,
      incomplete: false,
    });
    const host = await user.api.get<HostStats>(`/hosts/${contest.hostId}/stats`);
    expect(host.data).toMatchObject({ totalContests: 0, totalVotes: 0, totalRevenue: 7.5 });
  });
});

it('statistics are the own figures of an organiser', async () => {
  const organiser = await aUser().save();
  const busy = await aContest().ownedBy(organiser).withContestants(2, 1).save();
  await aContest().ownedBy(organiser).paused().withContestants(1).save();
  await aContest().ownedBy(organiser).draft().withContestants().save();
  await cast(busy, { voteCount: 9 });
  await waitFor(async () => (await organiser.api.get<StatisticsView>('/statistics')).data.totalVotes === 9);
  const { data } = await organiser.api.get<StatisticsView>('/statistics');
  expect(data).toEqual({
    totalHosts: 3,
    totalContests: 3,
    activeContests: 1,
    pausedContests: 1,
    totalCategories: 3,
    totalContestants: 4,
    totalVotes: 9,
    totalRevenue: 0,
    totalPayments: 0,
    averageRevenuePerContest: 0,
    averageVotesPerContest: 3,
    topContests: expect.arrayContaining([{ id: busy.id, title: busy.title, votes: 9, revenue: 0 }]),
    incomplete: false,
  });
  expect(data.topContests[0]?.id).toBe(busy.id);
});

it('statistics are told for one host', async () => {
  const busy = await aContest().ownedBy(owner).withContestants(2).save();
  await cast(busy, { voteCount: 4 });
  await cast(busy, { voteCount: 1 });
  await counted(busy, 5);
  const { data } = await owner.api.get<HostStats>(`/hosts/${busy.hostId}/stats`);
  expect(data).toEqual({
    totalContests: 1,
    activeContests: 1,
    pausedContests: 0,
    totalVotes: 5,
    totalTransactions: 2,
    totalRevenue: 0,
  });
});

it('statistics are the whole system for a super admin', async () => {
  const { data } = await admin.api.get<StatisticsView>('/statistics');
  expect(data.totalUsers).toBeGreaterThan(2);
  expect(data.totalContests).toBeGreaterThanOrEqual(3);
  expect(data.topContests.length).toBeLessThanOrEqual(5);
});
