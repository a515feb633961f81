import { type SqlRunner, Transactions } from '@abato/database';
import type { Issuing } from '@abato/testing/accounting';
import type { PaymentProof } from '@abato/paystack';
import { ownDatabase } from './database.js';
import { World } from './world.js';

/** Hosts with paid votes over months, for specs about statements, and what is stored of their statements. */

const PRICE = 100;

export interface Stored {
  number: number;
  month: string | null;
  content: Record<string, number> & {
    invoice: { number: number; net: number; taxes: { amount: number }[]; total: number } | null;
  };
}

/** Of the file that imports this module. */
export const database = await ownDatabase();

export const issuing = (now: Date): Issuing => ({
  now,
  issuer: 'Abato Ltd',
});

export const inOne = <T>(work: (sql: SqlRunner) => Promise<T>): Promise<T> =>
  new Transactions(database.pool).run(({ sql }) => work(sql));
export const dayOf = (month: string, day: number): Date =>
  new Date(`${month}-${String(day).padStart(2, '0')}T12:00:00Z`);

/** A contest that is open from September 2026, or from the begin of another year, to the end of the year. */
export async function longWorld(year = 2026): Promise<World> {
  const world = new World(database.pool, database.owner);
  world.now = dayOf(year === 2026 ? '2026-09' : `${year}-01`, 1);
  world.end = dayOf(`${year}-12`, 31);
  await world.create();
  return world;
}

export interface Paid {
  reference: string;
  pesewas: number;
  confirm: (proof: PaymentProof) => Promise<void>;
}

export async function pay(world: World, votes: number): Promise<Paid> {
  const reference = await world.castAndBegin(votes);
  const pesewas = votes * PRICE;
  const confirm = async (proof: PaymentProof): Promise<void> => {
    await world.confirm({ reference, proof: { domain: 'test', ...proof }, source: 'list' });
  };
  await confirm({ status: 'success', amount: pesewas, currency: 'GHS', fees: Math.round(pesewas * 0.0195) });
  return { reference, pesewas, confirm };
}

/** What may happen to a payment later: proofs in their order, and what of its money is gone or set aside after them. */
export const FATES = {
  nothing: () => [[], 0],
  'part back': ({ reference, pesewas }) => [
    [back(reference, 1, Math.floor(pesewas / 3))],
    Math.floor(pesewas / 3),
  ],
  'refund ordered': ({ pesewas }) => [[{ status: 'refund-ordered' }], pesewas],
  refunded: ({ reference, pesewas }) => [
    [{ status: 'refund-ordered' }, back(reference, 1, pesewas)],
    pesewas,
  ],
  'disputed and open': ({ pesewas }) => [[{ status: 'disputed' }], pesewas],
  'dispute won': () => [[{ status: 'disputed' }, { status: 'dispute-won' }], 0],
  'dispute lost': ({ reference, pesewas }) => [
    [
      { status: 'disputed' },
      { ...back(reference, 1, pesewas), back: { source: 'DISPUTE', id: `${reference}-1` } },
    ],
    pesewas,
  ],
} as const satisfies Record<string, (paid: Paid) => [PaymentProof[], number]>;

export type Fate = keyof typeof FATES;

export const back = (reference: string, step: number, amount: number): PaymentProof => ({
  status: 'reversed',
  amount,
  currency: 'GHS',
  back: { source: 'REFUND', id: `${reference}-${step}` },
});

export async function statementsOf(hostId: string): Promise<Stored[]> {
  const rows =
    await database.sql<Stored>`SELECT number, month, content FROM statements WHERE host_id = ${hostId}
    ORDER BY number`;
  return rows;
}

/** What the journal says is owed to a host before a time. */
export async function owedBefore(hostId: string, before: Date): Promise<number> {
  const rows = await database.sql<{ owed: string }>`SELECT coalesce(-sum(organiser_payable), 0) AS owed
    FROM journal WHERE host_id = ${hostId} AND at < ${before}`;
  return Number(rows[0]?.owed);
}
