import type { PaymentProof } from '../rules/payment-situation.js';
import { parseTransaction } from './parse-transaction.js';
import { bigId, object, text, wholeAmount } from './read.js';

/** A dispute as `GET /dispute` lists it, and what it proves about its payment. */
export interface ProviderDispute {
  id: string;
  /** Our reference. */
  reference: string;
  proof: PaymentProof;
}

/** Translate a dispute. Never throws. @returns null for one that proves nothing, or names no payment */
export function parseDisputeData(data: unknown): ProviderDispute | null {
  const fields = object(data);
  const id = bigId(fields.id);
  const { reference, proof } = parseTransaction(fields.transaction);
  const status = statusOf(text(fields.status), text(fields.resolution));
  if (!id || !reference || !status) return null;
  return {
    id,
    reference,
    proof: {
      ...proof,
      status,
      amount: wholeAmount(fields.refund_amount) ?? proof.amount,
      takenAmount: proof.amount,
      providerStatus: `dispute_${text(fields.status) ?? ''}`.slice(0, 40),
      message: text(fields.resolution),
      ...(status === 'reversed' && { back: { source: 'DISPUTE', id } }),
    },
  };
}

/** An open one has no resolution yet; words that we do not know prove nothing. */
function statusOf(status: string | null, resolution: string | null): PaymentProof['status'] | null {
  if (resolution === 'merchant-accepted' || resolution === 'auto-accepted') return 'reversed';
  if (resolution === 'declined') return 'dispute-won';
  const open = ['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending'];
  return resolution === null && status !== null && open.includes(status) ? 'disputed' : null;
}
