import type { InputOf, Rules } from './field-rule.js';
import { paragraphsField } from './rules.js';
import { cedis, count, date, dateTime, id, like, nullable, oneOf, type Shown, text, view } from './schema.js';

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

const providerId = like(text, '3090024');

export const settlementView = view('Settlement', {
  /** The provider's number of it. */
  providerId,
  status: oneOf(SETTLEMENT_STATES),
  /** What reaches the account. */
  amount: cedis,
  /** Kept back for money that went to payers. */
  deductions: cedis,
  payments: count,
  settledAt: dateTime,
});
export type SettlementView = Shown<typeof settlementView>;

const differenceShape = {
  class: oneOf(SETTLEMENT_DIFFERENCES),
  /** Null: it is about no settlement. */
  providerId: nullable(providerId),
  /** Null: it is about no single payment. */
  reference: nullable(like(text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ')),
  /** The day of payment that it is about; null: of no single one. */
  day: nullable(date),
  /** What the provider says, and what follows from our books. */
  theirs: nullable(cedis),
  ours: nullable(cedis),
  since: dateTime,
};
export const settlementDifferenceView = view('SettlementDifference', differenceShape);
export type SettlementDifference = Shown<typeof settlementDifferenceView>;

/** A difference among those of all hosts. */
export const openSettlementDifferenceView = view('OpenSettlementDifference', {
  id,
  ...differenceShape,
  /** What is unexplained: what the provider says less what follows from our books. */
  difference: cedis,
  /** Null: the platform's own account. */
  hostId: nullable(id),
  host: nullable(like(text, 'Volta Music')),
});
export type OpenSettlementDifference = Shown<typeof openSettlementDifferenceView>;

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
