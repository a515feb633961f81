/** One refund at the invented provider, whoever asked for it. */
export interface ModelRefund {
  id: number;
  amount: number;
  status: 'pending' | 'processed' | 'failed';
  note: string;
}

export interface ModelDispute {
  id: number;
  amount: number;
  resolution: 'merchant-accepted' | 'declined' | null;
}

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
  /** What a bank took back once more. */
  lost: number;
  /** Some of it went back without a refund or dispute: nothing tells such a return from another. */
  isUnnamed: boolean;
  refunds: ModelRefund[];
  disputes: ModelDispute[];
  /** As the merchant asked for it; null: the main account gets everything. */
  split: ModelSplit | null;
}

export interface ModelSplit {
  subaccount: string;
  transactionCharge: number;
  bearer: 'account' | 'subaccount';
}

/** The invented provider's fee of every payment. */
export const MODEL_FEE = 1;

let lastId = 5_000_000_000;

/** The other side of the money: what payers really paid and got back, whatever the product believes. */
export class ModelProvider {
  readonly transactions = new Map<string, ProviderTransaction>();

  accept(reference: string, asked: number, split: ModelSplit | null = null): void {
    this.transactions.set(reference, {
      reference,
      id: ++lastId,
      asked,
      status: 'abandoned',
      paid: 0,
      currency: 'GHS',
      paidAt: null,
      givenBack: 0,
      lost: 0,
      isUnnamed: false,
      refunds: [],
      disputes: [],
      split,
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

  /** The network takes back what is left, without asking; nothing is told. */
  reverse(reference: string): void {
    const transaction = this.find(reference);
    if (!transaction.paidAt || this.free(reference) !== transaction.paid - transaction.givenBack) return;
    transaction.isUnnamed = true;
    this.giveBack(transaction, transaction.paid - transaction.givenBack);
  }

  /**
   * Ask for a refund. No idempotency key, and refunds under way are not looked at: a caller who asks twice pays twice, unless the money is
   * gone. @returns null when it is: refused
   */
  refund(reference: string, amount: number, note: string): ModelRefund | null {
    const transaction = this.find(reference);
    if (!transaction.paidAt || amount > transaction.paid - transaction.givenBack) return null;
    const refund: ModelRefund = { id: ++lastId, amount, status: 'pending', note };
    transaction.refunds.push(refund);
    return refund;
  }

  /** A person at the provider gives a part of what is left back: never more than that. */
  refundByHand(reference: string, percent: number): void {
    const amount = Math.floor((this.free(reference) * percent) / 100);
    if (amount > 0) this.refund(reference, amount, 'asked for by telephone');
  }

  processRefunds(reference: string, fails = false): void {
    const transaction = this.find(reference);
    for (const refund of transaction.refunds) {
      if (refund.status !== 'pending') continue;
      refund.status = fails ? 'failed' : 'processed';
      if (!fails) this.giveBack(transaction, refund.amount);
    }
  }

  dispute(reference: string, percent: number): void {
    const amount = Math.floor((this.free(reference) * percent) / 100);
    const { disputes, status } = this.find(reference);
    if (amount > 0 && status === 'success' && disputes.every(({ resolution }) => resolution))
      disputes.push({ id: ++lastId, amount, resolution: null });
  }

  resolve(reference: string, resolution: 'merchant-accepted' | 'declined'): void {
    const transaction = this.find(reference);
    for (const dispute of transaction.disputes) {
      if (dispute.resolution) continue;
      dispute.resolution = resolution;
      dispute.amount = Math.min(dispute.amount, Math.max(1, this.free(reference)));
      if (this.free(reference) === 0) dispute.resolution = 'declined';
      else if (resolution === 'merchant-accepted') this.giveBack(transaction, dispute.amount);
    }
  }

  /** A bank takes back once more what the payer has back already. */
  chargeBackAgain(reference: string, percent: number): void {
    const transaction = this.find(reference);
    const amount = Math.floor((transaction.paid * percent) / 100);
    const isBack = transaction.paidAt !== null && transaction.givenBack >= transaction.paid;
    if (!isBack || transaction.isUnnamed || amount < 1) return;
    transaction.disputes.push({ id: ++lastId, amount, resolution: 'merchant-accepted' });
    transaction.lost += amount;
  }

  /** What is left and not promised to the payer by a refund under way. */
  private free(reference: string): number {
    const { paid, givenBack, refunds } = this.find(reference);
    const promised = refunds.filter(({ status }) => status === 'pending');
    return paid - givenBack - promised.reduce((sum, { amount }) => sum + amount, 0);
  }

  private giveBack(transaction: ProviderTransaction, amount: number): void {
    transaction.givenBack += amount;
    if (transaction.givenBack >= transaction.paid) transaction.status = 'reversed';
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
      fees: MODEL_FEE,
      fees_split: splitOf(transaction),
      subaccount: transaction.split ? { subaccount_code: transaction.split.subaccount } : {},
      metadata: 0,
    };
  }

  /** As lists of refunds show it. */
  refundData(transaction: ProviderTransaction, refund: ModelRefund): Record<string, unknown> {
    const { id, amount, status, note } = refund;
    const { currency } = transaction;
    return { id, transaction: transaction.id, dispute: null, currency, amount, status, merchant_note: note };
  }

  /** As webhooks and lists of disputes show it. */
  disputeData(transaction: ProviderTransaction, dispute: ModelDispute): Record<string, unknown> {
    return {
      id: dispute.id,
      refund_amount: dispute.amount,
      currency: transaction.currency,
      status: dispute.resolution ? 'resolved' : 'awaiting-merchant-feedback',
      resolution: dispute.resolution,
      transaction: this.data(transaction.reference),
    };
  }

  find(reference: string): ProviderTransaction {
    const transaction = this.transactions.get(reference);
    if (!transaction) throw new Error(`the provider knows no ${reference}`);
    return transaction;
  }
}

/** What the two accounts get of a payment. */
function splitOf({ split, paid, paidAt }: ProviderTransaction): object | null {
  if (!split || !paidAt) return null;
  const isMain = split.bearer === 'account';
  return {
    paystack: MODEL_FEE,
    integration: split.transactionCharge - (isMain ? MODEL_FEE : 0),
    subaccount: paid - split.transactionCharge - (isMain ? 0 : MODEL_FEE),
  };
}
