import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock } from '../core/clock.js';
import { ProviderError } from '../core/errors.js';
import type { JournalEntry } from '../core/journal.js';
import { Log } from '../core/log.js';
import type { Refund, RefundStatus, Transaction } from '../core/model.js';
import { Store } from '../core/store.js';
import { Timers } from '../core/timers.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { failAfter, failBefore } from './new-transaction.js';
import { moneyTaken } from './payments.js';
import { refundWebhookData } from './refund-data.js';
import { TEST_CARDS } from './test-numbers.js';
import { customerOf } from './transaction-data.js';

/** The provider takes days; a test does not. Milliseconds between one state and the next. */
const STEP_MS = 1_000;

export interface RefundRequest {
  /** Subunits; everything that is left when null. */
  amount: number | null;
  customerNote: string | null;
  merchantNote: string | null;
}

/** Refunds: queued, then pending → processing → processed, failed or needs-attention. */
@Injectable()
export class Refunds implements OnApplicationBootstrap {
  constructor(
    private readonly store: Store,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly webhooks: WebhookSender,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    for (const refund of this.store.refunds.values()) this.arm(refund);
  }

  /**
   * Queue a refund. There is no idempotency key: asking twice may pay back twice.
   * @throws ProviderError 400 when nothing, or not that much, can be given back; whatever the script wants instead
   */
  create(transaction: Transaction, request: RefundRequest): Refund {
    const { script } = transaction;
    const accept = script.refund === 'fails' || script.refund === 'needs-attention' ? 'ok' : script.refund;
    failBefore(accept, script.hangMs);
    const amount = this.allowed(transaction, request.amount);
    const now = this.clock.text();
    const refund: Refund = {
      id: this.store.nextId(),
      reference: `RF-${randomBytes(8).toString('hex')}`,
      transactionId: transaction.id,
      transactionReference: transaction.reference,
      amount,
      currency: transaction.paidCurrency,
      status: 'pending',
      customerNote: request.customerNote,
      merchantNote: request.merchantNote,
      createdAt: now,
      updatedAt: now,
      refundedAt: null,
      nextAt: this.nextAt(transaction),
    };
    if (amount >= this.store.balanceOf(transaction.reference)) transaction.status = 'reversal_pending';
    this.store.save({ kind: 'refund', value: refund }, { kind: 'transaction', value: transaction });
    this.log.info('refund queued', { id: refund.id, reference: transaction.reference, amount });
    this.tell(transaction, refund);
    this.arm(refund);
    failAfter(accept, script.hangMs);
    return refund;
  }

  /** The merchant gave the payer's account for a refund that needed attention. @throws ProviderError 422 for any other, 400 by the script */
  retry(refund: Refund, account: Record<string, unknown>): void {
    if (refund.status !== 'needs-attention') throw notRetried();
    const script = this.store.transactions.get(refund.transactionReference)?.script;
    const how = script?.refundAccount;
    if (how === 'refused') throw new ProviderError(400, 'The account cannot take money', 'invalid_params');
    const isGivenBefore = how === 'given-before';
    const accept = isGivenBefore ? 'ok' : how;
    failBefore(accept, script?.hangMs);
    if (!isGivenBefore) refund.account = account;
    this.enter(refund, 'processing', this.clock.now() + (script?.refundDelayMs ?? STEP_MS));
    // A person has given another account at the dashboard a moment ago.
    if (isGivenBefore) throw notRetried();
    failAfter(accept, script?.hangMs);
  }

  /** What may still be given back, in subunits. */
  private allowed(transaction: Transaction, asked: number | null): number {
    if (!moneyTaken(transaction)) {
      throw new ProviderError(
        400,
        'Transaction has not been paid and cannot be refunded',
        'invalid_transaction',
      );
    }
    const paid = transaction.paidAmount ?? 0;
    if (this.store.control.faults.repeatRefunds === 'accept') return Math.min(asked ?? paid, paid);
    const open = this.store
      .refundsOf(transaction)
      .filter(({ status }) => status !== 'processed' && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const left = this.store.balanceOf(transaction.reference) - open;
    if (left <= 0)
      throw new ProviderError(400, 'Transaction has been fully reversed', 'transaction_reversed');
    if (asked !== null && asked > left) {
      throw new ProviderError(
        400,
        'Refund amount cannot be more than the amount that is left',
        'invalid_amount',
      );
    }
    return asked ?? left;
  }

  private arm(refund: Refund): void {
    if (refund.nextAt !== null)
      this.timers.set(`refund:${refund.id}`, refund.nextAt, () => this.advance(refund));
  }

  private advance(refund: Refund): void {
    const transaction = this.store.transactions.get(refund.transactionReference);
    if (!transaction) return;
    if (refund.status === 'pending') this.enter(refund, 'processing', this.nextAt(transaction));
    else if (refund.status === 'processing') this.enter(refund, this.ending(transaction, refund), null);
  }

  /** The script decides, else the card; a refund retried with the payer's account goes through. */
  private ending(transaction: Transaction, refund: Refund): RefundStatus {
    if (refund.attended) return 'processed';
    const card =
      transaction.channel === 'card'
        ? TEST_CARDS.find(({ number }) => number === transaction.card)
        : undefined;
    const how = transaction.script.refund ?? card?.refund;
    if (how === 'fails') return 'failed';
    return how === 'needs-attention' ? 'needs-attention' : 'processed';
  }

  private enter(refund: Refund, status: RefundStatus, nextAt: number | null): void {
    const transaction = this.store.transactions.get(refund.transactionReference);
    if (!transaction) return;
    if (refund.status === 'needs-attention') refund.attended = true;
    const now = this.clock.text();
    Object.assign(refund, { status, nextAt, updatedAt: now });
    const entries: JournalEntry[] = [{ kind: 'refund', value: refund }];
    if (status === 'processed') {
      refund.refundedAt = now;
      const { transactionReference: reference, amount, currency } = refund;
      entries.push({ kind: 'ledger', value: { at: now, reference, kind: 'refunded', amount, currency } });
    }
    const left = this.store.balanceOf(transaction.reference) - (status === 'processed' ? refund.amount : 0);
    if (status === 'processed' && left <= 0) transaction.status = 'reversed';
    else if (status === 'failed' && transaction.status === 'reversal_pending') transaction.status = 'success';
    entries.push({ kind: 'transaction', value: transaction });
    this.store.save(...entries);
    this.log.info('refund moved', { id: refund.id, reference: transaction.reference, status });
    this.tell(transaction, refund);
    this.arm(refund);
  }

  private nextAt({ script }: Transaction): number {
    return this.clock.now() + (script.refundDelayMs ?? STEP_MS);
  }

  private tell(transaction: Transaction, refund: Refund): void {
    const { script, reference } = transaction;
    if (script.webhook === 'never') return;
    const data = refundWebhookData(refund, customerOf(transaction), script.refundAmountAs);
    this.webhooks.send({ event: `refund.${refund.status}`, reference, data });
  }
}

const notRetried = (): ProviderError =>
  new ProviderError(422, 'Invalid Refund state, refund status should be "needs-attention"', 'invalid_params');
