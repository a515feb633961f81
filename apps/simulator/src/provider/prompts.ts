import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import type { Prompt, Step, Transaction } from '../core/model.js';
import { Payments, PROMPT_TIMEOUT } from './payments.js';

/** A payer has three minutes to approve on the phone. Source: the provider's charge documentation. */
const APPROVE_WITHIN_MS = 180_000;

/** How a prompt ends without a decision on the page. */
export interface Ending {
  outcome: 'success' | 'failed';
  afterMs: number;
  reason?: string;
}

/** Prompts on phones: opened, withdrawn, and ended by the payer, a test number or the clock. */
@Injectable()
export class Prompts {
  constructor(
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /**
   * Show a prompt; the payment waits for it. Scripted steps that are still to come are kept.
   * @param ending what a test number does by itself; without it, or when it comes too late, the prompt times out
   */
  open(transaction: Transaction, prompt: Prompt, ending?: Ending): void {
    transaction.prompt = prompt;
    transaction.channel = 'mobile_money';
    transaction.status = prompt.state === 'pending' ? 'pending' : 'ongoing';
    const { script } = transaction;
    const scripted = transaction.steps.filter((step) => step.reason !== PROMPT_TIMEOUT);
    if (scripted.length > 0) {
      this.payments.schedule(transaction, scripted);
      return;
    }
    const now = this.clock.now();
    const limitMs = script.promptTimeoutMs ?? APPROVE_WITHIN_MS;
    const timeout: Step = { status: 'failed', at: now + limitMs, reason: PROMPT_TIMEOUT };
    const own: Step | null =
      ending && ending.afterMs < limitMs
        ? { status: ending.outcome, at: now + ending.afterMs, reason: ending.reason }
        : null;
    this.payments.schedule(transaction, [own ?? timeout]);
  }

  /** The payer chose another way to pay. */
  withdraw(transaction: Transaction): void {
    transaction.prompt = null;
    transaction.channel = 'card';
    this.payments.schedule(
      transaction,
      transaction.steps.filter((step) => step.reason !== PROMPT_TIMEOUT),
    );
  }
}
