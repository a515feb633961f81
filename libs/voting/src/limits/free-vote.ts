import type { ChallengeMode, HoldReason } from '@abato/contracts';

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
  challenge: ChallengeMode;
  /** Its page takes a proof: it is asked for before the vote is held as one of an unknown browser. */
  askFirst: boolean;
  /** A person check was solved for this very vote. */
  proven: boolean;
}

export type Verdict =
  | { kind: 'counted' }
  | { kind: 'held'; reason: HoldReason }
  /** @property left votes that fit now; `nextMinute` when the wanted number fits, null when it never does */
  | { kind: 'refused'; per: 'phone' | 'device'; left: number; nextMinute: number | null }
  | { kind: 'challenge' }
  /** The number must be proven. */
  | { kind: 'proof' };

/** Counted or held: it is charged and will be written. */
export function isCharged(verdict: Verdict | undefined): boolean {
  return verdict?.kind === 'counted' || verdict?.kind === 'held';
}

/** Tells phones of one device apart without naming them. */
export function phoneCode({ phoneDigest }: Pick<FreeVote, 'phoneDigest'>): string {
  return phoneDigest.toString('hex', 0, 4);
}

/** What tells neighbouring numbers apart. */
export function lastDigits({ phone }: Pick<FreeVote, 'phone'>): string {
  return phone.slice(-2);
}
