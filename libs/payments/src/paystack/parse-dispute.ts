import { bigId, date, object, text, wholeAmount } from './read.js';
import { parseTransaction, type ProviderTransaction } from './parse-transaction.js';

export const DISPUTE_STATUSES = [
  'awaiting-merchant-feedback',
  'awaiting-bank-feedback',
  'pending',
  'resolved',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
export type DisputeOutcome = 'lost' | 'won';

/** A dispute as webhooks, `GET /dispute` and `GET /dispute/:id` show it. Personal fields are not read at all. */
export interface ProviderDispute {
  id: string | null;
  status: DisputeStatus | null;
  outcome: DisputeOutcome | null;
  /** The provider's word for the outcome. */
  resolution: string | null;
  /** What the payer wants back, in subunits; absent when it is all. */
  refundAmount: number | null;
  category: string | null;
  /** When the merchant's answer has to be there; without one the provider accepts the dispute by itself. */
  dueAt: Date | null;
  resolvedAt: Date | null;
  transaction: ProviderTransaction;
}

const OUTCOMES: Record<string, DisputeOutcome> = {
  'merchant-accepted': 'lost',
  'auto-accepted': 'lost',
  declined: 'won',
};

/** Never throws: a field of an unexpected shape is absent. */
export function parseDispute(data: unknown): ProviderDispute {
  const fields = object(data);
  const status = text(fields.status);
  const resolution = text(fields.resolution);
  return {
    id: bigId(fields.id),
    status: DISPUTE_STATUSES.find((known) => known === status) ?? null,
    outcome: (resolution && OUTCOMES[resolution]) || null,
    resolution,
    refundAmount: wholeAmount(fields.refund_amount),
    category: text(fields.category),
    dueAt: date(fields.dueAt),
    resolvedAt: date(fields.resolvedAt),
    transaction: parseTransaction(fields.transaction),
  };
}
