import { ProviderError } from './errors.js';
import {
  FIRST_PAGE,
  type ListPage,
  type ListPosition,
  nextPosition,
  pageQuery,
  type ReturnsQuery,
  returnsSince,
} from './paging.js';
import { bigId, object, text, wholeAmount } from './read.js';
import type { PaystackTransport } from './transport.js';

export const REFUND_STATUSES = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export interface ProviderRefund {
  id: string | null;
  /** Unknown words mean that it is under way. */
  status: RefundStatus;
  amount: number | null;
  currency: string | null;
  /** The transaction it belongs to: the provider's id, and our reference where the provider gives it. */
  transactionId: string | null;
  transactionReference: string | null;
  /** What was noted for the merchant when it was asked for. */
  note: string | null;
  /** The dispute that it ends: both are one return of money. */
  disputeId: string | null;
}

/**
 * A refund as the answers to `POST /refund`, `GET /refund` and `GET /refund/:id` show it. Never throws.
 * The transaction is an object in the first and an id in the others.
 */
export function parseRefundData(data: unknown): ProviderRefund {
  const fields = object(data);
  const status = text(fields.status);
  const transaction = object(fields.transaction);
  return {
    id: bigId(fields.id),
    status: REFUND_STATUSES.find((known) => known === status) ?? 'processing',
    amount: wholeAmount(fields.amount),
    currency: text(fields.currency),
    transactionId: bigId(fields.transaction) ?? bigId(transaction.id),
    transactionReference: text(fields.transaction_reference) ?? text(transaction.reference),
    note: text(fields.merchant_note),
    disputeId: bigId(fields.dispute) ?? bigId(object(fields.dispute).id),
  };
}

/** Whether a refund is one of this transaction, named by the provider's id or our reference. */
export function isRefundOf(refund: ProviderRefund, transaction: string): boolean {
  return refund.transactionId === transaction || refund.transactionReference === transaction;
}

const REFUND_TIMEOUT_MS = 15_000;
const READ_TIMEOUT_MS = 8_000;
/** The provider's clock may be behind ours. */
const CLOCK_SLACK_MS = 10 * 60_000;
/** More refunds in the span searched than these pages hold: the list cannot say that one is missing. */
const MOST_PAGES = 200;

interface RefundRequest {
  /** The provider's id of the transaction, or our reference. */
  transaction: string;
  /** Whole pesewas. */
  amount: number;
  currency: string;
  note: string;
}

/** Where a payer's money goes when the way it came is closed. */
export interface RefundAccount {
  currency: string;
  accountNumber: string;
  /** The provider's id of the bank or wallet. */
  bankId: string;
}

/** The provider's routes for refunds (`/refund`). Every method throws ProviderError. */
export class RefundCalls {
  constructor(private readonly transport: PaystackTransport) {}

  /** Ask for money to go back. There is no idempotency key: after an unknown end look with `list` before asking again. */
  async send({ transaction, amount, currency, note }: RefundRequest): Promise<ProviderRefund> {
    const answer = await this.transport.call({
      name: 'refund',
      purpose: 'refunds',
      method: 'POST',
      path: '/refund',
      timeoutMs: REFUND_TIMEOUT_MS,
      body: { transaction, amount, currency, merchant_note: note },
    });
    return parseRefundData(answer.data);
  }

  /**
   * All refunds of some transactions, and of no other. The provider documents no filter by transaction, only by date: every refund is compared, and
   * one reading serves as many transactions as are asked for.
   * @param transactions the provider's ids or our references
   * @param begunAt when the oldest payment was begun: no refund of them is older
   * @returns refunds by what was asked for; nothing for a transaction without one
   * @throws ProviderError also when the list is too long to be read to its end
   */
  async list(transactions: readonly string[], begunAt: Date): Promise<Map<string, ProviderRefund[]>> {
    const asked = new Set(transactions);
    const found = new Map<string, ProviderRefund[]>();
    const take = (refund: ProviderRefund): void => {
      for (const name of new Set([refund.transactionId, refund.transactionReference]))
        if (name !== null && asked.has(name)) found.set(name, [...(found.get(name) ?? []), refund]);
    };
    const from = new Date(begunAt.getTime() - CLOCK_SLACK_MS).toISOString();
    let at: ListPosition | null = FIRST_PAGE;
    for (let read = 0; at && read < MOST_PAGES; read++) {
      const query = new URLSearchParams({ from, ...pageQuery(at) });
      if (transactions.length === 1) query.set('transaction', transactions[0] ?? '');
      const answer = await this.transport.call({
        name: 'list-refunds',
        purpose: 'refunds',
        method: 'GET',
        path: `/refund?${query}`,
        timeoutMs: READ_TIMEOUT_MS,
      });
      if (!Array.isArray(answer.data)) throw new ProviderError('unknown', 'the list is no list');
      answer.data.map(parseRefundData).forEach(take);
      at = nextPosition(answer.meta, at, answer.data.length);
    }
    if (at) throw new ProviderError('unknown', `the list of refunds has more than ${MOST_PAGES} pages`);
    return found;
  }

  /** One page of all refunds asked for since, newest first, also those asked for elsewhere. */
  async since(query: ReturnsQuery): Promise<ListPage<ProviderRefund>> {
    const { items, next } = await returnsSince(this.transport, 'list-refunds', query);
    return { items: items.map(parseRefundData), next };
  }

  /** @param transaction whose refund it must be: the provider's id or our reference. @throws ProviderError 'unknown' for another refund */
  async fetch(id: string, transaction?: string): Promise<ProviderRefund> {
    const answer = await this.transport.call({
      name: 'fetch-refund',
      purpose: 'refunds',
      method: 'GET',
      path: `/refund/${encodeURIComponent(id)}`,
      timeoutMs: READ_TIMEOUT_MS,
    });
    const refund = parseRefundData(answer.data);
    if (transaction !== undefined && (refund.id !== id || !isRefundOf(refund, transaction)))
      throw new ProviderError('unknown', 'the answer is about another refund');
    return refund;
  }

  /**
   * Give the provider an account of the payer, for a refund that needs attention.
   * @throws ProviderError 'rejected' for a refund in any other state
   */
  async retry(id: string, { currency, accountNumber, bankId }: RefundAccount): Promise<ProviderRefund> {
    const answer = await this.transport.call({
      name: 'retry-refund',
      purpose: 'refunds',
      method: 'POST',
      path: `/refund/retry_with_customer_details/${encodeURIComponent(id)}`,
      timeoutMs: REFUND_TIMEOUT_MS,
      body: { refund_account_details: { currency, account_number: accountNumber, bank_id: bankId } },
    });
    return parseRefundData(answer.data);
  }
}
