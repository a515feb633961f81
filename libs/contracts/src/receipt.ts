import { voteDecisions } from './vote-decision.js';
import * as s from './schema.js';

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
const entry: s.Schema<Record<string, string | number | boolean | { minute: string; reason: string }>> = {
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
const roster = s.object({
  v: s.like(s.count, 2),
  kind: s.oneOf(['roster']),
  minute: s.like(s.text, '2026-12-01T18:00Z'),
  categories: s.list(s.object({ id: s.id, name: s.like(s.text, 'Artist of the Year') })),
  contestants: s.list(
    s.object({
      categoryId: s.id,
      code: s.like(s.text, '1042'),
      id: s.id,
      name: s.like(s.text, 'Ama Mensah'),
    }),
  ),
  part: s.optional(s.like(s.count, 1)),
  parts: s.optional(s.like(s.count, 2)),
});

/** A vote's place in the public log of its contest. Everything but `salt` is public already. */
export const receiptView = s.view('Receipt', {
  code: s.like(s.text, '0T4K-9QXT-7M3C'),
  contestId: s.id,
  state: s.oneOf(RECEIPT_STATES),
  /** When the vote was received. */
  castAt: s.dateTime,
  /** Of the entry, from 0; null unless LOGGED, or HIDDEN and encrypted. */
  index: s.nullable(s.count),
  entry: s.nullable(entry),
  /** Reversals of the vote, and entries that restore it. */
  later: s.list(s.object({ index: s.count, entry })),
  decisions: voteDecisions,
  /** The keys of its encrypted entries, once results are shown. */
  reveals: s.list(s.object({ index: s.count, entry })),
  /** The newest roster before the vote's entry, in its parts; empty without one. */
  roster: s.list(s.object({ index: s.count, entry: roster })),
  /** The newest checkpoint, which covers every entry here, and the key that checks it. */
  checkpoint: s.nullable(s.like(s.text, 'vote.example/log/…\n1024\n…')),
  key: s.nullable(s.like(s.text, 'vote.example/log/…+1a2b3c4d+…')),
  /** Of a counted vote: a note signed with the key of the log, which says by which minute the log has its entry, and its commitment to the number, or of a vote without one to the code (docs/trust.md). Null for others. */
  statement: s.nullable(
    s.like(
      s.text,
      'vote.example/log/…\nreceipt\n0T4K-9QXT-7M3C\n2026-12-01T18:16Z\nmXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=\n\n— vote.example/log/… …',
    ),
  ),
  /** Why votes of it count no more; null while all do. */
  takenBack: s.nullable(s.oneOf(TAKEN_BACK)),
  /** Whether the voter's data were erased: the entry then ties to no person. */
  erased: s.flag,
  /** Base64 of what opens the commitment of the entry: `voter` for the voter's own number in the header `X-Voter-Phone`, `ballot` for all who have the code. */
  salt: s.optional(s.like(s.text, EXAMPLE_HASH)),
});
export type Receipt = s.Shown<typeof receiptView>;
