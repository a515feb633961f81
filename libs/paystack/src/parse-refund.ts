import { bigId, object, text, wholeAmount } from './read.js';

export const REFUND_STATUSES = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

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
  /** The dispute that it ends: both are one return of money. */
  disputeId: string | null;
}

/**
 * A refund as the answers to `POST /refund`, `GET /refund` and `GET /refund/:id` show it. Never throws.
 * The transaction is an object in the first and an id in the others.
 */
export function parseRefundData(data: unknown): ProviderRefund {
  const fields = object(data);
  const status = text(fields.status);
  const transaction = object(fields.transaction);
  return {
    id: bigId(fields.id),
    status: REFUND_STATUSES.find((known) => known === status) ?? 'processing',
    amount: wholeAmount(fields.amount),
    currency: text(fields.currency),
    transactionId: bigId(fields.transaction) ?? bigId(transaction.id),
    transactionReference: text(fields.transaction_reference) ?? text(transaction.reference),
    note: text(fields.merchant_note),
    disputeId: bigId(fields.dispute) ?? bigId(object(fields.dispute).id),
  };
}

/** Whether a refund is one of this transaction, named by the provider's id or our reference. */
export function isRefundOf(refund: ProviderRefund, transaction: string): boolean {
  return refund.transactionId === transaction || refund.transactionReference === transaction;
}
