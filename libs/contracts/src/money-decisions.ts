import type { InputOf, Rules } from './field-rule.js';
import { refundRequest } from './payment.js';
import { paragraphsField, textField } from './shared-rules.js';
import * as s from './schema.js';
import { resolveAccountExamples, resolveAccountRules } from './payouts.js';

/**
 * Votes entered by hand that count only when a second person has confirmed them: cash of so high a sum, or so large a share of a free
 * contest's votes, whose amount is 0.
 */

export const CASH_ENTRY_STATES = ['WAITING', 'CONFIRMED', 'REJECTED'] as const;
export type CashEntryState = (typeof CASH_ENTRY_STATES)[number];

/** The person who entered it would confirm it. */
export const SECOND_PERSON_REQUIRED = 'Another person than the one who entered this cash must confirm it.';
export const SECOND_PERSON_FOR_VOTES =
  'Another person than the one who entered these votes must confirm them.';

export const rejectCashEntryRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const rejectCashEntryExamples = { reason: 'The receipt book says GHS 1,200' };

/** Of votes that were entered by hand in a free contest by mistake. */
export const undoVoteRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const undoVoteExamples = { reason: 'The paper ballots were counted twice' };

const person = s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') });

export const cashEntryView = s.view('CashEntry', {
  /** The vote has the same id once the entry is confirmed. */
  id: s.id,
  contestId: s.id,
  contest: s.object({ title: s.like(s.text, 'Volta Music Awards 2026') }),
  contestant: s.object({ name: s.like(s.text, 'Adwoa Boateng') }),
  category: s.object({ name: s.like(s.text, 'Best New Artist') }),
  voteCount: s.count,
  amount: s.cedis,
  reason: s.like(s.text, 'Cash at the gate, receipt book 3'),
  state: s.oneOf(CASH_ENTRY_STATES),
  enteredBy: person,
  enteredAt: s.dateTime,
  decidedBy: s.nullable(person),
  decidedAt: s.nullable(s.dateTime),
  /** Why it was rejected. */
  decisionReason: s.nullable(s.like(s.text, 'The receipt book says GHS 1,200')),
});
export type CashEntryView = s.Shown<typeof cashEntryView>;

/** What a super admin says about a payment's money although the provider does not (ADR 13). */

/** The person who entered it would confirm it. */
export const OTHER_PERSON_REQUIRED =
  'Another person than the one who entered this correction must confirm it.';

/**
 * States in which a super admin may say so. A counted payment belongs to them, too: through the provider it is refunded there, and only cash is
 * given back by hand.
 */
export const RETURNABLE_STATES: ReadonlySet<string> = new Set([
  'REVIEW',
  'DISPUTED',
  'DUPLICATE_PAID',
  'LATE_PAID',
  'REFUND_DUE',
  'REFUND_ATTENTION',
]);

/** The money is back with the payer; without an amount all that is left of it. */
export const returnedRules = {
  reason: paragraphsField('Reason is required', 500),
  amount: {
    type: 'number',
    label: 'Amount',
    min: [0.01, 'Amount must be at least GHS 0.01'],
    decimals: [2],
  },
} satisfies Rules;
export type ReturnedInput = InputOf<typeof returnedRules>;
export const returnedExamples = { reason: 'Typed 10,000 instead of 1,000', amount: 9000 };

