import type { InputOf, Rules } from './field-rule.js';
import { HELD_DECISIONS, HOLD_REASONS, voteDecisions } from './held-vote.js';
import { textField } from './shared-rules.js';
import * as s from './schema.js';
import { VERIFICATION_LEVELS } from './verification.js';

type RuleValue = string | number | boolean | null;

/** Fields by name; which ones, the sealed document itself says. Money in pesewas, times in UTC. */
const document: s.Schema<Record<string, RuleValue>> = {
  type: 'object',
  open: true,
  example: { endDate: '2026-12-31T23:59:59.000Z', freeVotesPerHour: 10, votePricePesewas: 100 },
};

const hash = s.like(s.text, 'mXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=');

const version = {
  /** From when on these rules are in force. */
  at: s.dateTime,
  /** Base64 of the SHA-256 of `rules` in canonical form (RFC 8785). */
  hash,
  rules: document,
  /** Why the rules were amended; null where none was given, and for the first ones. */
  reason: s.nullable(s.like(s.text, 'The show was moved to the next day.')),
  /** Of the entry in the public log; null until it is logged, and while the log is not public. */
  index: s.nullable(s.count),
};

/** Any value of a sealed field. */
const value: s.Schema<RuleValue> = { example: '2026-12-31T23:59:59.000Z', nullable: true };

export const contestRulesView = s.view('ContestRules', {
  contestId: s.id,
  /** In force now; null for a contest whose rules were never sealed. */
  rules: s.nullable(document),
  hash: s.nullable(hash),
  /** The rules with which the contest became active. */
  sealed: s.nullable(s.object(version)),
  /** Every later change, the oldest first. */
  amendments: s.list(
    s.object({
      ...version,
      changes: s.list(s.object({ field: s.like(s.text, 'endDate'), from: value, to: value })),
    }),
  ),
});
export type ContestRulesView = s.Shown<typeof contestRulesView>;

const casts = s.nullable(s.object({ casts: s.count, votes: s.count }));

const payments = s.object({ payments: s.count, amount: s.cedis });

/** Sums of the provider's payments for a contest, as the site's books have them. */
const books = s.object({
  /** Counted, also while their payer disputes them. */
  counted: payments,
  /** Part of the counted ones that has gone back. */
  partlyReturned: s.cedis,
  /** Gone back as a whole, whether or not they had been counted. */
  returned: payments,
  /** Paid, not counted, and to go back. */
  returning: payments,
  /** Paid, and decided by a person. */
  held: payments,
  /** Between the books and the provider's own list, not explained yet. */
  differences: s.count,
  /** The last day whose payments were compared with the provider's list; null before the first. */
  comparedUntil: s.nullable(s.date),
});

/** What the public audit page shows besides the log itself. */
export const contestAuditView = s.view('ContestAudit', {
  contestId: s.id,
  /** Whether the log is published; while it is not, the counts are null. */
  published: s.flag,
  /** Whether the entries are encrypted because results are hidden; the counts are null then too. */
  hidden: s.flag,
  /** Votes that were held when they arrived, whatever became of them. */
  held: casts,
  /** Those of them that the organiser let in: they count and have entries. */
  released: casts,
  /** Those of them that were rejected: they have no entry. */
  rejected: casts,
  /** null for a contest without payments, and while results are hidden. */
  payments: s.nullable(books),
});
export type ContestAudit = s.Shown<typeof contestAuditView>;

/** What a witness sends of a checkpoint that it has checked. */
export const cosignatureRules = {
  /** Entries of the checkpoint. */
  size: { type: 'integer', required: 'Size is required', min: [0], max: [Number.MAX_SAFE_INTEGER] },
  /** The line of the signed note, from its dash on. */
  cosignature: textField('Cosignature is required', 500),
} satisfies Rules;
export type CosignatureInput = InputOf<typeof cosignatureRules>;
export const cosignatureExamples = {
  size: 1024,
  cosignature:
    '— auditor.example Y7selAAAAABqIkAwiJrJ2Kb4bXmGq3qfXcjq6k7l0c0wq5m2uZx3o9c4l1r8v6d7p5s2t0y9w3e1a4b6c8d0f2g4h6j8k0m2AA==',
} satisfies CosignatureInput;

