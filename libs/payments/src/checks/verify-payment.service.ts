import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { cedisFromPesewas, type PaymentVerificationBody } from '@abato/contracts';
import { type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { afterRefundOf, type CountedNow, joinCountedNow } from '@abato/voting';
import { paymentMessage } from '@abato/messages';
import { outwardStatus, PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import { FRESH_MS } from './checks.js';
import { PaymentJobEvents, RequestCheckService } from './payment-job-events.js';

/** The payer's browser waits no longer than this for the provider's word. */
const WAIT_MS = 5_000;
const ASK_AGAIN_MS = 500;
const REFERENCE = /^[A-Za-z0-9.=-]{1,100}$/;

/** What a payer may know of an attempt, with when the provider was last asked about it. */
interface PaymentRow extends CountedNow {
  reference: string;
  state: PaymentState;
  method: 'PAYSTACK' | 'MANUAL';
  amountPesewas: number;
  contestId: string;
  providerMessage: string | null;
  checkedAt: Date | null;
  /** A process is asking the provider now, or has died over it. */
  checkStartedAt: Date | null;
  cancelledAt: Date | null;
  voteCount: number;
  contestantName: string;
  receiptCode: string | null;
}

/** Tells a payer what became of a payment. The worker asks the provider; this waits for it, within bounds. */
@Injectable()
export class VerifyPaymentService {
  constructor(
    private readonly db: Transactions,
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
    if (hasJustCancelled) await markCancelled(this.db, reference, now);
    const fresh = payment.checkedAt !== null && +now - +payment.checkedAt < FRESH_MS && !hasJustCancelled;
    if (isWorthAsking(payment) && !fresh) {
      await this.ask(reference, now);
      payment = await this.find(reference);
    }
    return bodyOf(payment);
  }

  private async find(reference: string): Promise<PaymentRow> {
    const { rows } = await this.db.query<PaymentRow>(
      `SELECT p.reference, p.state, p.method, p.amount_pesewas AS "amountPesewas", p.contest_id AS "contestId",
         p.provider_message AS "providerMessage", p.checked_at AS "checkedAt",
         p.check_started_at AS "checkStartedAt", p.cancelled_at AS "cancelledAt",
         v.vote_count AS "voteCount", coalesce(c.name, '') AS "contestantName", r.code AS "receiptCode", now.counted_votes,
         now.returned_money
       FROM payments p JOIN votes v ON v.id = p.vote_id ${joinCountedNow('v.id')} LEFT JOIN contestants c ON c.id = v.contestant_id
       LEFT JOIN receipts r ON r.vote_id = v.id
       WHERE p.reference = $1`,
      [reference],
    );
    if (!rows[0]) throw new AppError('PAYMENT_NOT_FOUND');
    return rows[0];
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

/** Whether the provider could tell us something new: not once the money's fate is known, nor where nothing was ever begun. */
function isWorthAsking(payment: Pick<PaymentRow, 'state' | 'method'>): boolean {
  const { kind } = PAYMENT_STATES[payment.state];
  return (
    payment.method === 'PAYSTACK' &&
    payment.state !== 'FAILED_INIT' &&
    (kind === 'open' || kind === 'soft-failed')
  );
}

/**
 * The first cancel counts; it only matters while the provider says 'abandoned', and makes an earlier answer worthless, however
 * fresh.
 */
async function markCancelled(sql: SqlRunner, reference: string, now: Date): Promise<void> {
  await sql.query(
    `WITH cancelled AS (
       UPDATE payments SET cancelled_at = $2, checked_at = NULL WHERE reference = $1 AND cancelled_at IS NULL RETURNING id, state)
     INSERT INTO payment_events (payment_id, from_state, to_state, source, at)
     SELECT id, state, state, 'cancel', $2 FROM cancelled`,
    [reference, now],
  );
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
