import type { InputOf, Rules } from './field-rule.js';
import { paragraphsField } from './rules.js';
import * as s from './schema.js';

/** What the provider pays out to a host's settlement account (ADR 122). */

/** `SUCCESS`: the money has reached the account. */
export const SETTLEMENT_STATES = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/**
 * What cannot be explained: a settlement is not the sum of its payments' parts; it has a payment that is not this account's; a payment is in
 * two settlements; more was kept back than went back to payers; it failed; a payment is in no settlement after days.
 */
export const SETTLEMENT_DIFFERENCES = [
  'amount',
  'unknown-payment',
  'paid-twice',
  'deductions',
  'failed',
  'missing',
] as const;
export type SettlementDifferenceClass = (typeof SETTLEMENT_DIFFERENCES)[number];

const providerId = s.like(s.text, '3090024');

export const settlementView = s.view('Settlement', {
  /** The provider's number of it. */
  providerId,
  status: s.oneOf(SETTLEMENT_STATES),
  /** What reaches the account. */
  amount: s.cedis,
  /** Kept back for money that went to payers. */
  deductions: s.cedis,
  payments: s.count,
  settledAt: s.dateTime,
});
export type SettlementView = s.Shown<typeof settlementView>;

const differenceShape = {
  class: s.oneOf(SETTLEMENT_DIFFERENCES),
  /** Null: it is about no settlement. */
  providerId: s.nullable(providerId),
  /** Null: it is about no single payment. */
  reference: s.nullable(s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ')),
  /** The day of payment that it is about; null: of no single one. */
  day: s.nullable(s.date),
  /** What the provider says, and what follows from our books. */
  theirs: s.nullable(s.cedis),
  ours: s.nullable(s.cedis),
  since: s.dateTime,
};
export const settlementDifferenceView = s.view('SettlementDifference', differenceShape);
export type SettlementDifference = s.Shown<typeof settlementDifferenceView>;

/** A difference among those of all hosts. */
export const openSettlementDifferenceView = s.view('OpenSettlementDifference', {
  id: s.id,
  ...differenceShape,
  /** What is unexplained: what the provider says less what follows from our books. */
  difference: s.cedis,
  /** Null: the platform's own account. */
  hostId: s.nullable(s.id),
  host: s.nullable(s.like(s.text, 'Volta Music')),
});
export type OpenSettlementDifference = s.Shown<typeof openSettlementDifferenceView>;

/** Why nothing more is to be explained about a difference. */
export const differenceNoteRules = { note: paragraphsField('Note is required', 1000) } satisfies Rules;
/** `difference` of the one that was looked at: another amount is not closed unseen. */
export const closeDifferenceRules = {
  ...differenceNoteRules,
  difference: { type: 'number', required: 'Difference is required', decimals: [2] },
} satisfies Rules;
export type CloseDifferenceInput = InputOf<typeof closeDifferenceRules>;
export const closeDifferenceExamples = {
  note: 'The provider paid the rest with payout 881250',
  difference: -0.3,
} satisfies CloseDifferenceInput;
