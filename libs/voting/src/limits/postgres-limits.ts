import { PHONES_PER_DEVICE } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
import type { AddressMemory } from './address-memory.js';
import { allowance, type Allowance, type FreeVote, type Verdict, WINDOW_MINUTES } from './free-vote.js';

const USED = sqlFile(import.meta.url, './used-free-votes.sql');

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
 * The same verdicts as charge-free-votes.lua, from the votes themselves and from what this process remembers of addresses. Each
 * vote sees those before it in the batch.
 */
export async function judgeByVotes(
  sql: SqlRunner,
  votes: readonly FreeVote[],
  minute: number,
  addresses: AddressMemory,
): Promise<Verdict[]> {
  const used = await readUsed(sql, votes, minute);
  return votes.map((vote) => judge(vote, used, minute, addresses));
}

function judge(
  vote: FreeVote,
  used: (key: string) => Used,
  minute: number,
  addresses: AddressMemory,
): Verdict {
  const phone = used(phoneKey(vote.contestId, vote.phone));
  const device = vote.device ? used(deviceKey(vote.contestId, vote.device)) : null;
  const byPhone = allowance(phone.minutes, vote.votes, vote.limit, minute);
  const byDevice = device && allowance(device.minutes, vote.votes, vote.deviceLimit, minute);
  const isRefused = !byPhone.allowed || byDevice?.allowed === false;
  const isCrowd = addresses.crowdOf(vote)?.isOver(vote.votes, vote.limit, minute) === true;
  const isSurge = addresses.newVotersOf(vote)?.isOver(vote.votes, vote.limit, minute) === true;
  const askedForNumber = askedBy(isCrowd && vote.crowd, isSurge && vote.surge);
  // A vote that is refused or asked for a number is one try, however many votes it asked for.
  const fast = addresses.isFast(vote, isRefused || askedForNumber ? 1 : vote.votes, minute);
  if (!byPhone.allowed) return refused('phone', byPhone);
  if (byDevice && !byDevice.allowed) return refused('device', byDevice);
  const outside = addresses.outsideOf(vote);
  const browsers = addresses.browsersOf(vote);
  const isRush = (): boolean => browsers?.isOver(vote.unknown, vote.votes, minute) === true;
  if (askedForNumber) return askedForNumber;
  const isAsked =
    vote.challenge === 'ALWAYS' ||
    fast ||
    outside?.needsProof(vote.votes, minute) ||
    (vote.askFirst && isRush());
  if (!vote.proven && isAsked) return { kind: 'challenge' };
  for (const one of [phone, device]) one?.minutes.set(minute, (one.minutes.get(minute) ?? 0) + vote.votes);
  device?.phones.add(vote.phone);
  const neighbours = addresses.isOneOfMany(vote, minute);
  if (device && device.phones.size > PHONES_PER_DEVICE) return { kind: 'held', reason: 'DEVICE_MANY_PHONES' };
  if (neighbours) return { kind: 'held', reason: 'NEIGHBOURING_PHONES' };
  if (outside?.isOver(vote.votes, minute)) return { kind: 'held', reason: 'OUTSIDE_NETWORKS' };
  if (isRush()) return { kind: 'held', reason: 'UNKNOWN_BROWSERS' };
  if (isCrowd) return { kind: 'held', reason: 'ONE_ADDRESS' };
  if (isSurge) return { kind: 'held', reason: 'SURGE' };
  addresses.noteCounted(vote, minute);
  return { kind: 'counted' };
}

/** @returns null where no number need be proven */
function askedBy(crowd: FreeVote['crowd'] | false, surge: FreeVote['surge'] | false): Verdict | null {
  if (crowd && crowd.then === 'ask') return { kind: 'proof' };
  return surge && surge.then === 'ask' ? { kind: 'proof', isSurge: true } : null;
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

function phoneKey(contestId: string, phone: string): string {
  return `${contestId} ${phone}`;
}

function deviceKey(contestId: string, device: Buffer): string {
  return `${contestId} device ${device.toString('base64url')}`;
}
