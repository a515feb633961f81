import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import type { JournalEntry } from '../core/journal.js';
import { Log } from '../core/log.js';
import type { Channel, Step, Transaction } from '../core/model.js';
import { answerFrom, type ScriptStep } from '../core/script.js';
import { Store } from '../core/store.js';
import { Timers } from '../core/timers.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { feeOf, transactionData } from './transaction-data.js';

export type Outcome = 'success' | 'failed' | 'abandoned';

export interface Decision {
  channel?: Channel;
  card?: string;
  /** Why it failed, in the words of the bank or network. */
  reason?: string;
  /** Reported payment time, ISO 8601; now when absent. */
  paidAt?: string;
}

const LATE_WEBHOOK_MS = 15_000;
const DUPLICATE_WEBHOOKS = 3;

/** Money was taken: nothing but a refund, reversal or dispute follows. */
export function moneyTaken(transaction: Transaction): boolean {
  return transaction.paidAmount !== null;
}

/** The one place where a payment gets its end: by the page, the phone, a control call or a scripted step. */
@Injectable()
export class Payments implements OnApplicationBootstrap {
  constructor(
    private readonly store: Store,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly webhooks: WebhookSender,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    for (const transaction of this.store.transactions.values()) this.armSteps(transaction);
  }

  /**
   * Decide a payment. A failed or abandoned one may still succeed (payers try again); a paid one stays paid.
   * @returns whether anything changed; resolved after the webhook was answered when the script wants it before the redirect
   */
  async decide(transaction: Transaction, outcome: Outcome, decision: Decision = {}): Promise<boolean> {
    if (moneyTaken(transaction)) return false;
    transaction.steps = [];
    this.timers.cancel(timerOf(transaction));
    if (decision.channel) transaction.channel = decision.channel;
    if (decision.card) transaction.card = decision.card;
    transaction.steps = plan(transaction.script.afterwards ?? [], this.clock.now());
    const webhookIds = this.enter(transaction, { status: outcome, at: this.clock.now(), ...decision });
    this.armSteps(transaction);
    if (transaction.script.webhook === 'before-redirect') {
      await Promise.all(webhookIds.map((id) => this.webhooks.deliverNow(id)));
    }
    return true;
  }

  /** Replace what is going to happen by itself. The caller has changed the transaction; it is saved here. */
  schedule(transaction: Transaction, steps: Step[]): void {
    this.timers.cancel(timerOf(transaction));
    transaction.steps = steps;
    this.store.saveTransaction(transaction);
    this.armSteps(transaction);
  }

  /** Make the scripted steps of a payment happen in their time. */
  armSteps(transaction: Transaction): void {
    const next = transaction.steps[0];
    if (!next) return;
    this.timers.set(timerOf(transaction), next.at, () => {
      transaction.steps = transaction.steps.slice(1);
      this.enter(transaction, next);
      this.armSteps(transaction);
    });
  }

  /** Take money back without a refund call: the network reversed it, or a dispute was lost. */
  takeBack(transaction: Transaction, kind: 'reversed' | 'disputed', amount: number, status: string): void {
    transaction.status = status;
    this.store.save(
      { kind: 'transaction', value: transaction },
      { kind: 'ledger', value: this.movement(transaction, kind, amount) },
    );
  }

  private enter(transaction: Transaction, step: Step): number[] {
    this.log.info('payment decided', { reference: transaction.reference, status: step.status });
    const entries: JournalEntry[] = [{ kind: 'transaction', value: transaction }];
    if (step.status === 'success' && !moneyTaken(transaction)) {
      this.take(transaction, step);
      entries.push({
        kind: 'ledger',
        value: this.movement(transaction, 'paid', transaction.paidAmount ?? 0),
      });
      this.store.save(...entries);
      return this.announce(transaction);
    }
    if (step.status === 'reversed' && moneyTaken(transaction)) {
      const left = this.store.balanceOf(transaction.reference);
      if (left > 0) entries.push({ kind: 'ledger', value: this.movement(transaction, 'reversed', left) });
    }
    transaction.status = step.status;
    if (step.status === 'failed') {
      transaction.decisions += 1;
      transaction.gatewayResponse = step.reason ?? transaction.script.reason ?? 'Declined';
      transaction.message = transaction.gatewayResponse;
      if (transaction.prompt && step.reason === PROMPT_TIMEOUT) transaction.prompt.state = 'timeout';
    } else if (step.status === 'abandoned') {
      transaction.decisions += 1;
      transaction.gatewayResponse = 'The transaction was not completed';
    }
    this.store.save(...entries);
    return [];
  }

  private take(transaction: Transaction, step: Step): void {
    const { script } = transaction;
    const asked = transaction.requestedAmount;
    const fee = feeOf(asked);
    transaction.status = 'success';
    transaction.decisions += 1;
    transaction.paidAmount = script.amount ?? (script.feesToCustomer ? asked + fee : asked);
    transaction.paidCurrency = script.currency ?? transaction.currency;
    transaction.paidAt = new Date(step.paidAt ?? script.paidAt ?? this.clock.now()).toISOString();
    transaction.fees = fee;
    const onPhone = transaction.channel === 'mobile_money';
    transaction.gatewayResponse = onPhone ? 'Approved' : 'Successful';
    transaction.message = onPhone ? 'madePayment' : null;
  }

  /** The provider tells about success only; failure is learned by asking. */
  private announce(transaction: Transaction): number[] {
    const { script, reference } = transaction;
    if (script.webhook === 'never') return [];
    const late = script.webhook === 'late' ? LATE_WEBHOOK_MS : 0;
    const data = transactionData(
      transaction,
      'webhook',
      script.webhookAs === undefined ? {} : answerFrom(script.webhookAs),
    );
    return this.webhooks.send({
      event: 'charge.success',
      reference,
      data,
      delayMs: script.webhookDelayMs ?? late,
      copies: script.webhookCopies ?? (script.webhook === 'duplicate' ? DUPLICATE_WEBHOOKS : 1),
      forged: script.webhook === 'forged',
    });
  }

  private movement(
    transaction: Transaction,
    kind: 'paid' | 'reversed' | 'disputed',
    amount: number,
  ): { at: string; reference: string; kind: typeof kind; amount: number; currency: string } {
    const { reference, paidCurrency } = transaction;
    return { at: this.clock.text(), reference, kind, amount, currency: paidCurrency };
  }
}

/** Reason of a payment that was not approved on the phone in time. */
export const PROMPT_TIMEOUT = 'Payment request timed out: the customer did not approve it';

/** Scripted steps with their times. @param from epoch milliseconds the first wait counts from */
export function plan(steps: ScriptStep[], from: number): Step[] {
  let at = from;
  return steps.map(({ afterMs, ...step }) => {
    at += afterMs;
    return { ...step, at };
  });
}

function timerOf(transaction: Transaction): string {
  return `steps:${transaction.reference}`;
}
