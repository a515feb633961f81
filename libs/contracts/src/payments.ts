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

/** A payment that waits for a super admin: held for review, disputed, or a refund that did not go through. */
export interface PaymentAttention {
  id: string;
  reference: string;
  contestId: string;
  contestTitle: string;
  state: string;
  /** What was asked, in cedis. */
  amount: number;
  /** What the provider says it took, in cedis of `takenCurrency`; null when nothing was taken. */
  takenAmount: number | null;
  takenCurrency: string | null;
  /** Why a refund did not go through, in the provider's words. */
  refundError: string | null;
  since: string;
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
  classes: { class: string; payments: number; amount: number; oldest: string }[];
  /** Attempts whose end the provider has not told yet. */
  undecided: number;
  /** True when something that should be known is not (the provider did not answer in time, counting lags): sums may be too small. */
  incomplete: boolean;
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