/** An account of the payer, for a refund that the provider could not give back the way the money came. */
export const refundAccountRules = {
  ...resolveAccountRules,
  /** The name that the provider has shown and a super admin has confirmed. */
  accountName: textField('Account name is required', 200),
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export type RefundAccountInput = InputOf<typeof refundAccountRules>;
export const refundAccountExamples = {
  ...resolveAccountExamples,
  accountName: 'AMA TEST MENSAH',
  reason: 'The card was cancelled; the payer named this wallet by phone',
} satisfies RefundAccountInput;

/** Of a correction that needs a second person, and was not confirmed. */
export const rejectCorrectionRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const rejectCorrectionExamples = { reason: 'The money is still at the provider' };

export const correctionResult = s.view('PaymentCorrectionResult', {
  /** True: nothing has changed yet, another super admin has to confirm it. */
  awaitsConfirmation: s.flag,
  correctionId: s.nullable(s.id),
});
export type PaymentCorrectionResult = s.Shown<typeof correctionResult>;

export const CORRECTION_KINDS = ['RETURNED', 'KEPT', 'REFUND', 'DISPUTE'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** A correction that waits for a second person. */
export const paymentCorrectionView = s.view('PaymentCorrection', {
  id: s.id,
  paymentId: s.id,
  reference: s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ'),
  contest: s.object({ title: s.like(s.text, 'Volta Music Awards 2026') }),
  contestant: s.object({ name: s.like(s.text, 'Ama Mensah') }),
  /**
   * RETURNED: the payer has the money back; KEPT: a dispute is over and the money stayed; REFUND: an organiser asks for a refund by the
   * provider; DISPUTE: an organiser asks that a dispute is accepted.
   */
  kind: s.oneOf(CORRECTION_KINDS),
  amount: s.cedis,
  /** What of the payment has gone back already: a dispute of it is better contested. */
  returned: s.cedis,
  /** Votes that would be taken back if it were confirmed now. */
  votesBack: s.count,
  reason: s.like(s.text, 'Typed 10,000 instead of 1,000'),
  enteredBy: person,
  enteredAt: s.dateTime,
});
export type PaymentCorrection = s.Shown<typeof paymentCorrectionView>;

/** A message of the provider that could not be processed. */
export const setAsideWebhookView = s.view('SetAsideWebhook', {
  id: s.count,
  event: s.nullable(s.like(s.text, 'charge.success')),
  reference: s.nullable(s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ')),
  receivedAt: s.dateTime,
  setAsideAt: s.dateTime,
  attempts: s.count,
  error: s.nullable(s.like(s.text, 'payment has no vote')),
});
export type SetAsideWebhook = s.Shown<typeof setAsideWebhookView>;

/** Files that the provider's samples upload as evidence. */
export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
/** Most characters of a file in base64: about 1.5 MB of bytes. */
const EVIDENCE_MAX_CHARS = 2_000_000;

/** What was sold, and a file that shows it. */
export const disputeEvidenceRules = {
  serviceDetails: paragraphsField('Explanation is required', 1_000),
  fileName: textField(undefined, 100),
  fileType: { type: 'string', oneOf: EVIDENCE_TYPES },
  /** Base64 in JSON, where a body has at most 64 KB; larger files come as multipart. */
  file: {
    ...textField(undefined, EVIDENCE_MAX_CHARS),
    pattern: [/^[A-Za-z0-9+/]+={0,2}$/, 'File must be base64'],
  },
} satisfies Rules;
export type DisputeEvidenceInput = InputOf<typeof disputeEvidenceRules>;
export const disputeEvidenceExamples = {
  serviceDetails: 'Five votes for Ama Mensah, counted on 21 November at 20:01.',
  fileName: 'receipt.pdf',
  fileType: 'application/pdf',
  file: 'JVBERi0xLjcK',
} satisfies DisputeEvidenceInput;

const DISPUTE_ANSWERS = ['accept', 'decline'] as const;
export const disputeAnswerRules = {
  answer: { type: 'string', required: 'Answer is required', oneOf: DISPUTE_ANSWERS },
  message: paragraphsField('Message is required', 500),
} satisfies Rules;
export const disputeAnswerExamples = { answer: 'decline', message: 'The votes were counted.' } as const;

/** A payment that its payer disputes. */
export const disputeView = s.view('Dispute', {
  id: s.like(s.text, '358950'),
  reference: s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ'),
  contestId: s.id,
  contestTitle: s.like(s.text, 'Volta Music Awards 2026'),
  contestantName: s.like(s.text, 'Ama Mensah'),
  voteCount: s.count,
  /** What the payer wants back, of what was paid. */
  amount: s.cedis,
  paid: s.cedis,
  /** What of it had gone back already, in another way: contest the dispute of it. */
  returnedBefore: s.cedis,
  state: s.oneOf(['open', 'answered', 'resolved']),
  /** The provider's word for the end: `merchant-accepted`, `auto-accepted`, `declined`. */
  resolution: s.nullable(s.like(s.text, 'declined')),
  dueAt: s.nullable(s.dateTime),
  resolvedAt: s.nullable(s.dateTime),
  hasFile: s.flag,
  refundRequest,
});
export type DisputeView = s.Shown<typeof disputeView>;