/** A cosignature that was kept and is published with its checkpoint. */
export const cosignatureView = s.view('Cosignature', {
  contestId: s.id,
  size: s.count,
  witness: s.like(s.text, 'auditor.example'),
  /** As the witness says. */
  at: s.dateTime,
});
export type CosignatureView = s.Shown<typeof cosignatureView>;

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

/** Hours of one answer: a week. */
export const FAIR_PLAY_HOURS = 168;
/** An hour with fewer held and rejected casts has no reasons: they could say why the vote of one known voter was held. */
export const FAIR_PLAY_LEAST_CASTS = 5;
/** Decisions about held votes in one answer. */
export const FAIR_PLAY_DECISIONS = 100;

/** `held`: whatever became of them. `rejected`: still. */
const heldFor = s.object({ reason: s.oneOf(HOLD_REASONS), held: s.count, rejected: s.count });

/**
 * How free votes of a contest were treated. Every figure counts votes, not people. While results are hidden no figure is told: each of them
 * would tell something about the result.
 */
export const fairPlayView = s.view('FairPlay', {
  contestId: s.id,
  /** When a free vote counts. Votes that are paid for through the provider are proven by their payment and are in none of these figures. */
  level: s.oneOf(VERIFICATION_LEVELS),
  /** Free votes, and those that the organiser entered, that count; null while results are hidden, as all figures. */
  counted: s.nullable(s.count),
  /** Looked automated and were held when they arrived, whatever became of them: the figure never shrinks. Also of nominees that are not shown any more. */
  held: s.nullable(s.count),
  /** Of the held ones: let in by the organiser. They are among those that count. Never shrinks. */
  released: s.nullable(s.count),
  /** Of the held ones: rejected. One that was let in after all is in both figures, so that none shrinks. */
  rejected: s.nullable(s.count),
  /** Of the held ones: wait for the organiser's decision. */
  waiting: s.nullable(s.count),
  /** Of those that count: cast from a proven number, by a listed voter, or by a number that its network vouches for. */
  verified: s.nullable(s.count),
  /** Of those that count: entered by the organiser, also for cash. The log has them as `manual`. */
  enteredByHand: s.nullable(s.count),
  /** `verified` in `counted`, 0 to 1; null also without a vote. */
  verifiedShare: s.nullable(s.like(s.number, 0.98)),
  reasons: s.list(heldFor),
  /** The same for each nominee of whom votes were held; one that is not in the contest's list is not shown any more. */
  nominees: s.list(s.object({ contestantId: s.id, held: s.count, released: s.count, rejected: s.count })),
  /** What was decided about held votes, the newest first; at most `FAIR_PLAY_DECISIONS`. */
  decisions: s.list(
    s.object({
      contestantId: s.id,
      decision: s.oneOf(HELD_DECISIONS),
      votes: s.count,
      casts: s.count,
      /** As the organiser typed it; null before reasons were asked for. */
      reason: s.nullable(s.text),
      /** UTC. */
      minute: s.like(s.text, '2026-12-01T18:00Z'),
    }),
  ),
  /** How many decisions there are in all. */
  decisionCount: s.count,
  /** The newest hours with a vote, the oldest first. Counted votes are in the hour in which they were counted, others in that of their arrival. */
  hours: s.list(
    s.object({
      hour: s.dateTime,
      counted: s.count,
      held: s.count,
      rejected: s.count,
      /** Those there were; none for an hour with few held and rejected casts. */
      reasons: s.list(heldFor),
    }),
  ),
});
export type FairPlay = s.Shown<typeof fairPlayView>;
