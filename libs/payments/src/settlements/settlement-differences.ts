import type pg from 'pg';
import { inTransaction, sqlFile } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';

const FIND = sqlFile(import.meta.url, './settlement-differences.sql');
const RECORD = sqlFile(import.meta.url, './record-differences.sql');
const DAY_MS = 86_400_000;
/** Older settlements are compared again only while something about them is open. */
const COMPARED_DAYS = 120;
/** The provider pays on the next working day; a weekend and a holiday are between. After so many days a payment is missing. */
export const MISSING_AFTER_DAYS = 5;

const COUNTED = (Object.keys(PAYMENT_STATES) as PaymentState[]).filter(
  (state) => PAYMENT_STATES[state].kind === 'counted',
);

/**
 * Write down what of the settlements cannot be explained. What is explained by now stays, with the time.
 * @param hosts whose settlements were read; null is the platform
 * @returns how many are open
 */
export async function recordSettlementDifferences(
  pool: pg.Pool,
  now: Date,
  hosts: readonly (string | null)[],
): Promise<number> {
  const of = [hosts.filter((host) => host !== null), hosts.includes(null)];
  const since = now.getTime() - COMPARED_DAYS * DAY_MS;
  const { rows } = await pool.query<{ class: string; subject: string }>(FIND, [
    new Date(since),
    smallestIdAt(since),
    new Date(now.getTime() - MISSING_AFTER_DAYS * DAY_MS),
    COUNTED,
    ...of,
  ]);
  await inTransaction(pool, (sql) => sql.query(RECORD, [JSON.stringify(rows), now, ...of]));
  return rows.length;
}
