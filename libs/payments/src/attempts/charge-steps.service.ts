import { Inject, Injectable } from '@nestjs/common';
import { type ChargePaymentResult, type MobileNetwork, payerTexts as t } from '@abato/contracts';
import { type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { type Provider } from '@abato/paystack';
import { paymentMessage } from '@abato/messages';
import {
  type AttemptResult,
  beginAttempt,
  type BegunAttempt,
  type NewAttempt,
  type PayerOfVote,
} from './attempts.js';
import { recordBegun } from './begin-call.js';
import { hasOpenPayment, secondsUntilVouchedPrompt } from './phone-limits.js';
import { RequestCheckService } from '../checks/payment-job-events.js';
import { chargeStep } from '../rules/charge-step.js';
import { isNearEnd, mayBeginPayment } from '../rules/payment-situation.js';
import { outwardStatus, type PaymentState } from '../rules/payment-state.js';

/** So long after a charge has begun, and between two questions, the provider is asked what a pending one wants. */
const STEP_EVERY_MS = 10_000;

/** @returns whether to ask the provider what a charge that is still `pending` wants of the payer: once in ten seconds */
export async function isChargeStepDue(sql: SqlRunner, reference: string, now: Date): Promise<boolean> {
  const { rows } = await sql.query<{ created_at: Date; checked_at: Date | null }>(
    `SELECT created_at, checked_at FROM payments
     WHERE reference = $1 AND flow = 'CHARGE' AND state = 'PROVIDER_PENDING' AND charge_status = 'pending'`,
    [reference],
  );
  const charge = rows[0];
  if (!charge) return false;
  const turn = (at: Date): number => Math.floor((at.getTime() - charge.created_at.getTime()) / STEP_EVERY_MS);
  return turn(now) > turn(charge.checked_at ?? charge.created_at);
}

/** The step of a direct charge now; only while nothing else has become known of it. */
export async function recordChargeStep(
  sql: SqlRunner,
  reference: string,
  step: { status: string; message: string | null; url: string | null },
  now: Date,
): Promise<void> {
  await sql.query(
    `UPDATE payments SET charge_status = $2, provider_message = $3, charge_text = $3, charge_url = $4, updated_at = $5
     WHERE reference = $1 AND flow = 'CHARGE' AND state IN ('INIT_UNKNOWN', 'PROVIDER_PENDING')`,
    [reference, step.status, step.message, step.url, now],
  );
}

/** The vote of the payment that is asked about is not cast yet. */
const NO_VOTE = '00000000-0000-0000-0000-000000000000';

/** A direct charge as it is written down. */
interface ChargeRow {
  reference: string;
  state: PaymentState;
  network: MobileNetwork;
  charge_status: string | null;
  provider_message: string | null;
  charge_text: string | null;
  charge_url: string | null;
  contest_end: Date;
}

/** Keeps the steps of direct charges: what was begun, what the provider asks of the payer now, and an end that has to be confirmed. */
@Injectable()
export class ChargeStepsService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly checks: RequestCheckService,
  ) {}

  /** As `beginAttempt`. */
  async begin(
    input: NewAttempt,
    takePermit: (payer: PayerOfVote) => Promise<Provider.CallPermit>,
  ): Promise<AttemptResult> {
    return beginAttempt(this.db, input, this.clock.now(), takePermit);
  }

  /** As `secondsUntilVouchedPrompt`. */
  async secondsUntilVouched(phone: string): Promise<number> {
    return secondsUntilVouchedPrompt(this.db, phone, this.clock.now());
  }

  /** Whether a further payment of this phone would be refused with PAYMENT_OPEN. @param phone E.164 */
  async isPaymentOpen(contestId: string, phone: string): Promise<boolean> {
    const { rows } = await this.db.query<{ at: Date }>(
      'SELECT coalesce(ended_at, end_date) AS at FROM contests WHERE id = $1',
      [contestId],
    );
    const now = this.clock.now();
    if (!rows[0] || !isNearEnd(rows[0].at, now)) return false;
    return hasOpenPayment(this.db, { id: NO_VOTE, contest_id: contestId }, phone, now);
  }

  /** Write down what the provider's first answer asks of the payer. */
  async recordFirst(
    attempt: BegunAttempt,
    network: MobileNetwork,
    charge: Provider.Charge,
  ): Promise<ChargePaymentResult> {
    const { status, message, url } = charge;
    const outcome = {
      state: 'PROVIDER_PENDING',
      source: 'charge',
      chargeStatus: status,
      message: message ?? undefined,
      chargeText: message ?? undefined,
      chargeUrl: url ?? undefined,
    } as const;
    await recordBegun(this.db, attempt, outcome, this.clock.now());
    await this.askSoon(attempt.reference, charge);
    return { reference: attempt.reference, ...chargeStep(status, network, message, url) };
  }

  /** Write down that the first call failed, or that its end is unknown. */
  async recordFailure(
    attempt: BegunAttempt,
    failure: { state: 'INIT_UNKNOWN' | 'FAILED_INIT'; message?: string },
  ): Promise<void> {
    await recordBegun(this.db, attempt, { ...failure, source: 'charge' }, this.clock.now());
  }

  /** Whether an answer of the payer may still bring the prompt to the phone: it counts only if it was there before the contest's end. */
  mayAnswer({ contest_end: end }: ChargeRow): boolean {
    return mayBeginPayment(end, this.clock.now());
  }

  /** Write down what the provider asks for after an answer of the payer. */
  async recordNext(charge: ChargeRow, answer: Provider.Charge): Promise<ChargePaymentResult> {
    await recordChargeStep(this.db, charge.reference, answer, this.clock.now());
    await this.askSoon(charge.reference, answer);
    const { status, message, url } = answer;
    return { reference: charge.reference, ...chargeStep(status, charge.network, message, url) };
  }

  /** The step that a charge is at. @throws AppError PAYMENT_NOT_FOUND */
  async now(reference: string): Promise<ChargePaymentResult> {
    return stepOf(await this.find(reference));
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async find(reference: string): Promise<ChargeRow> {
    const { rows } = await this.db.query<ChargeRow>(
      `SELECT p.reference, p.state, p.network, p.charge_status, p.provider_message, p.charge_text, p.charge_url,
         coalesce(c.ended_at, c.end_date) AS contest_end
       FROM payments p JOIN contests c ON c.id = p.contest_id
       WHERE p.reference = $1 AND p.flow = 'CHARGE'`,
      [reference.slice(0, 100).replaceAll('\0', '')],
    );
    const charge = rows[0];
    if (!charge) throw new AppError('PAYMENT_NOT_FOUND');
    return charge;
  }

  /** An end that the charge call itself reports is settled by asking, as the return page does. */
  private async askSoon(reference: string, { status }: Provider.Charge): Promise<void> {
    if (status !== 'success' && status !== 'failed' && status !== 'timeout') return;
    await this.checks.request(reference);
  }
}

function stepOf(charge: ChargeRow): ChargePaymentResult {
  const { reference, state, network, charge_status: status, provider_message: message } = charge;
  const outward = outwardStatus(state);
  if (outward === 'COMPLETED') return { reference, step: 'done', message: paymentMessage(state) };
  if (outward === 'FAILED') return { reference, step: 'failed', message: paymentMessage(state, message) };
  if (state === 'INIT_UNKNOWN') return { reference, step: 'wait', message: t.unsure };
  const text = charge.charge_text ?? message;
  return { reference, ...chargeStep(status, network, text, charge.charge_url) };
}
