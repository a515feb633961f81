import type { PaymentProof } from './payment-proof.js';
import { bigId, date, type Fields, object, text, wholeAmount } from './read.js';

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
 * What became of the parts. A provider that reports only some of them is taken at its word for none, nor is one whose fee leaves nothing to
 * divide.
 */
function splitOf(fields: Fields): PaymentProof['split'] {
  const told = object(fields.fees_split);
  const [platform, host] = [wholeAmount(told.integration), wholeAmount(told.subaccount)];
  if (platform === null || host === null) return null;
  if ((wholeAmount(fields.fees) ?? 0) > (wholeAmount(fields.amount) ?? 0)) return null;
  return { platform, host, subaccount: text(object(fields.subaccount).subaccount_code) };
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
      split: splitOf(fields),
      providerStatus: status.slice(0, 40) || 'none',
      message: text(fields.message) ?? text(fields.gateway_response),
    },
  };
}
