import type { PaidFor } from '../paystack/metadata.js';
import type { CallPermit } from '../paystack/transport.js';
import type { PaymentTerms } from '../rules/payment-terms.js';

/** A new attempt, committed, for which the provider has not been called yet. */
export interface BegunAttempt {
  kind: 'begun';
  paymentId: string;
  voteId: string;
  contestId: string;
  reference: string;
  amountPesewas: number;
  voterName: string | null;
  voterEmail: string | null;
  /** E.164; null when it was erased. */
  phone: string | null;
  createdAt: Date;
  paidFor: PaidFor;
  terms: PaymentTerms;
  /** For a call to the provider, taken for this attempt. */
  permit: CallPermit;
}
