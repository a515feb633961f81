import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ThrottlingService } from '@abato/accounts';
import {
  type ChargePaymentResult,
  isMobilePhone,
  localPhone,
  type MobileNetwork,
  normalisePhone,
  type ChargePaymentInput,
} from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { RequestCheckService } from '../checks/request-check.service.js';
import { ProviderError } from '../paystack/errors.js';
import type { ChargeAnswer } from '../paystack/charge-calls.js';
import type { ProviderCharge } from '../paystack/parse-charge.js';
import { PaystackClient } from '../paystack/paystack-client.js';
import { CHARGE_STATUSES, type ChargeStatus, chargeStep } from '../rules/charge-step.js';
import { paymentMessage, plainReason } from '../rules/payment-messages.js';
import { outwardStatus, PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import {
  beginAttempt,
  type BegunAttempt,
  type PayerOfVote,
  recordBegun,
  recordChargeStep,
} from './attempts.js';
import { payerEmail } from './payer-email.js';
import { payerFrom } from './payer.js';
import { permitFor, refusalOf } from './provider-refusal.js';

const UNSURE =
  'We are not sure whether the prompt was sent. Please look at your phone and approve it there; otherwise wait three minutes and try again.';

const ANSWERS: Record<ChargeAnswer['step'], string> = {
  otp: 'a voucher code',
  pin: 'a PIN',
  phone: 'a phone number',
  birthday: 'a date of birth',
  address: 'an address',
};

interface ChargeRow {
  reference: string;
  state: PaymentState;
  network: MobileNetwork;
  charge_status: string | null;
  provider_message: string | null;
  charge_text: string | null;
  charge_url: string | null;
}

/** Asks a wallet for money directly. Success is settled like every other, by webhook or by asking: nothing here counts a vote. */
@Injectable()
export class ChargePaymentService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly checks: RequestCheckService,
    private readonly attempts: ThrottlingService,
  ) {}

  /**
   * Begin a charge, or tell the step of the one under way: while a prompt may be on the phone there is no second one.
   * @param address of the payer
   * @throws AppError PHONE_NOT_MOBILE; RATE_LIMITED when this phone or this address had too many prompts; and those of beginning a
   *   payment
   */
  async charge(input: ChargePaymentInput, address: string): Promise<ChargePaymentResult> {
    const phone = normalisePhone(input.phoneNumber);
    if (!phone || !isMobilePhone(phone)) throw new AppError('PHONE_NOT_MOBILE');
    return this.attempts.guard('prompt', [], address, () => this.begin(input, phone, address));
  }

  private async begin(
    input: ChargePaymentInput,
    phone: string,
    address: string,
  ): Promise<ChargePaymentResult> {
    const { voteId, network } = input;
    const unpaidVoteMs = this.env.UNPAID_VOTE_MINUTES * 60_000;
    const attemptInput = { voteId, flow: 'CHARGE', phone, network, unpaidVoteMs } as const;
    const takePermit = (of: PayerOfVote) =>
      permitFor(this.client, 'charge', payerFrom(of, address, this.env));
    const attempt = await beginAttempt(this.pool, attemptInput, this.clock.now(), takePermit);
    if (attempt.kind === 'begun') return this.send(attempt, phone, input.network);
    if (attempt.kind === 'prompt-open') return this.step(attempt.reference);
    throw new AppError('CONFLICT', { message: 'This payment is being prepared already.', retryAfter: 2 });
  }

  /**
   * Send the provider what the charge has asked the payer for.
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT when something else, or nothing, is asked for; PROVIDER_UNAVAILABLE
   */
  async answer(reference: string, answer: ChargeAnswer): Promise<ChargePaymentResult> {
    const charge = await this.find(reference);
    if (charge.charge_status !== `send_${answer.step}` || PAYMENT_STATES[charge.state].kind !== 'open')
      throw new AppError('CONFLICT', { message: `This payment does not wait for ${ANSWERS[answer.step]}.` });
    try {
      return await this.record(charge, await this.client.answerCharge(reference, answer));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn({ failure: error.failure, reason: error.message }, 'answering a charge failed');
      if (error.failure === 'rejected')
        throw new AppError('CONFLICT', { message: plainReason(error.message) ?? undefined });
      throw new AppError('PROVIDER_UNAVAILABLE', {
        message: 'The payment provider did not answer. Please wait a moment; do not pay again.',
      });
    }
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async step(reference: string): Promise<ChargePaymentResult> {
    return stepOf(await this.find(reference));
  }

  private async send(
    attempt: BegunAttempt,
    phone: string,
    network: MobileNetwork,
  ): Promise<ChargePaymentResult> {
    const { reference } = attempt;
    try {
      const request = {
        reference,
        amount: attempt.amountPesewas,
        currency: 'GHS',
        email: payerEmail(attempt, this.env),
        phone: localPhone(phone),
        network,
        paidFor: attempt.paidFor,
      };
      const charge = await this.client.charge(request, attempt.permit);
      const outcome = {
        state: 'PROVIDER_PENDING',
        source: 'charge',
        chargeStatus: charge.status,
        message: charge.message ?? undefined,
        chargeText: charge.message ?? undefined,
        chargeUrl: charge.url ?? undefined,
      } as const;
      await recordBegun(this.pool, attempt, outcome, this.clock.now());
      await this.askSoon(reference, charge);
      return { reference, ...chargeStep(charge.status, network, charge.message, charge.url) };
    } catch (error) {
      const { state, message, error: refusal } = refusalOf(error, this.log);
      await recordBegun(this.pool, attempt, { state, source: 'charge', message }, this.clock.now());
      if (state === 'INIT_UNKNOWN') return { reference, step: 'wait', message: UNSURE };
      const reason = plainReason(message);
      throw refusal.code === 'PROVIDER_REJECTED' && reason
        ? new AppError('PROVIDER_REJECTED', { message: reason, cause: error })
        : refusal;
    }
  }

  private async record(charge: ChargeRow, answer: ProviderCharge): Promise<ChargePaymentResult> {
    await recordChargeStep(this.pool, charge.reference, answer, this.clock.now());
    await this.askSoon(charge.reference, answer);
    const { status, message, url } = answer;
    return { reference: charge.reference, ...chargeStep(status, charge.network, message, url) };
  }

  /** An end that the charge call itself reports is settled by asking, as the return page does. */
  private async askSoon(reference: string, { status }: ProviderCharge): Promise<void> {
    if (status !== 'success' && status !== 'failed' && status !== 'timeout') return;
    await this.checks.request(reference);
  }

  private async find(reference: string): Promise<ChargeRow> {
    const { rows } = await this.pool.query<ChargeRow>(
      `SELECT reference, state, network, charge_status, provider_message, charge_text, charge_url FROM payments
       WHERE reference = $1 AND flow = 'CHARGE'`,
      [reference.slice(0, 100).replaceAll('\0', '')],
    );
    const charge = rows[0];
    if (!charge) throw new AppError('PAYMENT_NOT_FOUND');
    return charge;
  }
}

function stepOf(charge: ChargeRow): ChargePaymentResult {
  const { reference, state, network, charge_status: status, provider_message: message } = charge;
  const outward = outwardStatus(state);
  if (outward === 'COMPLETED') return { reference, step: 'done', message: paymentMessage(state) };
  if (outward === 'FAILED') return { reference, step: 'failed', message: paymentMessage(state, message) };
  if (state === 'INIT_UNKNOWN') return { reference, step: 'wait', message: UNSURE };
  const known = CHARGE_STATUSES.find((one): one is ChargeStatus => one === status);
  const text = charge.charge_text ?? message;
  return { reference, ...chargeStep(known ?? 'pending', network, text, charge.charge_url) };
}
