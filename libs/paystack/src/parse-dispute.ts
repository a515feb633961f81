import type { PaymentProof } from './payment-proof.js';
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
  /** The provider reminds the merchant of it. */
  isReminder?: boolean;
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

/** What a dispute proves about its payment. */
export interface DisputeProof {
  id: string;
  /** Our reference. */
  reference: string;
  proof: PaymentProof;
}

/** @returns null for a dispute that proves nothing, or names no payment */
export function proofOfDispute(dispute: ProviderDispute): DisputeProof | null {
  const { id, resolution, refundAmount } = dispute;
  const { reference, proof } = dispute.transaction;
  const status = provenBy(dispute);
  if (!id || !reference || !status) return null;
  return {
    id,
    reference,
    proof: {
      ...proof,
      status,
      amount: refundAmount ?? proof.amount,
      takenAmount: proof.amount,
      providerStatus: `dispute_${dispute.status ?? ''}`,
      message: resolution,
      ...(status === 'reversed' && { back: { source: 'DISPUTE', id } }),
    },
  };
}

/** An open one has no resolution yet; words that we do not know prove nothing. */
function provenBy({ outcome, resolution, status }: ProviderDispute): PaymentProof['status'] | null {
  if (outcome) return outcome === 'lost' ? 'reversed' : 'dispute-won';
  return resolution === null && status !== null && status !== 'resolved' ? 'disputed' : null;
}
