import type { RefundStatus } from '../paystack/parse-webhook.js';
import type { PaymentProof } from '../rules/payment-situation.js';

const MEANING: Record<RefundStatus, PaymentProof['status'] | null> = {
  pending: null,
  processing: null,
  processed: 'reversed',
  // The money could not be given back; the provider keeps the transaction as a success.
  failed: 'refund-stuck',
  'needs-attention': 'refund-stuck',
};

/** What a refund's status proves about its payment; null when there is nothing to settle yet. */
export function refundProof(status: RefundStatus, amount: number | null): PaymentProof | null {
  const meaning = MEANING[status];
  return meaning && { status: meaning, amount: amount ?? undefined, providerStatus: `refund_${status}` };
}
