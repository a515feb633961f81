import fc from 'fast-check';
import type {
  CategoryStats,
  ContestantStats,
  ContestStats,
  DailyVotes,
  HostStats,
  PublicContestView,
  StatisticsView,
  VoteIntake,
  VoteRecordView,
  VoteStats,
  VoteTimeline,
} from '@abato/contracts';
import { admin as command } from '../support/admin.js';
import {
  aContest,
  aUser,
  type BuiltContest,
  type BuiltUser,
  closeDatabase,
  database,
} from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { initialize, waitForState } from '../support/payments.js';
import { seedOf } from '../support/seed.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

/** Random casts, deletions and reversals; then every figure of every call is compared with a recount of a plain list of votes. */
const SEED = seedOf('figures agree');
const PRICE = 2;
const PHONES_OF_DEVICE = 9;
const visitor = new ApiClient();
let admin: BuiltUser;
let simulator: SimulatorControl;

beforeAll(async () => {
  admin = await aUser().superAdmin().save();
  simulator = new SimulatorControl();
});
afterAll(closeDatabase);

/** A cast as the model remembers it. */
interface Cast {
  id: string;
  contestantId: string;
  categoryId: string;
  phone: string;
  email: string | null;
  votes: number;
  price: number;
  method: 'FREE' | 'PAYSTACK' | 'MANUAL';
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  held: boolean;
  reference: string | null;
}

const NOMINEES = 6;
const aCast = fc.record({
  nominee: fc.nat(NOMINEES - 1),
  phone: fc.nat(6),
  email: fc.option(fc.nat(3)),
  votes: fc.integer({ min: 1, max: 6 }),
  kind: fc.constantFrom('free', 'free', 'manual'),
});
const aPaidCast = fc.record({
  nominee: fc.nat(NOMINEES - 1),
  phone: fc.nat(6),
  email: fc.option(fc.nat(3)),
  votes: fc.integer({ min: 1, max: 6 }),
  kind: fc.constantFrom('paid', 'paid', 'unpaid', 'manual'),
});
const aFate = fc.record({ of: fc.nat(NOMINEES - 1), by: fc.constantFrom('refund', 'dispute') });

/** One owner with one contest of two categories with three contestants each, and the list of what was cast. */
class Model {
  readonly casts: Cast[] = [];
  readonly deleted = new Set<string>();
  readonly nominees: { id: string; categoryId: string }[];

  constructor(
    readonly owner: BuiltUser,
    readonly contest: BuiltContest,
    private readonly round: number,
  ) {
    this.nominees = contest.categories.flatMap(({ id: categoryId, contestants }) =>
      contestants.map(({ id }) => ({ id, categoryId })),
    );
  }

  async cast(
    input: { nominee: number; phone: number; email: number | null; votes: number; kind: string },
    price: number,
  ): Promise<void> {
    const nominee = this.nominees[input.nominee];
    if (!nominee || this.deleted.has(nominee.id)) return;
    const phone = `+23355${this.round}${String(input.phone).padStart(6, '0')}`;
    const email = input.email === null ? null : `p${input.email}@example.com`;
    const body = {
      contestId: this.contest.id,
      categoryId: nominee.categoryId,
      contestantId: nominee.id,
      voteCount: input.votes,
      voterPhone: phone,
      ...(email && { voterEmail: email }),
    };
    const manual = input.kind === 'manual';
    const answer = manual
      ? await this.owner.api.post<{ id: string; held?: true }>('/votes/manual', {
          ...body,
          reason: 'At the gate',
        })
      : await visitor.post<{ id: string; held?: true }>('/votes/cast', body);
    expect(answer.status).toBe(201);
    const cast: Cast = {
      id: answer.data.id,
      contestantId: nominee.id,
      categoryId: nominee.categoryId,
      phone,
      email,
      votes: input.votes,
      price,
      method: price === 0 ? 'FREE' : manual ? 'MANUAL' : 'PAYSTACK',
      status: price === 0 || manual ? 'COMPLETED' : 'PENDING',
      held: false,
      reference: null,
    };
    if (answer.data.held) Object.assign(cast, { held: true, status: 'PENDING' });
    if (input.kind === 'paid') await this.pay(cast);
    this.casts.push(cast);
  }

  private async pay(cast: Cast): Promise<void> {
    const { reference } = (await initialize(cast.id)).data;
    await simulator.complete(reference);
    await waitForState(reference, 'COMPLETED');
    Object.assign(cast, { reference, status: 'COMPLETED' });
  }

  /** Free votes of one device, of which the last are held. */
  async manyOfOneDevice(place: number): Promise<void> {
    const nominee = this.nominees[place];
    if (!nominee) throw new Error('no such nominee');
    const { counted, held } = await manyPhonesOfOneDevice(this.contest, PHONES_OF_DEVICE, {
      contestantId: nominee.id,
      categoryId: nominee.categoryId,
    });
    expect(held.length).toBeGreaterThan(0);
    const { rows } = await database().query<{ id: string; voter_phone: string }>(
      'SELECT id, voter_phone FROM votes WHERE id = ANY($1)',
      [[...counted, ...held].map(({ id }) => id)],
    );
    for (const one of [...counted, ...held]) {
      this.casts.push({
        id: one.id,
        contestantId: nominee.id,
        categoryId: nominee.categoryId,
        phone: rows.find(({ id }) => id === one.id)?.voter_phone ?? '',
        email: null,
        votes: 1,
        price: 0,
        method: 'FREE',
        status: one.held ? 'PENDING' : 'COMPLETED',
        held: one.held ?? false,
        reference: null,
      });
    }
  }

