import { CODE_AGAIN_MS, CODES_PER_NUMBER } from '@abato/contracts';
import { AppError, networkOf } from '@abato/platform';
import type { EntityManager } from 'typeorm';

/** How a number is proven. */
export type Channel = 'sms' | 'ussd';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Codes that one network may order in an hour: carriers put thousands of phones behind one address. */
export const CODES_PER_NETWORK = 1_000;
/** Groups of an IPv6 address that one provider hands out: /48. */
const IPV6_GROUPS = 3;

/** What orders a code: an IPv4 address as it is, of an IPv6 address the first 48 bits, because a sender can have all of them. */
export function orderingNetwork(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network.split(':').slice(0, IPV6_GROUPS).join(':') : network;
}

/**
 * Let one number have at most three codes in an hour, for all contests together, and one every 30 seconds; numbers to dial are counted by
 * themselves and without a pause. Locks the number until the transaction ends, so that requests at the same time are counted one after the
 * other.
 * @throws AppError RATE_LIMITED with the time to wait
 */
export async function checkNumber(
  manager: EntityManager,
  phone: string,
  channel: Channel,
  now: Date,
): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('verification ' || $1, 0))`, [phone]);
  const since = new Date(now.getTime() - HOUR_MS);
  const rows: { created_at: Date }[] = await manager.query(
    'SELECT created_at FROM phone_verifications WHERE phone = $1 AND created_at > $2 AND channel = $3 ORDER BY created_at',
    [phone, since, channel],
  );
  const times = rows.map(({ created_at }) => created_at.getTime());
  const oldest = times.at(-CODES_PER_NUMBER);
  const freeAt = Math.max(
    channel === 'sms' ? (times.at(-1) ?? -Infinity) + CODE_AGAIN_MS : -Infinity,
    oldest === undefined ? -Infinity : oldest + HOUR_MS,
  );
  if (freeAt > now.getTime()) throw tooSoon(freeAt - now.getTime(), channel);
}

const LENGTHS = { CONTEST: DAY_MS, NETWORK: HOUR_MS };

/** When the day of a contest's codes or the hour of a network's began (UTC). */
export function countsSince(kind: 'CONTEST' | 'NETWORK', now: Date): Date {
  return new Date(Math.floor(now.getTime() / LENGTHS[kind]) * LENGTHS[kind]);
}

/**
 * Count one more code of a contest's day or a network's hour (UTC).
 * @param most codes of that time
 * @throws AppError RATE_LIMITED when that many were ordered
 */
export async function spend(
  manager: EntityManager,
  kind: 'CONTEST' | 'NETWORK',
  subject: string,
  most: number,
  now: Date,
): Promise<void> {
  const since = countsSince(kind, now);
  const rows: unknown[] = await manager.query(
    `INSERT INTO verification_counts AS c (kind, subject, since, codes) VALUES ($1, $2, $3, 1)
     ON CONFLICT (kind, subject, since) DO UPDATE SET codes = c.codes + 1 WHERE c.codes < $4 RETURNING codes`,
    [kind, subject, since, most],
  );
  if (!rows.length) throw exhausted(kind, since.getTime() + LENGTHS[kind] - now.getTime());
}

function tooSoon(waitMs: number, channel: Channel): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  const had =
    channel === 'sms'
      ? 'A code was sent to this number a short while ago.'
      : 'This phone was given several numbers to dial already.';
  return new AppError('RATE_LIMITED', { message: `${had} You can have another one in ${wait}.`, retryAfter });
}

function exhausted(kind: 'CONTEST' | 'NETWORK', waitMs: number): AppError {
  return new AppError('RATE_LIMITED', {
    message:
      kind === 'CONTEST'
        ? 'This contest has sent all its codes of today. You can confirm your number by dialling, or by SMS tomorrow.'
        : 'Too many codes were requested here. Please try again later.',
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
