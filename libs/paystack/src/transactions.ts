import { bigId, date, type Fields, object, text, wholeAmount } from './read.js';

/** One return of money, told apart from all others: written down once, however often it is told. */
export interface MoneyReturn {
  source: 'REFUND' | 'DISPUTE' | 'HAND';
  /** The provider's id of the refund or dispute, or that of the super admin's decision. */
  id: string;
  /** Our own refund, if it was one. */
  refundId?: string;
}

/** What the provider (or an organiser, for cash) says about one attempt. Amounts in pesewas. */
export interface PaymentProof {
  status:
    | 'success'
    | 'failed'
    | 'abandoned'
    | 'waiting'
    | 'not-found'
    | 'reversed'
    | 'disputed'
    | 'dispute-won'
    | 'returned-by-hand'
    | 'refund-told'
    | 'refund-ordered'
    | 'refund-sent'
    | 'refund-again'
    | 'refund-stuck'
    | 'refund-retried'
    | 'refund-account-refused'
    | 'accepted';
  /** When the provider was asked about our refund: it is silent about a later call for it. */
  askedAt?: Date;
  /** Which return of money this is; absent where the provider only says that all of it went back. */
  back?: MoneyReturn;
  /** What was really taken, or went back; absent where the status says nothing about money. */
  amount?: number;
  /** What was taken, where `amount` went back and the provider says both: it may become known with the reversal. */
  takenAmount?: number;
  /** What we asked for, in the provider's books; differs from `amount` when fees were added. */
  requestedAmount?: number | null;
  currency?: string;
  /** `test` or `live`; null for cash. */
  domain?: string | null;
  transactionId?: string | null;
  paidAt?: Date | null;
  /** When it reached us; absent: as it is settled. */
  receivedAt?: Date;
  channel?: string | null;
  fees?: number | null;
  /** What the provider reports of a split, in pesewas; null when it reports none. */
  split?: { platform: number; host: number; subaccount: string | null } | null;
  /** The provider's own words: its status and reason. Never a person's data. */
  providerStatus?: string;
  message?: string | null;
}

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
