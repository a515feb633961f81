import type { CallPurpose } from './call-budget.js';
import { ProviderError } from './errors.js';
import { FIRST_PAGE, type ListPage, type ListPosition } from './paging.js';
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

/** A reading of all refunds, which no payer waits for. */
const FOR_BOOKS = { purpose: 'books', timeoutMs: 20_000 } as const;
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
    const answer = await this.transport.call('refund', '/refund', {
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
    const from = new Date(begunAt.getTime() - CLOCK_SLACK_MS);
    let at: ListPosition | null = FIRST_PAGE;
    for (let read = 0; at && read < MOST_PAGES; read++) {
      const query = { from, at, transaction: transactions.length === 1 ? transactions[0] : undefined };
      const page: ListPage<ProviderRefund> = await this.since(query, {});
      page.items.forEach(take);
      at = page.next;
    }
    if (at) throw new ProviderError('unknown', `the list of refunds has more than ${MOST_PAGES} pages`);
    return found;
  }

  /** One page of all refunds asked for since, newest first, also those asked for elsewhere. */
  since(
    query: { from: Date; at?: ListPosition; transaction?: string },
    options: { purpose?: CallPurpose; timeoutMs?: number } = FOR_BOOKS,
  ): Promise<ListPage<ProviderRefund>> {
    return this.transport.page('list-refunds', '/refund', query, parseRefundData, options);
  }

  /** @param transaction whose refund it must be: the provider's id or our reference. @throws ProviderError 'unknown' for another refund */
  async fetch(id: string, transaction?: string): Promise<ProviderRefund> {
    const answer = await this.transport.call('fetch-refund', `/refund/${encodeURIComponent(id)}`);
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
    const answer = await this.transport.call(
      'retry-refund',
      `/refund/retry_with_customer_details/${encodeURIComponent(id)}`,
      { body: { refund_account_details: { currency, account_number: accountNumber, bank_id: bankId } } },
    );
    return parseRefundData(answer.data);
  }
}
