import { PAYMENT_METHODS } from './payment.js';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  type Shown,
  text,
  view,
} from './schema.js';
import { SETTLEMENT_STATUSES } from './vote.js';

/**
 * How our books and the provider's may differ, as the daily comparison finds it. `reversed`: counted money went back without a dispute
 * or a webhook; its votes are taken back. `returned-in-part`: a part of it went back at the provider, with the votes of that part.
 * `returned-too-much`: more went back than was taken. A note of a super admin closes these three.
 */
export const BOOK_DIFFERENCE_CLASSES = [
  'unknown-reference',
  'not-booked',
  'amount-differs',
  'not-at-provider',
  'reversed',
  'returned-in-part',
  'returned-too-much',
] as const;
export type BookDifferenceClass = (typeof BOOK_DIFFERENCE_CLASSES)[number];

export const bookDifferenceView = view('BookDifference', {
  class: oneOf(BOOK_DIFFERENCE_CLASSES),
  reference: text,
  /** Null for a reference that is not ours. */
  contestId: nullable(id),
  /** Cedis; null where there is none. */
  providerAmount: nullable(cedis),
  bookedAmount: nullable(cedis),
  foundAt: dateTime,
});
export type BookDifferenceView = Shown<typeof bookDifferenceView>;

export const MONEY_CLASSES = [
  'counted',
  'held',
  'returning',
  'refunded',
  'reversed',
  'accepted-otherwise',
  'unexplained',
] as const;
export type MoneyClass = (typeof MONEY_CLASSES)[number];

/** Money of one class with its oldest case. */
const moneyClassView = object({
  class: oneOf(MONEY_CLASSES),
  payments: count,
  amount: cedis,
  /** Null when no single payment explains it. */
  oldest: nullable(dateTime),
});

/** A view of one contest shows no more differences at once; super admins page through those of all contests. */
export const MOST_CONTEST_DIFFERENCES = 200;

/**
 * A contest's provider money, to the pesewa: taken − refunded − reversed = counted + held + returning, or the differences say
 * why not. Cedis. Cash is not part of it.
 */
export const reconciliationView = view('Reconciliation', {
  contestId: id,
  taken: cedis,
  refunded: cedis,
  /** Reversals and lost disputes. */
  reversed: cedis,
  counted: cedis,
  /** Waits for a super admin. */
  held: cedis,
  /** Second and late payments on their way back. */
  returning: cedis,
  /** taken − refunded − reversed − counted − held − returning; 0 when the books agree. */
  difference: cedis,
  /** Money by class, with the oldest case's time; empty classes are absent. */
  classes: list(moneyClassView),
  /** What the difference is made of: payments accepted for another amount, and what nothing explains. */
  differences: list(moneyClassView),
  /** Unexplained findings of the daily comparison with the provider's own list, newest first, at most MOST_CONTEST_DIFFERENCES. */
  provider: list(bookDifferenceView),
  /** The last day whose payments were compared with the provider's list (`YYYY-MM-DD`, UTC); null when none was. */
  comparedThrough: nullable(like(text, '2026-11-20')),
  /** Attempts whose end the provider has not told yet. */
  undecided: count,
  /** True when something that should be known is not (the provider did not answer in time, counting lags): sums may be too small. */
  incomplete: flag,
});
export type ReconciliationView = Shown<typeof reconciliationView>;

/** Everything that is known about one payment, for an answer to a chargeback. Masked as every list is; cedis. */
export const paymentEvidenceView = view('PaymentEvidence', {
  madeAt: dateTime,
  payment: object({
    id,
    reference: text,
    method: oneOf(PAYMENT_METHODS),
    channel: nullable(text),
    flow: text,
    network: nullable(text),
    state: text,
    amount: cedis,
    currency: text,
    takenAmount: nullable(cedis),
    takenCurrency: nullable(text),
    fees: nullable(cedis),
    phoneNumber: nullable(text),
    providerTransactionId: nullable(text),
    providerStatus: nullable(text),
    providerMessage: nullable(text),
    createdAt: dateTime,
    paidAt: nullable(dateTime),
    settledAt: nullable(dateTime),
  }),
  vote: object({
    id,
    contest: text,
    category: text,
    contestant: text,
    voteCount: count,
    /** Those that were paid for; inside a window each counts several times. */
    boughtVotes: count,
    price: cedis,
    amount: cedis,
    status: oneOf(SETTLEMENT_STATUSES),
    source: text,
    voterName: nullable(text),
    voterEmail: nullable(text),
    voterPhone: nullable(text),
    castAt: dateTime,
    countedAt: nullable(dateTime),
  }),
  receipt: nullable(
    object({ code: text, madeAt: dateTime, sms: nullable(text), smsSentAt: nullable(dateTime) }),
  ),
  history: list(object({ at: dateTime, source: text, from: nullable(text), to: text, detail: text })),
  /** What the provider sent, by its fingerprint: the message itself names people. */
  providerEvents: list(
    object({
      event: nullable(text),
      sha256: text,
      receivedAt: dateTime,
      processedAt: nullable(dateTime),
      outcome: nullable(text),
    }),
  ),
  ledger: list(object({ kind: text, votes: count, amount: cedis, at: dateTime })),
  refund: nullable(
    object({
      cause: text,
      status: text,
      amount: cedis,
      currency: text,
      providerRefundId: nullable(text),
      orderedAt: dateTime,
    }),
  ),
  otherAttempts: list(object({ reference: text, state: text, createdAt: dateTime })),
  notes: list(object({ at: dateTime, action: text, text })),
});
export type PaymentEvidence = Shown<typeof paymentEvidenceView>;
