import type pg from 'pg';
import { Settlement } from '@abato/payments';
import type { PaymentUpdate, SettlementAnnouncement, SettlementResult } from '@abato/testing/payments';

export type Settle = (pool: pg.Pool, update: PaymentUpdate, now: Date) => Promise<SettlementResult | null>;

export const secrets = { voterDigest: (...parts: string[]) => Buffer.from(parts.join('|')).subarray(0, 16) };
/** The product's own service, with the time that a test says; without `announcement` no other process is told. */
export const settlementAt = (
  pool: pg.Pool,
  now: () => Date,
  announcement: Pick<SettlementAnnouncement, 'send'> = { send: () => Promise.resolve() },
): Settlement =>
  new Settlement(pool, { now }, { PUBLIC_URL: 'http://x' }, secrets, { domain: 'test' }, announcement);
export const realSettle: Settle = (pool, update, now) => settlementAt(pool, () => now).settle(update);
