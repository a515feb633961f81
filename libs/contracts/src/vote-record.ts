import type { InputOf, Rules } from './field-rule.js';
import { HOLD_REASONS, voteDecisions } from './held-vote.js';
import { paragraphsField, phoneField, textField } from './shared-rules.js';
import * as s from './schema.js';
import { castVoteExamples, castVoteRules, SETTLEMENT_STATUSES } from './vote.js';

const status = s.oneOf(SETTLEMENT_STATUSES);
const title = s.like(s.text, 'Volta Music Awards 2026');
const contestant = s.object({ name: s.like(s.text, 'Adwoa Boateng') });
const category = s.object({ name: s.like(s.text, 'Best New Artist') });

export const manualVoteRules = {
  ...castVoteRules,
  /** A voter who pays in cash may give no number; the reason says where the votes come from. */
  voterPhone: phoneField(),
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export type ManualVoteInput = InputOf<typeof manualVoteRules>;
export const manualVoteExamples = s.merged(castVoteExamples, {
  voteCount: 20,
  reason: 'Cash at the gate, receipt book 3',
}) satisfies ManualVoteInput;

export const findVoteRules = {
  phone: phoneField('Phone is required'),
  reference: textField('Reference is required', 64),
} satisfies Rules;
export type FindVoteInput = InputOf<typeof findVoteRules>;
export const findVoteExamples = { phone: '+233241234567', reference: '7K3M-9QXT' } satisfies FindVoteInput;

export const voteRecordView = s.view('VoteRecord', {
  id: s.id,
  voterName: s.nullable(s.like(s.text, 'Kofi Annan')),
  /** Masked. */
  voterEmail: s.nullable(s.like(s.text, 'k***@example.com')),
  /** Masked. */
  voterPhone: s.like(s.text, '+233 24 *** **67'),
  voteCount: s.count,
  status,
  /** Entered by hand in a free contest, and counted: it can be taken back. */
  undoable: s.flag,
  createdAt: s.dateTime,
  contestId: s.id,
  contest: s.object({ title, host: s.object({ name: s.like(s.text, 'Volta Music') }) }),
  contestant,
  category,
});
export type VoteRecordView = s.Shown<typeof voteRecordView>;

/** Body of the reveal calls: a reason is needed after 20 persons within an hour. */
export const revealRules = {
  reason: { type: 'string', maxLength: 500, multiline: true },
} satisfies Rules;
export const revealExamples = { reason: 'Winners of the draw are called' };

/** Answer of the reveal calls; each is written to the audit log. */
export const revealedVoterView = s.view('RevealedVoter', {
  voterName: s.nullable(s.like(s.text, 'Kofi Annan')),
  voterEmail: s.nullable(s.like(s.text, 'kofi@example.com')),
  voterPhone: s.nullable(s.like(s.text, '+233241234567')),
  /** The number the payment was asked from; only for payments. */
  phoneNumber: s.optional(s.nullable(s.like(s.text, '+233241234567'))),
});
export type RevealedVoter = s.Shown<typeof revealedVoterView>;

/** Present once money of a counted vote went back: what counts now, and the cedis that went back. */
export const afterRefund = s.optional(
  s.object({ countedVotes: s.like(s.count, 5), returnedAmount: s.like(s.cedis, 5) }),
);
export type AfterRefund = NonNullable<s.Shown<typeof afterRefund>>;

/** Why a free vote does not count any more: rejected or taken out by the organiser, entered by mistake, or changed by its elector. */
export const UNDONE_VOTES = ['REJECTED', 'QUARANTINED', 'TAKEN_BACK', 'CHANGED'] as const;
export type UndoneVote = (typeof UNDONE_VOTES)[number];

/** A voter's own vote, found by phone and reference; names no person but the contestant. */
export const foundVoteView = s.view('FoundVote', {
  id: s.id,
  /** Of the payment; null for a free vote. */
  reference: s.nullable(s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ')),
  receiptCode: s.nullable(s.like(s.text, '7K3M-9QXT')),
  status,
  voteCount: s.count,
  /** Cedis; 0 for a free vote. */
  amount: s.cedis,
  createdAt: s.dateTime,
  contestId: s.id,
  contest: s.object({ title }),
  category,
  contestant,
  afterRefund,
  /** Of a free vote that was held and does not count: why, and whether its voter asked that it be looked at again. */
  held: s.optional(
    s.object({ reason: s.oneOf(HOLD_REASONS), appealedAt: s.nullable(s.dateTime), appealable: s.flag }),
  ),
  /** Of a free vote that does not count any more. */
  undone: s.optional(s.oneOf(UNDONE_VOTES)),
  /** What was decided about a free vote; absent for others. */
  decisions: s.optional(voteDecisions),
});
export type FoundVote = s.Shown<typeof foundVoteView>;

export const countsByStatus = s.object({ COMPLETED: s.count, PENDING: s.count, FAILED: s.count });

export const voteStatsView = s.view('VoteStats', {
  totalVotes: s.count,
  totalTransactions: s.count,
  /** Distinct phones. */
  uniqueVoters: s.count,
  /** Distinct e-mail addresses; the specification's average divides by these. */
  uniqueEmails: s.count,
  averageVotesPerEmail: s.number,
  averageVotesPerVoter: s.number,
  countsByStatus,
});
export type VoteStats = s.Shown<typeof voteStatsView>;

export const dailyVotesView = s.view('DailyVotes', {
  /** YYYY-MM-DD in Ghana time (UTC). */
  date: s.date,
  votes: s.count,
  transactions: s.count,
});
export type DailyVotes = s.Shown<typeof dailyVotesView>;
