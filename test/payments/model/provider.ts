/** One transaction in the invented provider's books; money in pesewas. */
export interface ProviderTransaction {
  reference: string;
  id: number;
  asked: number;
  status: 'abandoned' | 'ongoing' | 'failed' | 'success' | 'reversed';
  paid: number;
  currency: string;
  paidAt: Date | null;
  givenBack: number;
  refunds: { id: number; amount: number; status: 'pending' | 'processed' }[];
}

let lastId = 5_000_000_000;

/** The other side of the money: what payers really paid and got back, whatever the product believes. */
export class ModelProvider {
  readonly transactions = new Map<string, ProviderTransaction>();

  accept(reference: string, asked: number): void {
    this.transactions.set(reference, {
      reference,
      id: ++lastId,
      asked,
      status: 'abandoned',
      paid: 0,
      currency: 'GHS',
      paidAt: null,
      givenBack: 0,
      refunds: [],
    });
  }

  /** @param lie an amount or a currency other than what was asked */
  pay(reference: string, now: Date, lie: { amount?: number; currency?: string } = {}): void {
    const transaction = this.find(reference);
    if (transaction.paidAt) return;
    transaction.status = 'success';
    transaction.paid = lie.amount ?? transaction.asked;
    transaction.currency = lie.currency ?? 'GHS';
    transaction.paidAt = now;
  }

  decline(reference: string): void {
    const transaction = this.find(reference);
    if (!transaction.paidAt) transaction.status = 'failed';
  }

  /** The network takes it back without asking. */
  reverse(reference: string): void {
    const transaction = this.find(reference);
    if (!transaction.paidAt || transaction.refunds.length) return;
    transaction.givenBack = transaction.paid;
    transaction.status = 'reversed';
  }

  /** No idempotency key: a caller who asks twice pays twice, unless the money is gone. @returns null when it is: refused */
  refund(reference: string, amount: number): { id: number } | null {
    const transaction = this.find(reference);
    if (transaction.givenBack >= transaction.paid) return null;
    const refund = { id: ++lastId, amount, status: 'pending' as const };
    transaction.refunds.push(refund);
    return refund;
  }

  processRefunds(reference: string): void {
    const transaction = this.find(reference);
    for (const refund of transaction.refunds) {
      if (refund.status === 'processed') continue;
      refund.status = 'processed';
      transaction.givenBack += refund.amount;
      transaction.status = 'reversed';
    }
  }

  /** As verify, list and webhooks show it. */
  data(reference: string): Record<string, unknown> | null {
    const transaction = this.transactions.get(reference);
    if (!transaction) return null;
    return {
      id: transaction.id,
      domain: 'test',
      reference,
      status: transaction.status,
      amount: transaction.paidAt ? transaction.paid : transaction.asked,
      requested_amount: transaction.asked,
      currency: transaction.currency,
      paid_at: transaction.paidAt?.toISOString() ?? null,
      channel: 'mobile_money',
      fees: 1,
      metadata: 0,
    };
  }

  find(reference: string): ProviderTransaction {
    const transaction = this.transactions.get(reference);
    if (!transaction) throw new Error(`the provider knows no ${reference}`);
    return transaction;
  }
}
