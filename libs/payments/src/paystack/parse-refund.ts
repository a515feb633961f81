import type { RefundStatus } from './parse-webhook.js';
import { bigId, object, text, wholeAmount } from './read.js';

const KNOWN: readonly string[] = ['pending', 'processing', 'processed', 'failed', 'needs-attention'];

export interface ProviderRefund {
  id: string | null;
  /** Unknown words mean that it is under way. */
  status: RefundStatus;
  amount: number | null;
  currency: string | null;
  /** The transaction it belongs to: the provider's id, and our reference where the provider gives it. */
  transactionId: string | null;
  transactionReference: string | null;
  /** What was noted for the merchant when it was asked for. */
  note: string | null;
}

/**
 * A refund as the answers to `POST /refund`, `GET /refund` and `GET /refund/:id` show it. Never throws.
 * The transaction is an object in the first and an id in the others.
 */
export function parseRefundData(data: unknown): ProviderRefund {
  const fields = object(data);
  const status = text(fields.status) ?? '';
  const transaction = object(fields.transaction);
  return {
    id: bigId(fields.id),
    status: KNOWN.includes(status) ? (status as RefundStatus) : 'processing',
    amount: wholeAmount(fields.amount),
    currency: text(fields.currency),
    transactionId: bigId(fields.transaction) ?? bigId(transaction.id),
    transactionReference: text(fields.transaction_reference) ?? text(transaction.reference),
    note: text(fields.merchant_note),
  };
}

/** Whether a refund is one of this transaction, named by the provider's id or our reference. */
export function isRefundOf(refund: ProviderRefund, transaction: string): boolean {
  return refund.transactionId === transaction || refund.transactionReference === transaction;
}
