import { createHash } from 'node:crypto';
import { canonicalJson, receiptCodeOf } from '@abato/platform';

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

/** The key of the entries that were hidden: results are shown from this minute on (ADR 111). */
export interface RevealEntry {
  v: 1;
  kind: 'reveal';
  /** UTC. */
  minute: string;
  /** Base64. */
  key: string;
}

export interface VoteEntry {
  /** 1: of a release before the one that writes 2 (docs/log-format.md). */
  v: 1 | 2;
  kind: 'free' | 'paid' | 'manual' | 'reversal' | 'restore';
  contestant: string;
  /** Negative for a reversal. */
  votes: number;
  /** Pesewas; negative for a reversal. */
  amount: number;
  channel: string;
  /** The voter's number or ballot code was proven before the vote counted. Absent where nothing proves it, or something else does (ADR 111). */
  verified?: true;
  /** UTC, to the minute in which it counted. */
  minute: string;
  /** UTC, to the minute in which it was cast: price, window and rules are those of then. */
  cast?: string;
  /** A person let the vote in, in this minute and for this reason. */
  released?: { minute: string; reason: string };
  /** Of a reversal: the index of its vote; absent of a correction of a final result. Of an entry that restores: the index of the reversal that it takes back. */
  of?: number;
  /** Salted commitment to the voter's phone. A reversal repeats the commitments of its vote. */
  voter?: string;
  /** Salted commitment to the receipt code of a vote without a number. */
  ballot?: string;
  /** Salted commitment to the provider's reference. */
  payment?: string;
  /** Hash of the rules that were in force when the vote was cast. */
  rules?: string;
}

/** An entry of a vote without what it counts for. */
export interface HiddenEntry extends Omit<VoteEntry, 'contestant' | 'votes' | 'amount'> {
  /** Base64 of 16 random bytes and the 32 encrypted ones: contestant's id, votes and pesewas (64 bits with sign each, high byte first). */
  hidden: string;
  /** Base64 of the SHA-256 of the key. */
  hiddenBy: string;
}

export interface RosterLists {
  categories: { id: string; name: string }[];
  contestants: { categoryId: string; code: string; id: string; name: string }[];
}

/** Who stands behind the ids of a contest from this minute on. It replaces the roster before it. */
export interface RosterEntry extends RosterLists {
  v: 2;
  kind: 'roster';
  /** UTC. */
  minute: string;
  /** From 1: this entry is one of `parts` that follow one another and are one roster together. Absent of a roster in one entry. */
  part?: number;
  parts?: number;
}

/** A row of the ledger with what its commitments are made of. */
export interface LedgerRow {
  vote_id: string;
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
  /** Null also for an erased voter. */
  voter_phone: string | null;
  /** Null for a free vote: its code is made from its id. */
  receipt_code: string | null;
  reference: string | null;
  /** Why a person let the vote in, as voters are told; null for a vote that no person looked at. */
  released: string | null;
  /** The commitment that was fixed when the vote was cast, to its number or to its code; both null where the log makes it. */
  voter: Buffer | null;
  ballot: Buffer | null;
}

/** What a row that takes back or restores refers to. */
export interface Precedent {
  /** Of the entry that it takes back: the vote's, or for a row that restores the reversal's. */
  index: number;
  /** The entry of the vote. */
  entry: Pick<VoteEntry, 'channel' | 'rules' | 'voter' | 'ballot' | 'payment'>;
}

/** How a secret ballot was cast is not told: few voters may have done it in that way (ADR 111). */
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
 * @param salt 32 random bytes of the vote
 * @param sealed the contest's rules in the order in which they came into force
 * @param precedent of every row that is no count: a correction of a final result has none
 * @throws Error for another such row without one: what it takes back must be logged first
 */