  async deleteNominee(place: number): Promise<void> {
    const { id } = this.nominees[place] ?? { id: '' };
    expect((await this.owner.api.delete(`/contestants/${id}`)).status).toBe(200);
    this.deleted.add(id);
  }

  async deleteCategory(place: number): Promise<void> {
    const category = this.contest.categories[place];
    expect((await this.owner.api.delete(`/categories/${category?.id}`)).status).toBe(200);
    for (const { id } of category?.contestants ?? []) this.deleted.add(id);
  }

  /** The money of a paid vote goes back: by a super admin, or by a lost dispute. */
  async takeBack({ of, by }: { of: number; by: string }): Promise<void> {
    const paid = this.casts.filter(({ reference, status }) => reference && status === 'COMPLETED');
    const cast = paid[of % Math.max(1, paid.length)];
    if (!cast?.reference) return;
    if (by === 'refund') {
      const { rows } = await database().query<{ id: string }>(
        'SELECT id FROM payments WHERE reference = $1',
        [cast.reference],
      );
      const refund = await admin.api.post(`/payments/${rows[0]?.id}/refund`, { reason: 'Asked for it' });
      expect(refund.status).toBe(200);
    } else {
      await simulator.dispute(cast.reference);
      await waitForState(cast.reference, 'DISPUTED');
      await simulator.dispute(cast.reference, { action: 'resolve', resolution: 'merchant-accepted' });
      await waitForState(cast.reference, 'REVERSED');
    }
    cast.status = 'FAILED';
  }

  /** What readers see: casts for contestants that are not deleted. */
  get seen(): Cast[] {
    return this.casts.filter(({ contestantId }) => !this.deleted.has(contestantId));
  }

  get counting(): Cast[] {
    return this.seen.filter(({ status }) => status === 'COMPLETED');
  }

  /** Money that was received and did not go back, in cedis: also for deleted contestants. */
  get revenue(): number {
    return sum(
      this.casts.filter(({ status }) => status === 'COMPLETED').map(({ votes, price }) => votes * price),
    );
  }

  /** Everything is folded and looked at. */
  async settled(): Promise<void> {
    await waitFor(
      async () => {
        const { rows } = await database().query<{ open: number }>(
          `SELECT (SELECT count(*) FROM tally_outbox WHERE contest_id = $1)
             + (SELECT count(*) FROM uncounted_contestants WHERE contest_id = $1 AND voters_checked_at IS NULL)
             + (SELECT count(*) FROM vote_ledger l WHERE l.contest_id = $1 AND l.kind = 'REVERSAL'
                AND NOT EXISTS (SELECT FROM uncounted_votes u WHERE u.vote_id = l.vote_id)) AS open`,
          [this.contest.id],
        );
        return rows[0]?.open === 0;
      },
      { what: 'tallies without backlog' },
    );
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
const votesOf = (casts: Cast[]): number => sum(casts.map(({ votes }) => votes));
const distinct = (values: (string | null)[]): number =>
  new Set(values.filter((value) => value !== null)).size;
const round1 = (value: number): number => Math.round(value * 10) / 10;
const figures = (casts: Cast[]) => ({ votes: votesOf(casts), transactions: casts.length });

async function play(round: number): Promise<Model> {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().withContestants(3, 3).save();
  const model = new Model(owner, contest, round);
  const seed = SEED + round;
  await model.manyOfOneDevice(0);
  await model.manyOfOneDevice(3);
  for (const input of fc.sample(aCast, { seed, numRuns: 16 })) await model.cast(input, 0);
  await model.deleteNominee(1);
  for (const input of fc.sample(aCast, { seed: seed + 100, numRuns: 6 })) await model.cast(input, 0);
  expect((await owner.api.put(`/contests/${contest.id}`, { votePrice: PRICE })).status).toBe(200);
  for (const input of fc.sample(aPaidCast, { seed, numRuns: 14 })) await model.cast(input, PRICE);
  const [first, second, third] = fc.sample(aFate, { seed, numRuns: 3 });
  if (first) await model.takeBack(first);
  await model.deleteCategory(1);
  // Also of a payment for a contestant who has been deleted since.
  if (second) await model.takeBack({ ...second, by: 'refund' });
  for (const input of fc.sample(aPaidCast, { seed: seed + 100, numRuns: 4 })) await model.cast(input, PRICE);
  if (third) await model.takeBack(third);
  await model.settled();
  return model;
}

describe.each([1, 2])('figures of a contest after casts, deletions and reversals (%i)', (round) => {
  let model: Model;
  const get = async <T>(path: string): Promise<T> => (await model.owner.api.get<T>(path)).data;

  beforeAll(async () => {
    model = await play(round);
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
    expect(await get<VoteIntake>(`/votes/contest/${contest.id}/intake`)).toEqual({
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
