import type { InputOf, Rules } from './field-rule.js';
import { HOLD_REASONS } from './held-vote.js';
import { paragraphsField, phoneField, textField } from './rules.js';
import {
  cedis,
  count,
  date,
  dateTime,
  flag,
  id,
  joined,
  like,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shown,
  text,
  view,
} from './schema.js';
import { castVoteExamples, castVoteRules, SETTLEMENT_STATUSES } from './vote.js';
import { voteDecisions } from './vote-decision.js';

const status = oneOf(SETTLEMENT_STATUSES);
const title = like(text, 'Volta Music Awards 2026');
const contestant = object({ name: like(text, 'Adwoa Boateng') });
const category = object({ name: like(text, 'Best New Artist') });

export const manualVoteRules = {
  ...castVoteRules,
  /** A voter who pays in cash may give no number; the reason says where the votes come from. */
  voterPhone: phoneField(),
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export type ManualVoteInput = InputOf<typeof manualVoteRules>;
export const manualVoteExamples = joined(castVoteExamples, {
  voteCount: 20,
  reason: 'Cash at the gate, receipt book 3',
}) satisfies ManualVoteInput;

export const findVoteRules = {
  phone: phoneField('Phone is required'),
  reference: textField('Reference is required', 64),
} satisfies Rules;
export type FindVoteInput = InputOf<typeof findVoteRules>;
export const findVoteExamples = { phone: '+233241234567', reference: '7K3M-9QXT' } satisfies FindVoteInput;

export const voteRecordView = view('VoteRecord', {
  id,
  voterName: nullable(like(text, 'Kofi Annan')),
  /** Masked. */
  voterEmail: nullable(like(text, 'k***@example.com')),
  /** Masked. */
  voterPhone: like(text, '+233 24 *** **67'),
  voteCount: count,
  status,
  /** Entered by hand in a free contest, and counted: it can be taken back. */
  undoable: flag,
  createdAt: dateTime,
  contestId: id,
  contest: object({ title, host: object({ name: like(text, 'Volta Music') }) }),
  contestant,
  category,
});
export type VoteRecordView = Shown<typeof voteRecordView>;

/** Body of the reveal calls: a reason is needed after 20 persons within an hour. */
export const revealRules = {
  reason: { type: 'string', maxLength: 500, multiline: true },
} satisfies Rules;
export const revealExamples = { reason: 'Winners of the draw are called' };

/** Answer of the reveal calls; each is written to the audit log. */
export const revealedVoterView = view('RevealedVoter', {
  voterName: nullable(like(text, 'Kofi Annan')),
  voterEmail: nullable(like(text, 'kofi@example.com')),
  voterPhone: nullable(like(text, '+233241234567')),
  /** The number the payment was asked from; only for payments. */
  phoneNumber: optional(nullable(like(text, '+233241234567'))),
});
export type RevealedVoter = Shown<typeof revealedVoterView>;

/** Present once money of a counted vote went back: what counts now, and the cedis that went back. */
export const afterRefund = optional(object({ countedVotes: like(count, 5), returnedAmount: like(cedis, 5) }));
export type AfterRefund = NonNullable<Shown<typeof afterRefund>>;

/** Why a free vote does not count any more: rejected or taken out by the organiser, entered by mistake, or changed by its elector. */
export const UNDONE_VOTES = ['REJECTED', 'QUARANTINED', 'TAKEN_BACK', 'CHANGED'] as const;
export type UndoneVote = (typeof UNDONE_VOTES)[number];

/** A voter's own vote, found by phone and reference; names no person but the contestant. */
export const foundVoteView = view('FoundVote', {
  id,
  /** Of the payment; null for a free vote. */
  reference: nullable(like(text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ')),
  receiptCode: nullable(like(text, '7K3M-9QXT')),
  status,
  voteCount: count,
  /** Cedis; 0 for a free vote. */
  amount: cedis,
  createdAt: dateTime,
  contestId: id,
  contest: object({ title }),
  category,
  contestant,
  afterRefund,
  /** Of a free vote that was held and does not count: why, and whether its voter asked that it be looked at again. */
  held: optional(object({ reason: oneOf(HOLD_REASONS), appealedAt: nullable(dateTime), appealable: flag })),
  /** Of a free vote that does not count any more. */
  undone: optional(oneOf(UNDONE_VOTES)),
  /** What was decided about a free vote; absent for others. */
  decisions: optional(voteDecisions),
});
export type FoundVote = Shown<typeof foundVoteView>;

export const countsByStatus = object({ COMPLETED: count, PENDING: count, FAILED: count });

export const voteStatsView = view('VoteStats', {
  totalVotes: count,
  totalTransactions: count,
  /** Distinct phones. */
  uniqueVoters: count,
  /** Distinct e-mail addresses; the specification's average divides by these. */
  uniqueEmails: count,
  averageVotesPerEmail: number,
  averageVotesPerVoter: number,
  countsByStatus,
});
export type VoteStats = Shown<typeof voteStatsView>;

export const dailyVotesView = view('DailyVotes', {
  /** YYYY-MM-DD in Ghana time (UTC). */
  date,
  votes: count,
  transactions: count,
});
export type DailyVotes = Shown<typeof dailyVotesView>;
