import { ReconciliationService } from '@abato/payments';
import { type PaymentUpdate } from '@abato/testing/payments';
import type { PaymentProof } from '@abato/paystack';
import { Transactions } from '@abato/database';
import { drainTally } from '@abato/testing/voting';
import { ownDatabase } from './database.js';
import { World } from './world.js';

/** What most payment specs begin with: a database of the file's own, and in it a world of each test's own. */

export const PRICE_PESEWAS = 100;

/** Each file that imports this module has its own. */
export const database = await ownDatabase();
export const { sql } = database;
/** Set before each test. */
export let world: World;

/** Registers the hooks. @param prepare changes the world before its contest is written */
export function useOwnWorld(prepare: (world: World) => void = () => undefined): void {
  beforeEach(async () => {
    world = new World(database.pool, database.owner);
    prepare(world);
    await world.create();
  });
  // What a test leaves due must not be worked on in the next one.
  afterEach(() => world?.retire());
}

/** A vote with an attempt under way. @returns the attempt's reference */
export const begun = (votes = 1): Promise<string> => world.castAndBegin(votes);

/** @param proof replaces parts of a correct success of one vote */
export const success = (reference: string, proof: Partial<PaymentProof> = {}): PaymentUpdate => ({
  reference,
  source: 'verify',
  proof: {
    status: 'success',
    amount: PRICE_PESEWAS,
    currency: 'GHS',
    domain: 'test',
    paidAt: world.now,
    ...proof,
  },
});

/** The provider says that a vote of so many votes is paid in full. */
export async function payFor(reference: string, votes: number): Promise<void> {
  await world.confirm(success(reference, { amount: votes * PRICE_PESEWAS }));
}

/** The books beside the provider's money, at the world's time. */
export function books(): ReconciliationService {
  return new ReconciliationService(new Transactions(database.pool), { now: () => world.now });
}

/** The world's tally includes every change that is booked so far. */
export async function tallyAll(): Promise<void> {
  await drainTally(database.pool, world.contestId, world.now);
}

export async function rowOf<T>(sql: string, value: unknown): Promise<T | undefined> {
  return (await database.owner.query(sql, [value])).rows[0] as T | undefined;
}

export const stateOf = async (reference: string): Promise<string | undefined> =>
  (await rowOf<{ state: string }>('SELECT state FROM payments WHERE reference = $1', reference))?.state;

/** Nothing can be settled about this payment any more, which stops with an error. */
export async function removeVoteOf(reference: string): Promise<void> {
  await sql`DELETE FROM votes WHERE id = (SELECT vote_id FROM payments WHERE reference = ${reference})`;
}
