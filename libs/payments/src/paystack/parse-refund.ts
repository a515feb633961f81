import type { RefundStatus } from './parse-webhook.js';
import { bigId, object, text, wholeAmount } from './read.js';

const KNOWN: readonly string[] = ['pending', 'processing', 'processed', 'failed', 'needs-attention'];

export interface ProviderRefund {
  id: string | null;
  /** Unknown words mean that it is under way. */
  status: RefundStatus;
  amount: number | null;
}

/** A refund as the answers to `POST /refund`, `GET /refund` and `GET /refund/:id` show it. Never throws. */
export function parseRefundData(data: unknown): ProviderRefund {
  const fields = object(data);
  const status = text(fields.status) ?? '';
  return {
    id: bigId(fields.id),
    status: KNOWN.includes(status) ? (status as RefundStatus) : 'processing',
    amount: wholeAmount(fields.amount),
  };
}