export function entryOf(
  row: LedgerRow,
  salt: Buffer,
  sealed: readonly SealedRules[] = [],
  precedent: Precedent | null = null,
): VoteEntry {
  const facts = { v: 2 as const, ...factsOf(row), minute: minuteOf(row.recorded_at) };
  const inForce = sealed.findLast((rules) => rules.in_force_at <= row.cast_at);
  const rules = inForce && { rules: inForce.hash.toString('base64') };
  if (row.kind !== 'COUNT') {
    if (precedent) return { ...facts, of: precedent.index, ...ofItsVote(facts.kind, precedent.entry) };
    if (isCorrection(row)) return { ...facts, ...rules };
    throw new Error(`row ${row.kind} of vote ${row.vote_id} takes back what is not in the log`);
  }
  return {
    ...facts,
    cast: minuteOf(row.cast_at),
    ...(row.released !== null && { released: { minute: facts.minute, reason: row.released } }),
    ...(isVerified(row, inForce) && { verified: true as const }),
    ...commitmentsOf(row, salt),
    ...rules,
  };
}

/** A row that takes votes from a final result is of no vote (ADR 61). */
const isCorrection = ({ kind, channel }: LedgerRow): boolean => kind === 'PARTIAL' && channel === 'manual';

/** What the entry of a reversal, or of what restores a vote, has from its vote's: also where a release before this one wrote that. */
function ofItsVote(kind: VoteEntry['kind'], { channel, rules, ...commitments }: Precedent['entry']) {
  const { voter, ballot, payment } = commitments;
  return {
    channel,
    ...(rules && { rules }),
    ...(kind === 'reversal' && {
      ...(voter && { voter }),
      ...(ballot && { ballot }),
      ...(payment && { payment }),
    }),
  };
}

/** A row that puts a vote back into the count after a quarantine (ADR 42). */
const isRestored = ({ kind, votes }: Pick<LedgerRow, 'kind' | 'votes'>): boolean =>
  kind === 'QUARANTINE' && votes > 0;

/** What an entry says about the count itself: compared with the ledger every hour. */
export function factsOf(
  row: Pick<LedgerRow, 'kind' | 'method' | 'contestant_id' | 'votes' | 'amount_pesewas' | 'channel'>,
): Pick<VoteEntry, 'kind' | 'contestant' | 'votes' | 'amount' | 'channel'> {
  return {
    kind: row.kind === 'COUNT' ? kindOf(row) : isRestored(row) ? 'restore' : 'reversal',
    contestant: row.contestant_id,
    votes: row.votes,
    amount: row.amount_pesewas,
    channel: row.channel,
  };
}

/** Who entered a vote decides, not whether it cost anything. */
const kindOf = ({ method, channel }: Pick<LedgerRow, 'method' | 'channel'>) =>
  channel === 'manual' ? 'manual' : KINDS[method];

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

/** What a vote commits to: its number, or without one its receipt code as the voter sees it. @returns base64 */
const ofVoter = (salt: Buffer, phone: string | null, code: string): string =>
  phone ? commitment(salt, 'voter', phone) : commitment(salt, 'ballot', code);

/** The same as it is stored with the vote. By way of text: a buffer made by the hash itself costs twice as much. */
export const voteCommitment = (...of: Parameters<typeof ofVoter>): Buffer =>
  Buffer.from(ofVoter(...of), 'base64');

function commitmentsOf(row: LedgerRow, salt: Buffer): Pick<VoteEntry, 'voter' | 'ballot' | 'payment'> {
  const { voter, ballot, voter_phone: phone, receipt_code: code, vote_id: id, reference } = row;
  const made = (voter ?? ballot)?.toString('base64') ?? ofVoter(salt, phone, code ?? receiptCodeOf(id));
  return {
    ...(voter || (!ballot && phone) ? { voter: made } : { ballot: made }),
    ...(reference && { payment: commitment(salt, 'payment', reference) }),
  };
}

/** Base64 of SHA-256(salt ‖ subject ‖ ":" ‖ value). The salt has a fixed length, so nothing can be moved between the parts. */
export function commitment(salt: Buffer, subject: 'voter' | 'payment' | 'ballot', value: string): string {
  return createHash('sha256').update(salt).update(`${subject}:${value}`).digest('base64');
}

/** The bytes that are published and hashed. */
export function canonical(entry: LogEntry): Buffer {
  return Buffer.from(canonicalJson({ ...entry }));
}
