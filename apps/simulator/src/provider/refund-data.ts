import type { Refund } from '../core/model.js';
import type { Script } from '../core/script.js';

/** The integration number the provider puts into its objects. */
const INTEGRATION = 100_043;

/** A refund as the API's lists show it. */
export function refundData(refund: Refund): Record<string, unknown> {
  const processed = refund.status === 'processed';
  return {
    integration: INTEGRATION,
    transaction: refund.transactionId,
    dispute: null,
    settlement: null,
    id: refund.id,
    domain: 'test',
    currency: refund.currency,
    amount: refund.amount,
    status: refund.status,
    refunded_at: refund.refundedAt,
    expected_at: new Date(Date.parse(refund.createdAt) + 10 * 86_400_000).toISOString(),
    refunded_by: 'merchant@example.com',
    customer_note: refund.customerNote ?? `Refund for transaction ${refund.transactionReference}`,
    merchant_note:
      refund.merchantNote ?? `Refund for transaction ${refund.transactionReference} by merchant@example.com`,
    deducted_amount: processed ? refund.amount : 0,
    fully_deducted: processed,
    channel: null,
    bank_reference: null,
    transaction_reference: refund.transactionReference,
    reason: refund.status.toUpperCase(),
    createdAt: refund.createdAt,
    updatedAt: refund.updatedAt,
  };
}

/** A refund as its webhooks show it: the amount is text in some of the provider's samples and a number in others. */
export function refundWebhookData(
  refund: Refund,
  customer: Record<string, unknown>,
  amountAs: Script['refundAmountAs'],
): Record<string, unknown> {
  return {
    status: refund.status,
    transaction_reference: refund.transactionReference,
    refund_reference: refund.status === 'pending' ? null : refund.reference,
    amount: amountAs === 'number' ? refund.amount : String(refund.amount),
    currency: refund.currency,
    processor: 'mpgs_zen',
    customer: {
      first_name: customer.first_name,
      last_name: customer.last_name,
      email: customer.email,
    },
    integration: INTEGRATION,
    domain: 'test',
  };
}
