import type {
  CategoryStats,
  ContestantStats,
  ContestAudit,
  ContestStats,
  DailyVotes,
  HostBalance,
  HostStats,
  IntakeFigures,
  Overview,
  PaymentStats,
  PaymentView,
  PublicContestView,
  ReconciliationView,
  StatisticsView,
  VoteRecordView,
  VoteStats,
  VoteTimeline,
} from '@abato/contracts';
import { admin as command } from '../support/admin.js';
import { aContest, aUser, database, withOwner } from '../support/builders.js';
import { type Cast, type FiguresModel, playFigures, sum } from '../support/figures-model.js';
import { beginPaid, payCounted, paymentIdOf, waitForState } from '../support/payments.js';
import { seedOf } from '../support/seed.js';
import { SimulatorControl } from '../support/simulator.js';
import { entriesOf, sizeOf } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

/** Random casts, deletions and reversals; then every figure of every call is compared with a recount of a plain list of votes. */
const SEED = seedOf('figures agree');

const admin = await aUser().superAdmin().save();
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
  });

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

it('money of held payments that were accepted, and went back in part is the same in every list, card, file, sum and book', async () => {
  const { owner, contest } = await withOwner(aContest().paid('1.00').withContestants(1, 1));
  const simulator = new SimulatorControl();
  const held = async (votes: number, told: { amount?: number; currency?: string }) => {
    const begun = await beginPaid(contest, { voteCount: votes });
    await simulator.script(begun.reference, { ...told, webhook: 'once' });
    await simulator.complete(begun.reference);
    await waitForState(begun.reference, 'REVIEW');
    return { ...begun, id: await paymentIdOf(begun.reference) };
  };
  const accept = async ({ id }: { id: string }) =>
    expect((await admin.api.post(`/payments/${id}/accept`, { reason: 'Told by telephone' })).status).toBe(
      200,
    );
  const loseInPart = async ({ reference }: { reference: string }, refundAmount: number) => {
    await simulator.dispute(reference, { refundAmount });
    await waitForState(reference, 'DISPUTED');
    await simulator.dispute(reference, { action: 'resolve' });
    await waitForState(reference, 'COMPLETED');
  };
  const as = await payCounted(contest, { voteCount: 5 });
  await simulator.script(as.reference, { webhook: 'once' });
  const [more, less, foreign] = [
    await held(3, { amount: 533 }),
    await held(4, { amount: 250 }),
    await held(2, { currency: 'NGN' }),
  ];
  for (const one of [more, less, foreign]) await accept(one);
  for (const [one, part] of [
    [as, 111],
    [more, 177],
    [less, 99],
  ] as const)
    await loseInPart(one, part);
  await held(1, { amount: 777 });

  const taken = 5 + 5.33 + 2.5;
  const back = 1.11 + 1.77 + 0.99;
  const net = round2(taken - back);
  const get = async <T>(path: string): Promise<T> => (await owner.api.get<T>(path)).data;
  const completed = (await get<PaymentView[]>(`/payments/contest/${contest.id}?pageSize=100`)).filter(
    ({ status }) => status === 'COMPLETED',
  );
  const csv = async (kind: string) => {
    const text = String((await owner.api.get(`/contests/${contest.id}/export/${kind}.csv`)).body);
    const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    const cells = (line: string): string[] => line.split(',').map((cell) => cell.replaceAll('"', ''));
    const rows = lines.map((line) => new Map(cells(line).map((cell, at) => [cells(head)[at], cell])));
    const of = (name: string) =>
      sum(rows.filter((row) => row.get('Status') === 'COMPLETED').map((row) => Number(row.get(name))));
    return round2(of('Amount (GHS)') - of('Returned (GHS)'));
  };
  await waitFor(
    async () => (await get<PaymentStats>(`/payments/contest/${contest.id}/stats`)).totalRevenue === net,
  );
  const audit = async () => (await get<ContestAudit>(`/contests/${contest.id}/audit`)).payments;
  const logged = async () => {
    const size = (await sizeOf(contest)) ?? 0;
    const entries = size ? await entriesOf(contest, size) : [];
    return sum(entries.map(({ amount }) => Number(amount ?? 0)));
  };
  await waitFor(async () => (await logged()) === Math.round(net * 100), { what: 'the public log' });
  const books = await audit();
  const reconciled = await get<ReconciliationView>(`/payments/contest/${contest.id}/reconciliation`);
  const balance = await get<HostBalance>(`/hosts/${contest.hostId}/balance`);
  const journal = await rowsOf<{ clearing: number; review: number }>(
    `SELECT sum(provider_clearing + provider_fee)::int AS clearing, -sum(under_review)::int AS review FROM journal WHERE contest_id = $1`,
    contest.id,
  );
  expect({
    list: round2(
      sum(completed.map(({ amount, afterRefund }) => amount - (afterRefund?.returnedAmount ?? 0))),
    ),
    payments: await csv('payments'),
    votes: await csv('votes'),
    revenue: (await get<ContestStats>(`/contests/${contest.id}/stats`)).totalRevenue,
    statistics: (await get<StatisticsView>('/statistics')).totalRevenue,
    overview: (await get<Overview>('/statistics/overview')).contests[0]?.revenue,
    audit: round2((books?.counted.amount ?? 0) - (books?.partlyReturned ?? 0)),
    counted: reconciled.counted,
    journal: round2(((journal?.clearing ?? 0) - (journal?.review ?? 0)) / 100),
    host: round2(balance.expected + balance.fees),
  }).toEqual(
    Object.fromEntries(
      [
        'list',
        'payments',
        'votes',
        'revenue',
        'statistics',
        'overview',
        'audit',
        'counted',
        'journal',
        'host',
      ].map((name) => [name, net]),
    ),
  );
  expect([books?.held.amount, reconciled.held, balance.underReview]).toEqual([7.77, 7.77, 7.77]);
  expect([
    reconciled.difference,
    reconciled.differences.map(({ class: of, amount }) => [of, amount]),
  ]).toEqual([0, [['accepted-otherwise', 0]]]);
  const { code, out } = await command(['verify-tallies', '--contest', contest.id]);
  expect([code, out]).toEqual([0, expect.stringContaining('equals the ledger')]);
});

const round2 = (value: number): number => Math.round(value * 100) / 100;

async function rowsOf<T extends object>(sql: string, id: string): Promise<T | undefined> {
  return (await database().query<T>(sql, [id])).rows[0];
}
