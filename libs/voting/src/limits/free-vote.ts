import { ADDRESS_VOTES, type ChallengeMode, type HoldReason } from '@abato/contracts';

/** Free votes are counted per minute and forgotten after an hour: a sliding window, exact to the minute. */
export const WINDOW_MINUTES = 60;
/** An address's casts are counted in windows of this length: long enough for a crowd to show, short enough to be forgiven. */
export const RATE_MINUTES = 5;
/** Minutes of a slot in which votes of shared allowances are counted. */
export const SLOT_MINUTES = 5;

/** @param minute minutes since 1970 */
export const slotOf = (minute: number): number => Math.floor(minute / SLOT_MINUTES);

/**
 * Votes from outside networks are counted in slots: those of the last `allowed` ones may be `OUTSIDE_VOTES`, or twice the usual of the
 * `usual` ones before, but not more than `mostTimes` as many.
 */
export const OUTSIDE_SLOTS = { allowed: 4, usual: 36 } as const;
/** Slots whose votes are counted together: ten minutes never touch more. */
export const ADDRESS_SLOTS = 3;

/** Votes of unproven numbers that one address may give. @param limit votes that one number may give in an hour */
export const mostOfAddress = (limit: number): number =>
  Math.max(ADDRESS_VOTES.most, ADDRESS_VOTES.voters * limit);

/** A free vote as limits and rules see it. Digests from `Secrets.voterDigest`: Redis knows no number and no address. */
export interface FreeVote {
  contestId: string;
  phone: string;
  phoneDigest: Buffer;
  votes: number;
  /** Per phone and hour. */
  limit: number;
  /** Per device and hour; never less than the phone's. */
  deviceLimit: number;
  /** null when the browser named none: then no limit per device holds. */
  device: Buffer | null;
  /** null where addresses do not count (this machine's own, outside production). */
  address: Buffer | null;
  /** The address together with the number without its last two digits; null without an address. */
  neighbours: Buffer | null;
  /** It comes from a network where few voters are, and its number is not proven. */
  isOutside: boolean;
  /** The network (/24, /48) and the wider network (/16, /32) of a sender without a device token; null for one that is known or proven. */
  unknown: { network: Buffer; wider: Buffer } | null;
  /**
   * The address whose votes of unproven numbers are counted together (IPv4, or 48 bits of IPv6), and what becomes of a vote when there are too many;
   * null for a number that is proven, and in a contest that asks for no such proof.
   */
  crowd: { address: Buffer; then: 'ask' | 'hold' } | null;
  /**
   * What the rule about surges asks (`SURGE_VOTES`): whether the browser's token is old enough, and what becomes of a vote that is too much; null where addresses
   * do not count and for a number that is proven.
   */
  surge: { isSettled: boolean; then: 'ask' | 'hold' } | null;
  challenge: ChallengeMode;
  /** Its page takes a proof: it is asked for before the vote is held as one of an unknown browser. */
  askFirst: boolean;
  /** A person check was solved for this very vote. */
  proven: boolean;
  /** The number is the voter's own: proven by a code or by dialling, or vouched for by its mobile network. */
  isProvenNumber: boolean;
}

export type Verdict =
  /** @property isNew it counts as one of a new voter */
  | { kind: 'counted'; isNew?: true }
  | { kind: 'held'; reason: HoldReason }
  /** @property left votes that fit now; `nextMinute` when the wanted number fits, null when it never does */
  | { kind: 'refused'; per: 'phone' | 'device'; left: number; nextMinute: number | null }
  | { kind: 'challenge' }
  /** The number must be proven. @property isSurge for the contest's pace, not for the address's votes */
  | { kind: 'proof'; isSurge?: true };

export function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / 60_000);
}
