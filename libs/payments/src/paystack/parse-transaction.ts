import type { PaymentProof } from '../rules/payment-situation.js';
import { bigId, date, object, text, wholeAmount } from './read.js';

/** The provider's words for a transaction's state, and what they mean to us. Everything else means waiting. */
const STATUS: Record<string, PaymentProof['status']> = {
  success: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  ongoing: 'waiting',
  pending: 'waiting',
  processing: 'waiting',
  queued: 'waiting',
  reversed: 'reversed',
};

/** One transaction as verify, list and `charge.success` show it. Personal fields are not read at all. */
export interface ProviderTransaction {
  reference: string | null;
  proof: PaymentProof;
}

/**
 * Translate a transaction. Never throws: a field of an unexpected shape is absent, an unknown status is waiting.
 * @param data the `data` of the answer
 */
export function parseTransaction(data: unknown): ProviderTransaction {
  const fields = object(data);
  const status = text(fields.status)?.toLowerCase() ?? '';
  // NaN equals nothing: an unreadable amount never matches.
  const amount = wholeAmount(fields.amount) ?? Number.NaN;
  return {
    reference: text(fields.reference),
    proof: {
      status: STATUS[status] ?? 'waiting',
      amount,
      ...(status === 'reversed' && { takenAmount: amount }),
      requestedAmount:
        fields.requested_amount === undefined || fields.requested_amount === null
          ? null
          : (wholeAmount(fields.requested_amount) ?? Number.NaN),
      currency: text(fields.currency) ?? '',
      domain: text(fields.domain),
      transactionId: bigId(fields.id),
      paidAt: date(fields.paid_at) ?? date(fields.paidAt),
      channel: text(fields.channel),
      fees: wholeAmount(fields.fees),
      providerStatus: status.slice(0, 40) || 'none',
      message: text(fields.message) ?? text(fields.gateway_response),
    },
  };
}
