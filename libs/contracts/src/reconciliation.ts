import { PAYMENT_METHODS } from './payment.js';
import * as s from './schema.js';
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

export const bookDifferenceView = s.view('BookDifference', {
  class: s.oneOf(BOOK_DIFFERENCE_CLASSES),
  reference: s.text,
  /** Null for a reference that is not ours. */
  contestId: s.nullable(s.id),
  /** Cedis; null where there is none. */
  providerAmount: s.nullable(s.cedis),
  bookedAmount: s.nullable(s.cedis),
  foundAt: s.dateTime,
});
export type BookDifferenceView = s.Shown<typeof bookDifferenceView>;

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
const moneyClassView = s.object({
  class: s.oneOf(MONEY_CLASSES),
  payments: s.count,
  amount: s.cedis,
  /** Null when no single payment explains it. */
  oldest: s.nullable(s.dateTime),
});

/** A view of one contest shows no more differences at once; super admins page through those of all contests. */
export const MOST_CONTEST_DIFFERENCES = 200;

/**
 * A contest's provider money, to the pesewa: taken − refunded − reversed = counted + held + returning, or the differences say
 * why not. Cedis. Cash is not part of it.
 */
export const reconciliationView = s.view('Reconciliation', {
  contestId: s.id,
  taken: s.cedis,
  refunded: s.cedis,
  /** Reversals and lost disputes. */
  reversed: s.cedis,
  counted: s.cedis,
  /** Waits for a super admin. */
  held: s.cedis,
  /** Second and late payments on their way back. */
  returning: s.cedis,
  /** taken − refunded − reversed − counted − held − returning; 0 when the books agree. */
  difference: s.cedis,
  /** Money by class, with the oldest case's time; empty classes are absent. */
  classes: s.list(moneyClassView),
  /** What the difference is made of: payments accepted for another amount, and what nothing explains. */
  differences: s.list(moneyClassView),
  /** Unexplained findings of the daily comparison with the provider's own list, newest first, at most MOST_CONTEST_DIFFERENCES. */
  provider: s.list(bookDifferenceView),
  /** The last day whose payments were compared with the provider's list (`YYYY-MM-DD`, UTC); null when none was. */
  comparedThrough: s.nullable(s.like(s.text, '2026-11-20')),
  /** Attempts whose end the provider has not told yet. */
  undecided: s.count,
  /** True when something that should be known is not (the provider did not answer in time, counting lags): sums may be too small. */
  incomplete: s.flag,
});
export type ReconciliationView = s.Shown<typeof reconciliationView>;

/** Everything that is known about one payment, for an answer to a chargeback. Masked as every list is; cedis. */
export const paymentEvidenceView = s.view('PaymentEvidence', {
  madeAt: s.dateTime,
  payment: s.object({
    id: s.id,
    reference: s.text,
    method: s.oneOf(PAYMENT_METHODS),
    channel: s.nullable(s.text),
    flow: s.text,
    network: s.nullable(s.text),
    state: s.text,
    amount: s.cedis,
    currency: s.text,
    takenAmount: s.nullable(s.cedis),
    takenCurrency: s.nullable(s.text),
    fees: s.nullable(s.cedis),
    phoneNumber: s.nullable(s.text),
    providerTransactionId: s.nullable(s.text),
    providerStatus: s.nullable(s.text),
    providerMessage: s.nullable(s.text),
    createdAt: s.dateTime,
    paidAt: s.nullable(s.dateTime),
    settledAt: s.nullable(s.dateTime),
  }),
  vote: s.object({
    id: s.id,
    contest: s.text,
    category: s.text,
    contestant: s.text,
    voteCount: s.count,
    /** Those that were paid for; inside a window each counts several times. */
    boughtVotes: s.count,
    price: s.cedis,
    amount: s.cedis,
    status: s.oneOf(SETTLEMENT_STATUSES),
    source: s.text,
    voterName: s.nullable(s.text),
    voterEmail: s.nullable(s.text),
    voterPhone: s.nullable(s.text),
    castAt: s.dateTime,
    countedAt: s.nullable(s.dateTime),
  }),
  receipt: s.nullable(
    s.object({
      code: s.text,
      madeAt: s.dateTime,
      sms: s.nullable(s.text),
      smsSentAt: s.nullable(s.dateTime),
    }),
  ),
  history: s.list(
    s.object({ at: s.dateTime, source: s.text, from: s.nullable(s.text), to: s.text, detail: s.text }),
  ),
  /** What the provider sent, by its fingerprint: the message itself names people. */
  providerEvents: s.list(
    s.object({
      event: s.nullable(s.text),
      sha256: s.text,
      receivedAt: s.dateTime,
      processedAt: s.nullable(s.dateTime),
      outcome: s.nullable(s.text),
    }),
  ),
  ledger: s.list(s.object({ kind: s.text, votes: s.count, amount: s.cedis, at: s.dateTime })),
  refund: s.nullable(
    s.object({
      cause: s.text,
      status: s.text,
      amount: s.cedis,
      currency: s.text,
      providerRefundId: s.nullable(s.text),
      orderedAt: s.dateTime,
    }),
  ),
  otherAttempts: s.list(s.object({ reference: s.text, state: s.text, createdAt: s.dateTime })),
  notes: s.list(s.object({ at: s.dateTime, action: s.text, text: s.text })),
});
export type PaymentEvidence = s.Shown<typeof paymentEvidenceView>;
