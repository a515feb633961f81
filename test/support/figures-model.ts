import fc from 'fast-check';
import { aContest, aUser, type BuiltContest, type BuiltUser, sql } from './builders.js';
import { manyPhonesOfOneDevice } from './held-votes.js';
import { ApiClient } from './http.js';
import { initialize, waitForState } from './payments.js';
import { phoneAt } from './phones.js';
import { SimulatorControl } from './simulator.js';
import { waitFor } from './wait-for.js';

const PRICE = 2;
const PHONES_OF_DEVICE = 9;
const NOMINEES = 6;

export const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** A cast as the model remembers it. */
export interface Cast {
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
export class FiguresModel {
  private readonly simulator = new SimulatorControl();
  readonly casts: Cast[] = [];
  readonly deleted = new Set<string>();
  readonly nominees: { id: string; categoryId: string }[];

  constructor(
    readonly owner: BuiltUser,
    readonly contest: BuiltContest,
    private readonly admin: BuiltUser,
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
    const phone = phoneAt('figures-agree', this.round * 1_000_000 + input.phone);
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
      : await new ApiClient().post<{ id: string; held?: true }>('/votes/cast', body);
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
    await this.simulator.complete(reference);
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
    const rows = await sql<{ id: string; voter_phone: string }>`SELECT id, voter_phone FROM votes
      WHERE id = ANY(${[...counted, ...held].map(({ id }) => id)})`;
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

  /**
   * The money of a paid vote goes back: by a super admin, or by a lost dispute.
   * @param deleted of a vote for a contestant who has been deleted since, instead of any
   */
  async takeBack({ of, by }: { of: number; by: string }, deleted = false): Promise<void> {
    const paid = this.casts.filter(
      ({ reference, status, contestantId }) =>
        reference && status === 'COMPLETED' && (!deleted || this.deleted.has(contestantId)),
    );
    const cast = paid[of % Math.max(1, paid.length)];
    if (!cast?.reference) return;
    if (by === 'refund') {
      const id = await sql.value<string>`SELECT id FROM payments WHERE reference = ${cast.reference}`;
      const refund = await this.admin.api.post(`/payments/${id}/refund`, { reason: 'Asked for it' });
      expect(refund.status).toBe(200);
    } else {
      await this.simulator.dispute(cast.reference);
      await waitForState(cast.reference, 'DISPUTED');
      await this.simulator.dispute(cast.reference, { action: 'resolve', resolution: 'merchant-accepted' });
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

  /** Everything is tallied and looked at. */
  async settled(): Promise<void> {
    const open = () =>
      sql.value<number>`SELECT (SELECT count(*) FROM tally_outbox
             WHERE contest_id = ${this.contest.id})
             + (SELECT count(*) FROM uncounted_contestants WHERE contest_id = ${this.contest.id}
             AND voters_checked_at IS NULL)
             + (SELECT count(*) FROM vote_ledger l WHERE l.contest_id = ${this.contest.id}
             AND l.kind = 'REVERSAL'
                AND NOT EXISTS (SELECT FROM uncounted_votes u WHERE u.vote_id = l.vote_id)) AS open`;
    await waitFor(async () => (await open()) === 0, { what: 'tallies without backlog' });
  }
}

/** Random casts, deletions and reversals of every kind; the seed decides. @returns when everything is in the tallies */
export async function playFigures(admin: BuiltUser, seed: number, round: number): Promise<FiguresModel> {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().withContestants(3, 3).save();
  const model = new FiguresModel(owner, contest, admin, round);
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
  if (second) await model.takeBack({ ...second, by: 'refund' }, true);
  for (const input of fc.sample(aPaidCast, { seed: seed + 100, numRuns: 4 })) await model.cast(input, PRICE);
  if (third) await model.takeBack(third);
  await model.settled();
  return model;
}
