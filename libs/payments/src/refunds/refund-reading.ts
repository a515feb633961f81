import type { Clock } from '@abato/platform';
import type { ProviderRefund } from '../paystack/parse-refund.js';
import type { PaystackClient } from '../paystack/paystack-client.js';

/** A reading is repeated when it is older: refunds may be made at the provider meanwhile. */
const VALID_MS = 30_000;

/** A payment whose refunds at the provider are to be known. */
export interface RefundsOf {
  transaction: string;
  begunAt: Date;
}

/**
 * The provider's refunds of all payments that are due, read once for all of them: its list has no filter by transaction, so that reading it
 * for each would cost the square of their number.
 */
export class RefundReading {
  private last: { askedAt: Date; refunds: Promise<ReadonlyMap<string, ProviderRefund[]>> } | null = null;

  constructor(
    private readonly client: Pick<PaystackClient, 'refunds'>,
    private readonly clock: Clock,
    private readonly due: readonly RefundsOf[],
  ) {}

  /** @returns the refunds of one of these payments, and when the provider was asked @throws ProviderError, for all while a reading has failed */
  async of({
    transaction,
  }: Pick<RefundsOf, 'transaction'>): Promise<{ refunds: ProviderRefund[]; askedAt: Date }> {
    if (!this.due.some((one) => one.transaction === transaction))
      throw new Error('a payment that is not due');
    const now = this.clock.now();
    if (!this.last || +now - +this.last.askedAt > VALID_MS) {
      const begunAt = new Date(Math.min(...this.due.map((one) => +one.begunAt)));
      const transactions = this.due.map((one) => one.transaction);
      this.last = { askedAt: now, refunds: this.client.refunds.list(transactions, begunAt) };
    }
    const { askedAt, refunds } = this.last;
    return { refunds: (await refunds).get(transaction) ?? [], askedAt };
  }
}
