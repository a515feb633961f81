import type pg from 'pg';
import { Confirmation } from '@abato/payments';
import type { PaymentUpdate, ConfirmationAnnouncement, ConfirmationResult } from '@abato/testing/payments';

export type Confirm = (pool: pg.Pool, update: PaymentUpdate, now: Date) => Promise<ConfirmationResult | null>;

export const secrets = { voterDigest: (...parts: string[]) => Buffer.from(parts.join('|')).subarray(0, 16) };
/** The product's own service, with the time that a test says; without `announcement` no other process is told. */
export const confirmationAt = (
  pool: pg.Pool,
  now: () => Date,
  announcement: Pick<ConfirmationAnnouncement, 'send'> = { send: () => Promise.resolve() },
): Confirmation =>
  new Confirmation(pool, { now }, { PUBLIC_URL: 'http://x' }, secrets, { domain: 'test' }, announcement);
export const realConfirm: Confirm = (pool, update, now) => confirmationAt(pool, () => now).confirm(update);
