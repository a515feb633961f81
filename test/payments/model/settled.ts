import type pg from 'pg';
import { sum } from './settlements.js';
import type { World } from './world.js';

/** The books of settlements against what the invented provider has paid out (ADR 122). */

interface SettledPayment {
  id: string;
  reference: string;
  state: string;
}

/** Whose accounts in the books and at the provider agree by themselves: nothing is held, set aside or said by hand. */
const PLAIN = ['COMPLETED', 'REFUNDED', 'REVERSED'];

/**
 * What was booked for each account is what the provider has paid out; what is still owed to the host is what the provider still has of it, and
 * so nothing when all is settled; only a settlement that was short is a difference.
 */
export async function checkSettlements(
  world: World,
  pool: pg.Pool,
  payments: readonly SettledPayment[],
): Promise<void> {
  const { settlements } = world;
  for (const account of settlements.accounts()) {
    const own = settlements.of(account);
    const paidOut = sum(own.filter(({ status }) => status === 'success').map(({ amount }) => amount));
    const booked = await bookedOf(
      pool,
      own.map(({ id }) => String(id)),
    );
    const name = account === null ? 'the platform' : 'the host';
    expectEqual(`paid out to ${name}`, account === null ? booked.bank : booked.payable, paidOut);
    expectEqual(`clearing of settlements of ${name}`, booked.clearing, -paidOut);
    if (account !== null) await checkOwed(world, pool, payments, account, paidOut);
  }
  await checkDifferences(world, pool);
}

async function checkOwed(
  world: World,
  pool: pg.Pool,
  payments: readonly SettledPayment[],
  account: string,
  paidOut: number,
): Promise<void> {
  const paid = payments.filter(({ reference }) => world.provider.transactions.get(reference)?.paidAt);
  if (world.returns.byHand.size || paid.some(({ state }) => !PLAIN.includes(state))) return;
  const { rows } = await pool.query<{ owed: number }>(
    'SELECT coalesce(-sum(organiser_payable), 0)::int AS owed FROM journal WHERE host_id = $1',
    [world.hostId],
  );
  const left = sum(world.settlements.partsOf(account).map(({ received, returned }) => received - returned));
  expectEqual('owed to the host', rows[0]?.owed, left - paidOut);
}

async function bookedOf(
  pool: pg.Pool,
  ids: string[],
): Promise<{ payable: number; bank: number; clearing: number }> {
  const { rows } = await pool.query<{ payable: number; bank: number; clearing: number }>(
    `SELECT coalesce(sum(organiser_payable), 0)::int AS payable, coalesce(sum(platform_bank), 0)::int AS bank,
       coalesce(sum(provider_clearing), 0)::int AS clearing
     FROM journal WHERE settlement_id IN (SELECT id FROM settlements WHERE provider_id = ANY($1))`,
    [ids],
  );
  return rows[0] ?? { payable: 0, bank: 0, clearing: 0 };
}

async function checkDifferences(world: World, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ class: string; provider_id: string; subject: string }>(
    `SELECT class, provider_id, subject FROM settlement_differences WHERE resolved_at IS NULL AND (host_id = $1 OR host_id IS NULL)`,
    [world.hostId],
  );
  const short = world.settlements.all.filter(
    ({ status, amount, deductions, total }) => status !== 'failed' && amount + deductions !== total,
  );
  const is = rows.map((row) => `${row.class} ${row.provider_id ?? row.subject}`).sort();
  const should = short.map(({ id }) => `amount ${id}`).sort();
  expectEqual('unexplained differences', is.join(', '), should.join(', '));
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
