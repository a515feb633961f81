import { CODE_AGAIN_MS, CODES_PER_NUMBER, refusalTexts, type VerificationLevel } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { AppError, type Environment, networkOf } from '@abato/platform';
import { type EntityManager, MoreThan } from 'typeorm';
import { PhoneVerification } from './phone-verification.entity.js';

const t = refusalTexts.code;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Codes that one network may order in an hour: carriers put thousands of phones behind one address. */
export const CODES_PER_NETWORK = 1_000;
/** In an open contest, where few votes need a code, this part of the codes of a verified one in a day. */
const OPEN_SHARE = 0.1;

/** The most codes that a contest sends in a day. */
export const codesPerDay = (
  { SMS_CODES_PER_CONTEST: most }: Pick<Environment, 'SMS_CODES_PER_CONTEST'>,
  level: VerificationLevel | undefined,
): number => (level === 'OPEN' ? Math.ceil(most * OPEN_SHARE) : most);
/** Verifications by dialling that wait for one phone at a time. */
const WAITING_PER_NUMBER = 3;
const MAKE_ROOM = sqlFile(import.meta.url, './make-room.sql');
/** Groups of an IPv6 address that one provider hands out: /48. */
const IPV6_GROUPS = 3;

/** What orders a code: an IPv4 address as it is, of an IPv6 address the first 48 bits, because a sender can have all of them. */
export function orderingNetwork(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network.split(':').slice(0, IPV6_GROUPS).join(':') : network;
}

/** Lock a number until the transaction ends, so that requests at the same time are counted one after the other. */
export async function lockNumber(manager: EntityManager, phone: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('verification ' || $1, 0))`, [phone]);
}

/**
 * Let at most three verifications by dialling wait for one phone, for all contests together: they cost nothing, and a refusal would let
 * anyone keep a number from being proven (ADR 117). The phone must be locked.
 * @param network digest of the one that begins another; null where addresses do not count
 */
export async function makeRoom(
  manager: EntityManager,
  phone: string,
  network: Buffer | null,
  now: Date,
): Promise<void> {
  await manager.query(MAKE_ROOM, [phone, network, now, WAITING_PER_NUMBER]);
}

/**
 * Let one number have at most three codes by SMS in an hour, for all contests together, and one every 30 seconds. The number must be locked.
 * @throws AppError RATE_LIMITED with the time to wait
 */
export async function checkNumber(manager: EntityManager, phone: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const sent = await manager.find(PhoneVerification, {
    where: { phone, createdAt: MoreThan(since), channel: 'sms' },
    order: { createdAt: 'ASC' },
  });
  const times = sent.map(({ createdAt }) => createdAt.getTime());
  const oldest = times.at(-CODES_PER_NUMBER);
  const freeAt = Math.max(
    (times.at(-1) ?? -Infinity) + CODE_AGAIN_MS,
    oldest === undefined ? -Infinity : oldest + HOUR_MS,
  );
  if (freeAt > now.getTime()) throw limited(t.sentBefore, freeAt - now.getTime());
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
  const spent = kind === 'CONTEST' ? t.contestSpent : t.networkSpent;
  if (!rows.length) throw limited(() => spent, since.getTime() + LENGTHS[kind] - now.getTime());
}

function limited(text: (seconds: number) => string, waitMs: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('RATE_LIMITED', { message: text(retryAfter), retryAfter });
}
