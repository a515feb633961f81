import type {
  CategoryStats,
  ContestantStats,
  ContestStats,
  DailyVotes,
  HostStats,
  PublicContestView,
  StatisticsView,
  IntakeFigures,
  VoteRecordView,
  VoteStats,
  VoteTimeline,
} from '@abato/contracts';
import { admin as command } from '../support/admin.js';
import { aUser, type BuiltUser, closeDatabase } from '../support/builders.js';
import { type Cast, type FiguresModel, playFigures, sum } from '../support/figures-model.js';
import { seedOf } from '../support/seed.js';

/** Random casts, deletions and reversals; then every figure of every call is compared with a recount of a plain list of votes. */
const SEED = seedOf('figures agree');
let admin: BuiltUser;

beforeAll(async () => {
  admin = await aUser().superAdmin().save();
});
afterAll(closeDatabase);

const votesOf = (casts: Cast[]): number => sum(casts.map(({ votes }) => votes));
const distinct = (values: (string | null)[]): number =>
  new Set(values.filter((value) => value !== null)).size;
const round1 = (value: number): number => Math.round(value * 10) / 10;
const figures = (casts: Cast[]) => ({ votes: votesOf(casts), transactions: casts.length });

describe.each([1, 2])('figures of a contest after casts, deletions and reversals (%i)', (round) => {
  let model: FiguresModel;
  const get = async <T>(path: string): Promise<T> => (await model.owner.api.get<T>(path)).data;

  beforeAll(async () => {
    model = await playFigures(admin, SEED + round, round);
  }, 300_000);

  it('agree on the public page, with ranks', async () => {
    const view = await get<PublicContestView>(`/contests/${model.contest.id}/public`);
    const counting = model.counting;
    expect(view.totalVotes).toBe(votesOf(counting));
    const shown = view.categories.flatMap(({ contestants }) => contestants);
    expect(shown.map(({ id }) => id).sort()).toEqual(
      model.nominees.flatMap(({ id }) => (model.deleted.has(id) ? [] : [id])).sort(),
    );
    for (const { id, categoryId, voteCount, rank } of shown) {
      const own = votesOf(counting.filter(({ contestantId }) => contestantId === id));
      const better = shown.filter((other) => other.categoryId === categoryId && (other.voteCount ?? 0) > own);
      expect([voteCount, rank]).toEqual([own, better.length + 1]);
    }
  });

  it('agree in statistics of contest, categories, contestants, host and owner', async () => {
    const { counting, contest, revenue } = model;
    const { votes, transactions } = figures(counting);
    expect(await get<ContestStats>(`/contests/${contest.id}/stats`)).toMatchObject({
      totalVotes: votes,
      totalTransactions: transactions,
      totalRevenue: revenue,
    });
    expect(await get<HostStats>(`/hosts/${contest.hostId}/stats`)).toMatchObject({
      totalVotes: votes,
      totalTransactions: transactions,
      totalRevenue: revenue,
    });
    expect(await get<StatisticsView>('/statistics')).toMatchObject({
      totalVotes: votes,
      totalRevenue: revenue,
    });
    const [category] = contest.categories;
    expect(await get<CategoryStats>(`/categories/${category?.id}/stats`)).toMatchObject({
      totalVotes: votes,
      totalTransactions: transactions,
    });
    for (const { id } of model.nominees.filter((nominee) => !model.deleted.has(nominee.id))) {
      const own = figures(counting.filter(({ contestantId }) => contestantId === id));
      expect(await get<ContestantStats>(`/contestants/${id}/stats`)).toMatchObject({
        totalVotes: own.votes,
        totalTransactions: own.transactions,
      });
    }
  });

  it('agree in vote statistics: unique voters and averages too', async () => {
    const { counting, seen } = model;
    const { votes, transactions } = figures(counting);
    const [phones, emails] = [distinct(counting.map((c) => c.phone)), distinct(counting.map((c) => c.email))];
    expect(await get<VoteStats>(`/votes/contest/${model.contest.id}/stats`)).toEqual({
      totalVotes: votes,
      totalTransactions: transactions,
      uniqueVoters: phones,
      uniqueEmails: emails,
      averageVotesPerVoter: phones ? round1(votes / phones) : 0,
      averageVotesPerEmail: emails ? round1(votes / emails) : 0,
      countsByStatus: {
        COMPLETED: transactions,
        PENDING: seen.filter(({ status }) => status === 'PENDING').length,
        FAILED: seen.filter(({ status }) => status === 'FAILED').length,
      },
    });
  });

  it('agree by day, by hour, by method and in the intake', async () => {
    const { counting, seen, contest, revenue } = model;
    const expected = figures(counting);
    const days = await get<DailyVotes[]>(`/votes/contest/${contest.id}/daily`);
    expect(sum(days.map(({ votes }) => votes))).toBe(expected.votes);
    expect(sum(days.map(({ transactions }) => transactions))).toBe(expected.transactions);
    for (const unit of ['hour', 'day']) {
      const { items, methods } = await get<VoteTimeline>(
        `/votes/contest/${contest.id}/timeline?unit=${unit}`,
      );
      expect(sum(items.map(({ votes }) => votes))).toBe(expected.votes);
      expect(sum(items.map(({ transactions }) => transactions))).toBe(expected.transactions);
      expect(sum(items.map((item) => item.revenue))).toBe(revenue);
      for (const { method, votes, transactions } of methods) {
        expect({ method, votes, transactions }).toEqual({
          method,
          ...figures(counting.filter((cast) => cast.method === method)),
        });
      }
      expect(sum(methods.map(({ votes }) => votes))).toBe(expected.votes);
    }
    const free = seen.filter(({ method }) => method === 'FREE');
    expect(await get<IntakeFigures>(`/votes/contest/${contest.id}/intake`)).toEqual({
      received: figures(free),
      counted: figures(free.filter(({ held }) => !held)),
      held: figures(free.filter(({ held }) => held)),
      rejected: { votes: 0, transactions: 0 },
    });
    const held = await model.owner.api.get(`/votes/contest/${contest.id}/held`);
    expect(held.pagination?.total).toBe(free.filter((cast) => cast.held).length);
  });

  it('agree in the list of votes and its export', async () => {
    const { seen, counting, contest } = model;
    const list = await model.owner.api.get<VoteRecordView[]>(`/votes/contest/${contest.id}?pageSize=1000`);
    expect(list.pagination?.total).toBe(seen.length);
    const votes = (rows: { voteCount: number; status: string }[]) =>
      sum(rows.filter(({ status }) => status === 'COMPLETED').map(({ voteCount }) => voteCount));
    expect(votes(list.data)).toBe(votesOf(counting));
    const csv = String((await model.owner.api.get(`/contests/${contest.id}/export/votes.csv`)).body);
    const [head = '', ...rows] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
    const cells = (row: string): string[] => row.split(',').map((cell) => cell.replaceAll('"', ''));
    const at = (name: string): number => cells(head).indexOf(name);
    expect(rows.map((row) => cells(row)[at('Vote')]).sort()).toEqual(seen.map(({ id }) => id).sort());
    expect(
      votes(
        rows.map((row) => ({
          voteCount: Number(cells(row)[at('Votes')]),
          status: cells(row)[at('Status')] ?? '',
        })),
      ),
    ).toBe(votesOf(counting));
  });

  it('agree with the ledger for verify-tallies', async () => {
    const { code, out } = await command(['verify-tallies', '--contest', model.contest.id]);
    expect([code, out]).toEqual([0, expect.stringContaining('equals the ledger')]);
  });
});
