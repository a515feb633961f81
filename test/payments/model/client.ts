import { type PaystackClient, ProviderError, type Provider } from '@abato/paystack';
import { isRefundOf, parseDispute, parseRefundData, parseTransaction } from '@abato/testing/paystack';
import type { ModelProvider, ModelRefund, ProviderTransaction } from './provider.js';

/** Calls that the worker makes for money that goes back. */
export const ENDPOINTS = [
  'refund',
  'list-refunds',
  'fetch-refund',
  'verify',
  'list',
  'list-disputes',
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];
type Refunds = Pick<PaystackClient['refunds'], 'send' | 'list' | 'fetch' | 'since'>;
type Calls = Pick<PaystackClient, 'verify' | 'list'> & {
  refunds: Refunds;
  disputes: Pick<PaystackClient['disputes'], 'since'>;
};

/** How the next request for a refund ends. `raced`: a person at the provider was faster. */
export type RefundAnswer = 'ok' | 'lost' | 'down' | 'raced';

/** The product's client of the provider, with the invented provider behind it. */
export class ModelClient implements Calls {
  refundAnswer: RefundAnswer = 'ok';
  /** Endpoints whose next call is answered with a 429. */
  readonly limited = new Set<Endpoint>();
  readonly refunds: Refunds = {
    send: (request) => this.sendRefund(request),
    list: (transactions) => this.listRefunds(transactions),
    fetch: (id) => this.fetchRefund(id),
    since: () => this.refundsSince(),
  };
  readonly disputes: Calls['disputes'] = { since: () => this.disputesSince() };

  /** @param compares whether refunds of other transactions are left out, as the real client does */
  constructor(
    private readonly provider: ModelProvider,
    private readonly compares = true,
  ) {}

  private async sendRefund(request: Parameters<Refunds['send']>[0]): Promise<Provider.Refund> {
    this.pass('refund');
    const transaction = this.byId(request.transaction);
    const answer = this.refundAnswer;
    if (answer === 'down') throw new ProviderError('unreachable', 'down');
    if (answer === 'raced') {
      this.refundAnswer = 'ok';
      this.provider.refundByHand(transaction.reference, 60);
      this.provider.processRefunds(transaction.reference);
    }
    const refund = this.provider.refund(transaction.reference, request.amount, request.note);
    if (!refund) throw new ProviderError('rejected', 'Refund amount cannot be more than what is left');
    if (answer === 'lost') throw new ProviderError('unknown', 'lost');
    return Promise.resolve(this.parsed(transaction, refund));
  }

  private async listRefunds(transactions: readonly string[]): Promise<Map<string, Provider.Refund[]>> {
    this.pass('list-refunds');
    const all = this.allRefunds();
    const of = (transaction: string) =>
      this.compares ? all.filter((refund) => isRefundOf(refund, transaction)) : all;
    return Promise.resolve(new Map(transactions.map((transaction) => [transaction, of(transaction)])));
  }

  private async fetchRefund(id: string): Promise<Provider.Refund> {
    this.pass('fetch-refund');
    const refund = this.allRefunds().find((one) => one.id === id);
    if (!refund) throw new ProviderError('not-found', 'no such refund');
    return Promise.resolve(refund);
  }

  async verify(reference: string): ReturnType<Calls['verify']> {
    this.pass('verify');
    const data = this.provider.data(reference);
    if (!data) throw new ProviderError('not-found', 'no such reference');
    return Promise.resolve(parseTransaction(data));
  }

  async list({ status }: Parameters<Calls['list']>[0]): ReturnType<Calls['list']> {
    this.pass('list');
    const some = this.all().filter((one) => one.status === status);
    const items = some.map(({ reference }) => parseTransaction(this.provider.data(reference)));
    return Promise.resolve({ items, next: null });
  }

  private async refundsSince(): ReturnType<Refunds['since']> {
    this.pass('list-refunds');
    return Promise.resolve({ items: this.allRefunds(), next: null });
  }

  private async disputesSince(): ReturnType<Calls['disputes']['since']> {
    this.pass('list-disputes');
    const items = this.all().flatMap((transaction) =>
      transaction.disputes.map((dispute) => parseDispute(this.provider.disputeData(transaction, dispute))),
    );
    return Promise.resolve({ items, next: null });
  }

  private pass(endpoint: Endpoint): void {
    if (this.limited.delete(endpoint))
      throw new ProviderError('rate-limited', 'Rate limit exceeded!', { retryAfter: 60 });
  }

  private all(): ProviderTransaction[] {
    return [...this.provider.transactions.values()];
  }

  private allRefunds(): Provider.Refund[] {
    return this.all().flatMap((transaction) =>
      transaction.refunds.map((refund) => this.parsed(transaction, refund)),
    );
  }

  private parsed(transaction: ProviderTransaction, refund: ModelRefund): Provider.Refund {
    return parseRefundData(this.provider.refundData(transaction, refund));
  }

  private byId(id: string): ProviderTransaction {
    const found = this.all().find((one) => String(one.id) === id || one.reference === id);
    if (!found) throw new ProviderError('not-found', 'no such transaction');
    return found;
  }
}
