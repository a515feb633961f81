import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cedisFromPesewas, type PaymentVerificationBody } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { afterRefundOf } from '../records/counted-now.js';
import { findPayment, isWorthAsking, markCancelled, type PaymentRow } from '../records/payment-row.js';
import { paymentMessage } from '../rules/payment-messages.js';
import { outwardStatus, type PaymentState } from '../rules/payment-state.js';
import { FRESH_MS } from './checks.js';
import { PaymentJobEvents } from './payment-job-events.js';
import { RequestCheckService } from './request-check.service.js';

/** The payer's browser waits no longer than this for the provider's word. */
const WAIT_MS = 5_000;
const ASK_AGAIN_MS = 500;
const REFERENCE = /^[A-Za-z0-9.=-]{1,100}$/;

/** Tells a payer what became of a payment. The worker asks the provider; this waits for it, within bounds. */
@Injectable()
export class VerifyPaymentService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly checks: RequestCheckService,
    private readonly events: PaymentJobEvents,
  ) {}

  /**
   * @param cancelled the payer pressed cancel: from now on the provider's 'abandoned' is believed at once
   * @throws AppError PAYMENT_NOT_FOUND
   */
  async verify(reference: string, cancelled: boolean): Promise<PaymentVerificationBody> {
    if (!REFERENCE.test(reference)) throw new AppError('PAYMENT_NOT_FOUND');
    let payment = await this.find(reference);
    const now = this.clock.now();
    const hasJustCancelled = cancelled && !payment.cancelledAt;
    if (hasJustCancelled) await markCancelled(this.pool, reference, now);
    const fresh = payment.checkedAt !== null && +now - +payment.checkedAt < FRESH_MS && !hasJustCancelled;
    if (isWorthAsking(payment) && !fresh) {
      await this.ask(reference, now);
      payment = await this.find(reference);
    }
    return bodyOf(payment);
  }

  private async find(reference: string): Promise<PaymentRow> {
    const payment = await findPayment(this.pool, reference);
    if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
    return payment;
  }

  /** Returns when the provider's word is settled, or when the time is up. */
  private async ask(reference: string, since: Date): Promise<void> {
    const until = performance.now() + WAIT_MS;
    const job = await this.checks.request(reference);
    if (job) await this.events.finished(job, WAIT_MS);
    while (performance.now() < until) {
      const payment = await this.find(reference);
      if (!isWorthAsking(payment) || (payment.checkedAt && payment.checkedAt >= since)) return;
      // The provider gave no answer: only another process that is asking too, or the sweep without Redis, can still bring one.
      if (job && !payment.checkStartedAt) return;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

/** Other failed states are of money that came and goes back. */
const NOTHING_TAKEN: ReadonlySet<PaymentState> = new Set(['FAILED', 'FAILED_INIT', 'EXPIRED']);

function bodyOf(payment: PaymentRow): PaymentVerificationBody {
  const status = outwardStatus(payment.state);
  const amount = cedisFromPesewas(payment.amountPesewas);
  const { contestId, voteCount } = payment;
  return {
    success: status === 'COMPLETED',
    message: paymentMessage(payment.state, payment.providerMessage),
    ...(status === 'FAILED' && { code: 'PAYMENT_FAILED' }),
    data: {
      reference: payment.reference,
      status,
      amount,
      contestId,
      vote: { voteCount, contestId, contestant: { name: payment.contestantName } },
      payment: { amount, status },
      ...(status === 'COMPLETED' && payment.receiptCode && { receiptCode: payment.receiptCode }),
      ...(NOTHING_TAKEN.has(payment.state) && { nothingTaken: true }),
      ...afterRefundOf(payment),
    },
  };
}
