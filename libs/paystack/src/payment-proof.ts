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
