import { voteDecisions } from './vote-decision.js';
import {
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  type Shown,
  text,
  view,
} from './schema.js';

/**
 * What became of the vote with a receipt code. WAITING: counted, in the next checkpoint. HELD: the organiser looks at it first. HIDDEN:
 * counted; what it counts for is published with the results.
 */
export const RECEIPT_STATES = ['LOGGED', 'WAITING', 'HELD', 'NOT_COUNTED', 'HIDDEN'] as const;
/** Why votes that were counted count no more. QUARANTINED: taken back with a group of votes; UNDONE: entered by the organiser, who took it back. */
export const TAKEN_BACK = [
  'REFUNDED',
  'REFUNDED_IN_PART',
  'DISPUTED',
  'QUARANTINED',
  'UNDONE',
  'BALLOT_CHANGED',
] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** The header in which a voter names the own number, to be given the salt: an address would end up in access logs. */
export const VOTER_PHONE_HEADER = 'x-voter-phone';

const EXAMPLE_HASH = 'mXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=';

/** An entry of a public log, as its field names in canonical form say. */
const entry: Schema<Record<string, string | number | boolean | { minute: string; reason: string }>> = {
  type: 'object',
  open: true,
  example: {
    amount: 0,
    cast: '2026-12-01T18:00Z',
    channel: 'web',
    contestant: '01a1fd3f-6bee-7321-a744-7d319e22c28d',
    kind: 'free',
    minute: '2026-12-01T18:00Z',
    v: 2,
    voter: EXAMPLE_HASH,
    votes: 1,
  },
};

/** Who stands behind the ids of a contest, as its log says it; of a long list a part (docs/log-format.md). */
const roster = object({
  v: like(count, 2),
  kind: oneOf(['roster']),
  minute: like(text, '2026-12-01T18:00Z'),
  categories: list(object({ id, name: like(text, 'Artist of the Year') })),
  contestants: list(object({ categoryId: id, code: like(text, '1042'), id, name: like(text, 'Ama Mensah') })),
  part: optional(like(count, 1)),
  parts: optional(like(count, 2)),
});

/** A vote's place in the public log of its contest. Everything but `salt` is public already. */
export const receiptView = view('Receipt', {
  code: like(text, '0T4K-9QXT-7M3C'),
  contestId: id,
  state: oneOf(RECEIPT_STATES),
  /** When the vote was received. */
  castAt: dateTime,
  /** Of the entry, from 0; null unless LOGGED, or HIDDEN and encrypted. */
  index: nullable(count),
  entry: nullable(entry),
  /** Reversals of the vote, and entries that restore it. */
  later: list(object({ index: count, entry })),
  decisions: voteDecisions,
  /** The keys of its encrypted entries, once results are shown. */
  reveals: list(object({ index: count, entry })),
  /** The newest roster before the vote's entry, in its parts; empty without one. */
  roster: list(object({ index: count, entry: roster })),
  /** The newest checkpoint, which covers every entry here, and the key that checks it. */
  checkpoint: nullable(like(text, 'vote.example/log/…\n1024\n…')),
  key: nullable(like(text, 'vote.example/log/…+1a2b3c4d+…')),
  /** Of a counted vote: a note signed with the key of the log, which says by which minute the log has its entry, and its commitment to the number, or of a vote without one to the code (docs/trust.md). Null for others. */
  statement: nullable(
    like(
      text,
      'vote.example/log/…\nreceipt\n0T4K-9QXT-7M3C\n2026-12-01T18:16Z\nmXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=\n\n— vote.example/log/… …',
    ),
  ),
  /** Why votes of it count no more; null while all do. */
  takenBack: nullable(oneOf(TAKEN_BACK)),
  /** Whether the voter's data were erased: the entry then ties to no person. */
  erased: flag,
  /** Base64 of what opens the commitment of the entry: `voter` for the voter's own number in the header `X-Voter-Phone`, `ballot` for all who have the code. */
  salt: optional(like(text, EXAMPLE_HASH)),
});
export type Receipt = Shown<typeof receiptView>;
