import type { ProviderRefund, RefundStatus, PaymentProof } from '@abato/paystack';

/** Statuses in which a refund has ended, one way or the other. */
const ENDED: ReadonlySet<RefundStatus> = new Set(['processed', 'failed', 'needs-attention']);

/**
 * What a webhook about a refund proves: only that the list of refunds is worth reading. It names no id, and two refunds of the same amount
 * may be told by the same bytes.
 * @returns null while the refund is under way
 */
export function refundTold(status: RefundStatus): PaymentProof | null {
  return ENDED.has(status) ? { status: 'refund-told', providerStatus: `refund_${status}` } : null;
}

/**
 * What a refund in the provider's list proves about its payment.
 * @param askedAt when the provider was asked
 * @param refundId of our own refund, if it is one
 * @returns null when there is nothing to settle: under way, without an id or amount, or failed and not ours
 */
export function refundProof(refund: ProviderRefund, askedAt: Date, refundId?: string): PaymentProof | null {
  const { id, status, amount, currency, disputeId } = refund;
  const providerStatus = `refund_${status}`;
  if (status === 'failed' || status === 'needs-attention')
    return refundId ? { status: 'refund-stuck', providerStatus, askedAt } : null;
  if (status !== 'processed' || !id || amount === null) return null;
  const back = disputeId
    ? ({ source: 'DISPUTE', id: disputeId } as const)
    : ({ source: 'REFUND', id, ...(refundId && { refundId }) } as const);
  return { status: 'reversed', amount, currency: currency ?? undefined, providerStatus, back };
}
