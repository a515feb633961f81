import type { PaymentChannel, PaymentMethod, SettlementStatus } from './entities.js';

/** Money as the API sends it: cedis; dates are ISO strings in UTC. */

export interface PaymentView {
  id: string;
  reference: string;
  amount: number;
  method: PaymentMethod;
  channel: PaymentChannel | null;
  status: SettlementStatus;
  /** The precise state behind `status`, for organisers. */
  state: string;
  /** Masked. */
  phoneNumber: string | null;
  createdAt: string;
  vote: {
    voterName: string | null;
    voterEmail: string | null;
    voteCount: number;
    contestant: { name: string } | null;
  };
}

export interface InitializePaymentResult {
  reference: string;
  authorizationUrl: string;
}

/** Why a payment waits for a person. */
export const ATTENTION_REASONS = [
  'amount',
  'currency',
  'account',
  'transaction',
  'refund-stuck',
  'disputed',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** A payment that waits for a super admin: held for review, disputed, or a refund that did not go through. */
export interface PaymentAttention {
  id: string;
  reference: string;
  contestId: string;
  contestTitle: string;
  contestantName: string;
  voteCount: number;
  state: string;
  reason: AttentionReason;
  /** What was asked, in cedis. */
  amount: number;
  /** What the provider says it took, in cedis of `takenCurrency`; null when nothing was taken. */
  takenAmount: number | null;
  takenCurrency: string | null;
  /** Why a refund did not go through, in the provider's words. */
  refundError: string | null;
  /** Written by super admins so far. */
  notes: number;
  since: string;
}

/** How our books and the provider's may differ, as the daily comparison finds it. */
export const BOOK_DIFFERENCE_CLASSES = [
  'unknown-reference',
  'not-booked',
  'amount-differs',
  'not-at-provider',
] as const;
export type BookDifferenceClass = (typeof BOOK_DIFFERENCE_CLASSES)[number];

export interface BookDifferenceView {
  class: BookDifferenceClass;
  reference: string;
  /** Null for a reference that is not ours. */
  contestId: string | null;
  /** Cedis; null where there is none. */
  providerAmount: number | null;
  bookedAmount: number | null;
  foundAt: string;
}

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
export interface MoneyClassView {
  class: MoneyClass;
  payments: number;
  /** Cedis. */
  amount: number;
  /** Null when no single payment explains it. */
  oldest: string | null;
}

/**
 * A contest's provider money, to the pesewa: taken − refunded − reversed = counted + held + returning, or the differences say
 * why not. Cedis. Cash is not part of it.
 */
export interface ReconciliationView {
  contestId: string;
  taken: number;
  refunded: number;
  /** Reversals and lost disputes. */
  reversed: number;
  counted: number;
  /** Waits for a super admin. */
  held: number;
  /** Second and late payments on their way back. */
  returning: number;
  /** taken − refunded − reversed − counted − held − returning; 0 when the books agree. */
  difference: number;
  /** Money by class, with the oldest case's time; empty classes are absent. */
  classes: MoneyClassView[];
  /** What the difference is made of: payments accepted for another amount, and what nothing explains. */
  differences: MoneyClassView[];
  /** What the daily comparison with the provider's own list has found and nobody has explained yet, oldest first. */
  provider: BookDifferenceView[];
  /** The last day whose payments were compared with the provider's list (`YYYY-MM-DD`, UTC); null when none was. */
  comparedThrough: string | null;
  /** Attempts whose end the provider has not told yet. */
  undecided: number;
  /** True when something that should be known is not (the provider did not answer in time, counting lags): sums may be too small. */
  incomplete: boolean;
}

/** Everything that is known about one payment, for an answer to a chargeback. Masked as every list is; cedis. */
export interface PaymentEvidence {
  madeAt: string;
  payment: {
    id: string;
    reference: string;
    method: PaymentMethod;
    channel: string | null;
    flow: string;
    network: string | null;
    state: string;
    amount: number;
    currency: string;
    takenAmount: number | null;
    takenCurrency: string | null;
    fees: number | null;
    phoneNumber: string | null;
    providerTransactionId: string | null;
    providerStatus: string | null;
    providerMessage: string | null;
    createdAt: string;
    paidAt: string | null;
    settledAt: string | null;
  };
  vote: {
    id: string;
    contest: string;
    category: string;
    contestant: string;
    voteCount: number;
    price: number;
    amount: number;
    status: SettlementStatus;
    source: string;
    voterName: string | null;
    voterEmail: string | null;
    voterPhone: string | null;
    castAt: string;
    countedAt: string | null;
  };
  receipt: { code: string; madeAt: string; sms: string | null; smsSentAt: string | null } | null;
  history: { at: string; source: string; from: string | null; to: string; detail: string }[];
  /** What the provider sent, by its fingerprint: the message itself names people. */
  providerEvents: {
    event: string | null;
    sha256: string;
    receivedAt: string;
    processedAt: string | null;
    outcome: string | null;
  }[];
  ledger: { kind: string; votes: number; amount: number; at: string }[];
  refund: {
    cause: string;
    status: string;
    amount: number;
    currency: string;
    providerRefundId: string | null;
    orderedAt: string;
  } | null;
  otherAttempts: { reference: string; state: string; createdAt: string }[];
  notes: { at: string; action: string; text: string }[];
}

/** What the direct mobile-money charge asks of the voter next. */
export interface ChargePaymentResult {
  reference: string;
  step: 'approve_on_phone' | 'enter_voucher' | 'wait' | 'done' | 'failed';
  message: string;
}

/** `data` of the verification call. */
export interface PaymentVerification {
  reference: string;
  status: SettlementStatus;
  amount: number;
  contestId: string;
  vote: { voteCount: number; contestId: string; contestant: { name: string } };
  payment: { amount: number; status: SettlementStatus };
  /** Short code of the receipt, once counted. */
  receiptCode?: string;
}

/** A voter's own vote, found by phone and reference; names nobody but the contestant. */
export interface FoundVote {
  id: string;
  /** Of the payment; null for a free vote. */
  reference: string | null;
  receiptCode: string | null;
  status: SettlementStatus;
  voteCount: number;
  /** Cedis; 0 for a free vote. */
  amount: number;
  createdAt: string;
  contestId: string;
  contest: { title: string };
  category: { name: string };
  contestant: { name: string };
}

export interface PaymentVerificationBody {
  success: boolean;
  message: string;
  code?: string;
  data: PaymentVerification;
}

/** Session storage, key `pendingPayment`. */
export interface PendingPaymentRecord {
  reference: string;
  voteId: string;
  contestId: string;
  contestantName: string;
  voteCount: number;
  amount: number;
  timestamp: number;
}

export interface PaymentStats {
  totalRevenue: number;
  totalPayments: number;
  paymentsByMethod: { method: PaymentMethod; _count: number; _sum: { amount: number } }[];
  countsByStatus: Record<SettlementStatus, number>;
}
