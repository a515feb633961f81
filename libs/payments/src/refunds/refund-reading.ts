import type { Clock } from '@abato/platform';
import type { ProviderRefund, PaystackClient } from '@abato/paystack';

/**
 * A reading is repeated when it ended longer ago than this, and than it took: refunds may be made at the provider meanwhile. However long the list,
 * at most half of the time goes into reading it.
 */
const VALID_MS = 30_000;

interface Reading {
  askedAt: Date;
  refunds: Promise<ReadonlyMap<string, ProviderRefund[]>>;
  /** Epoch milliseconds; not while it is under way. */
  validUntil: number;
}

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
  private last: Reading | null = null;

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
    if (!this.last || +this.clock.now() > this.last.validUntil) this.last = this.read();
    const { askedAt, refunds } = this.last;
    return { refunds: (await refunds).get(transaction) ?? [], askedAt };
  }

  private read(): Reading {
    const askedAt = this.clock.now();
    const begunAt = new Date(Math.min(...this.due.map((one) => +one.begunAt)));
    const transactions = this.due.map((one) => one.transaction);
    const refunds = this.client.refunds.list(transactions, begunAt);
    const reading = { askedAt, refunds, validUntil: Infinity };
    const ended = (): void => {
      const now = +this.clock.now();
      reading.validUntil = now + Math.max(VALID_MS, now - +askedAt);
    };
    refunds.then(ended, ended);
    return reading;
  }
}
