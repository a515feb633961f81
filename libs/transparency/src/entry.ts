import { createHash } from 'node:crypto';
import { canonicalJson } from '@abato/platform';
import type { HiddenEntry } from './hidden-entry.js';
import type { RosterEntry } from './roster-entry.js';

/** One entry of a contest's log. What means nothing for an entry is absent. Names no person. */
export type LogEntry = VoteEntry | HiddenEntry | RulesEntry | RevealEntry | RosterEntry;

/** The rules of the contest from this minute on, by their hash. */
export interface RulesEntry {
  v: 1;
  kind: 'rules';
  /** UTC. */
  minute: string;
  /** Base64 of the SHA-256 of the rules in canonical form. */
  rules: string;
}

/** The key of the entries that were hidden: results are shown from this minute on (ADR 142). */
export interface RevealEntry {
  v: 1;
  kind: 'reveal';
  /** UTC. */
  minute: string;
  /** Base64. */
  key: string;
}

export interface VoteEntry {
  /** 2: a kind that verifiers of version 1 do not know. */
  v: 1 | 2;
  kind: 'free' | 'paid' | 'manual' | 'reversal' | 'restore';
  contestant: string;
  /** Negative for a reversal. */
  votes: number;
  /** Pesewas; negative for a reversal. */
  amount: number;
  channel: string;
  /** The voter's number or ballot code was proven before the vote counted. Absent where nothing proves it, or something else does (ADR 138). */
  verified?: true;
  /** UTC, to the minute. */
  minute: string;
  /** Of an entry that restores: the index of the reversal that it takes back. It has no commitment of its own. */
  of?: number;
  /** Salted commitment to the voter's phone. */
  voter?: string;
  /** Salted commitment to the provider's reference. */
  payment?: string;
  /** Hash of the rules that were in force when the vote was cast. */
  rules?: string;
}

/** A row of the ledger with what its commitments are made of. */
export interface LedgerRow {
  kind: 'COUNT' | 'REVERSAL' | 'PARTIAL' | 'QUARANTINE';
  contestant_id: string;
  votes: number;
  amount_pesewas: number;
  method: 'FREE' | 'PAYSTACK' | 'MANUAL';
  channel: string;
  recorded_at: Date;
  /** When the vote was cast. */
  cast_at: Date;
  source: 'WEB' | 'LIGHT' | 'USSD' | 'MANUAL' | null;
  /** No number is checked. */
  is_rehearsal: boolean;
  voter_phone: string | null;
  reference: string | null;
}

/** How a secret ballot was cast is not told: few voters may have done it in that way (ADR 113). */
export const BALLOT_CHANNEL = 'ballot';

const KINDS = { FREE: 'free', PAYSTACK: 'paid', MANUAL: 'manual' } as const;

/** Rules of a contest as they were sealed. */
export interface SealedRules {
  hash: Buffer;
  in_force_at: Date;
  /** The level of verification; null in rules that were sealed before there were levels. */
  verification: string | null;
}

/**
 * @param salt 32 random bytes of the vote; null when it was erased: then nothing is committed to
 * @param sealed the contest's rules in the order in which they came into force
 * @param of of a row that restores a vote, the index of its reversal
 * @throws Error for such a row without that index: its reversal must be logged first
 */
export function entryOf(
  row: LedgerRow,
  salt: Buffer | null,
  sealed: readonly SealedRules[] = [],
  of: number | null = null,
): VoteEntry {
  const inForce = sealed.findLast((rules) => rules.in_force_at <= row.cast_at);
  const rules = inForce && { rules: inForce.hash.toString('base64') };
  if (isRestored(row)) {
    if (of === null) throw new Error('a vote is restored whose reversal is not in the log');
    return { v: 2, ...factsOf(row), minute: minuteOf(row.recorded_at), of, ...rules };
  }
  return {
    v: 1,
    ...factsOf(row),
    ...(isVerified(row, inForce) && { verified: true as const }),
    minute: minuteOf(row.recorded_at),
    ...(salt && row.voter_phone && { voter: commitment(salt, 'voter', row.voter_phone) }),
    ...(salt && row.reference && { payment: commitment(salt, 'payment', row.reference) }),
    ...rules,
  };
}

/** A row that puts a vote back into the count after a quarantine (ADR 188). */
const isRestored = ({ kind, votes }: Pick<LedgerRow, 'kind' | 'votes'>): boolean =>
  kind === 'QUARANTINE' && votes > 0;

/** What an entry says about the count itself: compared with the ledger every hour. */
export function factsOf(
  row: Pick<LedgerRow, 'kind' | 'method' | 'contestant_id' | 'votes' | 'amount_pesewas' | 'channel'>,
): Pick<VoteEntry, 'kind' | 'contestant' | 'votes' | 'amount' | 'channel'> {
  return {
    kind: row.kind === 'COUNT' ? KINDS[row.method] : isRestored(row) ? 'restore' : 'reversal',
    contestant: row.contestant_id,
    votes: row.votes,
    amount: row.amount_pesewas,
    channel: row.channel,
  };
}

/** Levels whose free votes are refused without a proof of their voter (ADR 117, 134). */
const PROVING = new Set<string | null | undefined>(['PHONE', 'ELECTORATE']);

/** A USSD session comes from the number itself; other votes are proven where the contest asks for it. */
function isVerified({ kind, method, source, is_rehearsal }: LedgerRow, inForce?: SealedRules): boolean {
  if (kind !== 'COUNT' || is_rehearsal) return false;
  if (source === 'USSD') return true;
  const isOfBrowser = source === 'WEB' || source === 'LIGHT';
  return method === 'FREE' && isOfBrowser && PROVING.has(inForce?.verification);
}

export function rulesEntryOf({ hash, in_force_at }: Omit<SealedRules, 'verification'>): RulesEntry {
  return { v: 1, kind: 'rules', minute: minuteOf(in_force_at), rules: hash.toString('base64') };
}

/** UTC, as entries say it. */
export function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}

/** Bytes of a vote's salt. */
export const SALT_BYTES = 32;

/** What the entry of a vote says as `voter`. @returns null for a vote without a number, or of an erased voter */
export const voterCommitment = (salt: Buffer | null | undefined, phone: string | null): string | null =>
  salt && phone ? commitment(salt, 'voter', phone) : null;

/** Base64 of SHA-256(salt ‖ subject ‖ ":" ‖ value). The salt has a fixed length, so nothing can be moved between the parts. */
export function commitment(salt: Buffer, subject: 'voter' | 'payment', value: string): string {
  return createHash('sha256').update(salt).update(`${subject}:${value}`).digest('base64');
}

/** The bytes that are published and hashed. */
export function canonical(entry: LogEntry): Buffer {
  return Buffer.from(canonicalJson({ ...entry }));
}
