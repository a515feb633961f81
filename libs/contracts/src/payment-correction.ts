import { paragraphsField, textField } from './rules.js';
import type { InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';

import { resolveAccountExamples, resolveAccountRules } from './settlement-account.js';

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
const person = s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') });

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
