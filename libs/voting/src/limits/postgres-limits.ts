import { PHONES_PER_DEVICE } from '@abato/contracts';
import { sqlStatements, type SqlRunner } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
import { type FreeVote, type Verdict, WINDOW_MINUTES } from './free-vote.js';
import { allowance, type Allowance } from './limit-refusals.js';
import { UNPAID_PER_PHONE, type UnpaidVerdict, type UnpaidVote } from './unpaid-votes.js';

const [USED, UNPAID] = sqlStatements(
  import.meta.url,
  './postgres-limits.sql',
  'used-free-votes',
  'unpaid-votes',
);

/** Votes of one phone or device: by minute, and the phones named. */
interface Used {
  minutes: Map<number, number>;
  phones: Set<string>;
}

interface UsedRow {
  contest_id: string;
  voter_phone: string | null;
  device_digest: Buffer | null;
  minute: number;
  votes: number;
}

/**
 * What can be said of free votes without Redis: the limits of phones and devices, from the votes themselves. A vote that no rule about addresses
 * concerns counts then; every other one is held until Redis can be asked (`UncheckedVotes`). Each vote sees those before it in the batch.
 */
export async function judgeByVotes(
  sql: SqlRunner,
  votes: readonly FreeVote[],
  minute: number,
): Promise<Verdict[]> {
  const used = await readUsed(sql, votes, minute);
  return votes.map((vote) => {
    const phone = used(phoneKey(vote.contestId, vote.phone));
    const device = vote.device ? used(deviceKey(vote.contestId, vote.device)) : null;
    const byPhone = allowance(phone.minutes, vote.votes, vote.limit, minute);
    if (!byPhone.allowed) return refused('phone', byPhone);
    const byDevice = device && allowance(device.minutes, vote.votes, vote.deviceLimit, minute);
    if (byDevice?.allowed === false) return refused('device', byDevice);
    if (vote.challenge === 'ALWAYS' && !vote.proven) return { kind: 'challenge' };
    for (const one of [phone, device]) one?.minutes.set(minute, (one.minutes.get(minute) ?? 0) + vote.votes);
    device?.phones.add(vote.phone);
    if (device && device.phones.size > PHONES_PER_DEVICE)
      return { kind: 'held', reason: 'DEVICE_MANY_PHONES' };
    const counts = vote.isProvenNumber || vote.address === null;
    return counts ? { kind: 'counted' } : { kind: 'held', reason: 'LIMITS_UNKNOWN' };
  });
}

/** The limit of paid votes that wait for payment, of phones only, for when Redis is away. @param windowMs how long they wait */
export async function judgeUnpaidByVotes(
  sql: SqlRunner,
  votes: readonly UnpaidVote[],
  nowMs: number,
  windowMs: number,
): Promise<UnpaidVerdict[]> {
  const { rows } = await sql.query<{ phone: string; waiting: number; oldest: Date }>(UNPAID, [
    [...new Set(votes.map(({ voterPhone }) => voterPhone))],
    smallestIdAt(nowMs - windowMs),
  ]);
  const known = new Map(rows.map((row) => [row.phone, row]));
  return votes.map(({ voterPhone: phone }) => {
    const of = known.get(phone) ?? { phone, waiting: 0, oldest: new Date(nowMs) };
    if (of.waiting >= UNPAID_PER_PHONE)
      return { kind: 'refused', per: 'phone', freeAt: of.oldest.getTime() + windowMs };
    known.set(phone, { ...of, waiting: of.waiting + 1 });
    return { kind: 'noted' };
  });
}

function refused(per: 'phone' | 'device', { left, nextMinute }: Allowance & { allowed: false }): Verdict {
  return { kind: 'refused', per, left, nextMinute };
}

async function readUsed(
  sql: SqlRunner,
  votes: readonly FreeVote[],
  minute: number,
): Promise<(key: string) => Used> {
  const { rows } = await sql.query<UsedRow>(USED, [
    [...new Set(votes.map((vote) => vote.contestId))],
    [...new Set(votes.map((vote) => vote.phone))],
    smallestIdAt((minute - WINDOW_MINUTES) * 60_000),
    votes.flatMap((vote) => vote.device ?? []),
  ]);
  const all = new Map<string, Used>();
  const usedBy = (key: string): Used => {
    const known = all.get(key) ?? { minutes: new Map<number, number>(), phones: new Set<string>() };
    all.set(key, known);
    return known;
  };
  for (const row of rows) {
    const keys = [
      row.voter_phone === null ? null : phoneKey(row.contest_id, row.voter_phone),
      row.device_digest === null ? null : deviceKey(row.contest_id, row.device_digest),
    ];
    for (const key of keys) {
      if (key === null) continue;
      const { minutes, phones } = usedBy(key);
      minutes.set(row.minute, (minutes.get(row.minute) ?? 0) + row.votes);
      // As in Redis, only phones of the last hour.
      if (row.voter_phone !== null && row.minute > minute - WINDOW_MINUTES) phones.add(row.voter_phone);
    }
  }
  return usedBy;
}

const phoneKey = (contestId: string, phone: string): string => `${contestId} ${phone}`;
const deviceKey = (contestId: string, device: Buffer): string =>
  `${contestId} device ${device.toString('base64url')}`;
