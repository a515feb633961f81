import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { ControlError } from '../core/errors.js';
import type { Dispute, DisputeResolution, Transaction } from '../core/model.js';
import { Store } from '../core/store.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { Payments } from './payments.js';
import { disputeData, type DisputedTransaction } from './dispute-data.js';
import { transactionData } from './transaction-data.js';

/** A merchant has two days to answer a dispute. */
const ANSWER_WITHIN_MS = 2 * 86_400_000;

/** What the merchant answers with. */
export interface DisputeAnswer {
  refundAmount?: number;
  message?: string;
  attachment?: string;
}

/** Chargebacks: opened by the payer's bank, told by webhooks, resolved for or against the merchant. */
@Injectable()
export class Disputes {
  constructor(
    private readonly store: Store,
    private readonly payments: Payments,
    private readonly webhooks: WebhookSender,
    private readonly clock: Clock,
  ) {}

  /** @param refundAmount disputed part in subunits; all that is left when absent */
  create(transaction: Transaction, refundAmount?: number): void {
    if (transaction.dispute && transaction.dispute.status !== 'resolved') {
      throw new ControlError(409, `${transaction.reference} is disputed already`);
    }
    const left = this.store.balanceOf(transaction.reference);
    const amount = refundAmount ?? left;
    if (amount < 1 || amount > left)
      throw new ControlError(409, `Only ${left} of ${transaction.reference} is left to dispute`);
    const now = this.clock.now();
    transaction.dispute = {
      id: this.store.nextId(),
      status: 'awaiting-merchant-feedback',
      resolution: null,
      refundAmount: amount,
      createdAt: new Date(now).toISOString(),
      dueAt: new Date(now + ANSWER_WITHIN_MS).toISOString(),
    };
    this.store.saveTransaction(transaction);
    this.tell(transaction, 'charge.dispute.create', transaction.dispute);
  }

  remind(transaction: Transaction): void {
    this.tell(transaction, 'charge.dispute.remind', this.open(transaction));
  }

  /** `merchant-accepted` and `auto-accepted` give the money back to the payer, `declined` leaves it where it is. */
  resolve(transaction: Transaction, resolution: DisputeResolution, answer: DisputeAnswer = {}): void {
    const dispute = this.open(transaction);
    const refundAmount = answer.refundAmount ?? dispute.refundAmount;
    const now = this.clock.text();
    const attachments = [...(dispute.attachments ?? []), ...(answer.attachment ? [answer.attachment] : [])];
    transaction.dispute = {
      ...dispute,
      ...{ status: 'resolved', resolution, refundAmount, message: answer.message },
      ...{ resolvedAt: now, updatedAt: now, attachments },
    };
    const amount = Math.min(refundAmount, this.store.balanceOf(transaction.reference));
    if (resolution !== 'declined' && amount > 0) {
      const all = amount === this.store.balanceOf(transaction.reference);
      this.payments.takeBack(transaction, 'disputed', amount, all ? 'reversed' : transaction.status);
    } else {
      this.store.saveTransaction(transaction);
    }
    this.tell(transaction, 'charge.dispute.resolve', transaction.dispute);
  }

  /** Every payment that was disputed, the newest dispute first. */
  all(): DisputedTransaction[] {
    const isDisputed = (transaction: Transaction): transaction is DisputedTransaction =>
      transaction.dispute !== null;
    const disputed = [...this.store.transactions.values()].filter(isDisputed);
    return disputed.sort((a, b) => b.dispute.id - a.dispute.id);
  }

  /** Change an open dispute without a webhook. */
  change(transaction: Transaction, change: Partial<Dispute>): void {
    transaction.dispute = { ...this.open(transaction), ...change, updatedAt: this.clock.text() };
    this.store.saveTransaction(transaction);
  }

  private open(transaction: Transaction): Dispute {
    const { dispute, reference } = transaction;
    if (!dispute || dispute.status === 'resolved')
      throw new ControlError(409, `${reference} has no open dispute`);
    return dispute;
  }

  private tell(transaction: Transaction, event: string, dispute: Dispute): void {
    const { createdAt, updatedAt, ...rest } = disputeData({ ...transaction, dispute });
    this.webhooks.send({
      event,
      reference: transaction.reference,
      data: {
        ...rest,
        transaction: transactionData(transaction, 'webhook'),
        created_at: createdAt,
        updated_at: updatedAt,
      },
    });
  }
}
