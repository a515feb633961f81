import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { ControlError } from '../core/errors.js';
import type { Dispute, Transaction } from '../core/model.js';
import { Store } from '../core/store.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { Payments } from './payments.js';
import { transactionData } from './transaction-data.js';

/** A merchant has two days to answer a dispute. */
const ANSWER_WITHIN_MS = 2 * 86_400_000;

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

  /** `merchant-accepted` gives the money back to the payer, `declined` leaves it where it is. */
  resolve(transaction: Transaction, resolution: 'merchant-accepted' | 'declined'): void {
    const dispute = this.open(transaction);
    transaction.dispute = { ...dispute, status: 'resolved', resolution };
    const amount = Math.min(dispute.refundAmount, this.store.balanceOf(transaction.reference));
    if (resolution === 'merchant-accepted' && amount > 0) {
      const all = amount === this.store.balanceOf(transaction.reference);
      this.payments.takeBack(transaction, 'disputed', amount, all ? 'reversed' : transaction.status);
    } else {
      this.store.saveTransaction(transaction);
    }
    this.tell(transaction, 'charge.dispute.resolve', transaction.dispute);
  }

  private open(transaction: Transaction): Dispute {
    const { dispute, reference } = transaction;
    if (!dispute || dispute.status === 'resolved')
      throw new ControlError(409, `${reference} has no open dispute`);
    return dispute;
  }

  private tell(transaction: Transaction, event: string, dispute: Dispute): void {
    const data = transactionData(transaction, 'webhook');
    this.webhooks.send({
      event,
      reference: transaction.reference,
      data: {
        id: dispute.id,
        refund_amount: dispute.refundAmount,
        currency: transaction.paidCurrency,
        status: dispute.status,
        resolution: dispute.resolution,
        domain: data.domain,
        transaction: data,
        transaction_reference: null,
        category: 'chargeback',
        customer: data.customer,
        bin: null,
        last4: null,
        dueAt: dispute.dueAt,
        resolvedAt: dispute.status === 'resolved' ? this.clock.text() : null,
        evidence: null,
        attachments: null,
        note: null,
        history: [{ status: dispute.status, by: 'bank', createdAt: dispute.createdAt }],
        messages: [{ sender: 'bank', body: 'Customer complained', createdAt: dispute.createdAt }],
        created_at: dispute.createdAt,
        updated_at: this.clock.text(),
      },
    });
  }
}
