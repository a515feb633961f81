import type { EntityManager } from 'typeorm';
import { sqlFile } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
import { PAYMENT_STATES, type PaymentState } from '@abato/payments';
import { expectedPayout, type Payout } from './payout-day.js';

const UNPAID = sqlFile(import.meta.url, './next-payout.sql');
const DAY_MS = 86_400_000;
/** A settlement that is under way for longer is late: what it announced is no longer told. */
const ANNOUNCED_DAYS = 7;
/** Payments that are in no settlement after half of this are a difference. */
const LOOKED_AT_DAYS = 10;
const COUNTED = (Object.keys(PAYMENT_STATES) as PaymentState[]).filter(
  (state) => PAYMENT_STATES[state].kind === 'counted',
);

/**
 * The next payout of the provider to a host's account: the one that it announces, else the one that its schedule lets expect.
 * @param onTheWay what of the host's part is not paid out, in pesewas
 * @returns null when nothing is to be paid out
 */
export async function nextPayoutOf(
  sql: Pick<EntityManager, 'query'>,
  hostId: string,
  onTheWay: number,
  now: Date,
): Promise<Payout | null> {
  const rows = await sql.query<{ announced: boolean; day: string; pesewas: number }[]>(UNPAID, [
    hostId,
    new Date(now.getTime() - ANNOUNCED_DAYS * DAY_MS),
    smallestIdAt(now.getTime() - LOOKED_AT_DAYS * DAY_MS),
    COUNTED,
  ]);
  const announced = rows.find((row) => row.announced);
  return announced ?? expectedPayout(rows, onTheWay, now);
}
