import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  answeredStep,
  type AskingStep,
  type ChargePaymentResult,
  isAsking,
  type PaymentVerificationBody,
  payPath,
  type Problem,
  type SubmitAddressInput,
  submitAddressRules,
  submitBirthdayRules,
  submitOtpRules,
  submitPhoneRules,
  submitPinRules,
  lightTexts as t,
  validate,
} from '@abato/contracts';
import { ChargePaymentService, VerifyPaymentService } from '@abato/payments';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { ERROR_STATUS } from '../http/error-status.js';
import { toAppError } from '../http/error.filter.js';
import { pages } from '../web/server-pages.js';
import { deviceCookie, type LightCookies } from './cookies.js';
import { type LightAnswer, page, problemOf, seeOther } from './light-answer.js';
import { LightBallots } from './light-ballots.service.js';
import type { LightRequest } from './light-voting.service.js';

type Answer = Parameters<ChargePaymentService['answer']>[1];

/** How a form of each step becomes what the provider is sent. @throws AppError VALIDATION_FAILED */
const ANSWERS: Record<AskingStep, (form: unknown) => Answer> = {
  enter_voucher: (form) => ({ step: 'otp', ...checked<{ otp: string }>(submitOtpRules, form) }),
  enter_pin: (form) => ({ step: 'pin', ...checked<{ pin: string }>(submitPinRules, form) }),
  enter_phone: (form) => ({ step: 'phone', ...checked<{ phone: string }>(submitPhoneRules, form) }),
  enter_birthday: (form) => ({
    step: 'birthday',
    ...checked<{ birthday: string }>(submitBirthdayRules, form),
  }),
  enter_address: (form) => {
    const { zipCode, ...rest } = checked<SubmitAddressInput>(submitAddressRules, form);
    return { step: 'address', ...rest, zip_code: zipCode };
  },
};

/** Payments on the light page: what to do now, and what became of it. */
@Injectable()
export class LightPayments {
  constructor(
    private readonly ballots: LightBallots,
    private readonly payments: VerifyPaymentService,
    private readonly charges: ChargePaymentService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ask what became of a payment.
   * @param asked how often the page has asked by itself
   * @throws AppError CONTEST_NOT_FOUND; PAYMENT_NOT_FOUND also for a payment of another contest
   */
  async show(
    contestId: string,
    { reference, cancelled, asked }: { reference: string; cancelled: boolean; asked: number },
    cookies: LightCookies,
  ): Promise<LightAnswer> {
    return this.shown(contestId, reference, cookies, { cancelled, asked });
  }

  /** Send the provider what a step asks for. @throws AppError as `show` */
  async submit(contestId: string, reference: string, request: LightRequest): Promise<LightAnswer> {
    const { form, cookies, hasOrigin } = request;
    const sender = { device: cookies.device, hasOrigin };
    const wrong = this.ballots.tokens.refusal(form, reference, sender, this.clock.now());
    if (wrong) {
      const problem = { message: t.problems[wrong], errors: [] };
      return this.shown(contestId, reference, cookies, { problem, status: wrong === 'expired' ? 409 : 403 });
    }
    const step = answeredStep(form);
    try {
      if (isAsking(step)) await this.charges.answer(reference, ANSWERS[step](form));
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.code === 'INTERNAL') throw error;
      const problem = problemOf(refusal);
      return this.shown(contestId, reference, cookies, { problem, status: ERROR_STATUS[refusal.code] });
    }
    return seeOther(payPath(contestId, reference));
  }

  private async shown(
    contestId: string,
    reference: string,
    cookies: LightCookies,
    how: { cancelled?: boolean; asked?: number; problem?: Problem; status?: number },
  ): Promise<LightAnswer> {
    const contest = await this.ballots.contest(contestId);
    const payment = await this.payments.verify(reference, how.cancelled ?? false);
    if (payment.data.contestId !== contest.id) throw new AppError('PAYMENT_NOT_FOUND');
    const charge = await this.chargeOf(payment);
    const device = cookies.device ?? randomUUID();
    const proof = this.ballots.tokens.issue(reference, device, this.clock.now());
    const { asked = 0, problem = null, status = 200 } = how;
    const html = pages.light.payment({
      contest,
      payment,
      charge,
      asked,
      proof,
      problem,
      now: this.clock.now().getTime(),
    });
    return page(status, html, cookies.device ? [] : [deviceCookie(device, null, this.ballots.isSecure)]);
  }

  /** The step of an open charge; null for a payment on the provider's page. */
  private async chargeOf({ data }: PaymentVerificationBody): Promise<ChargePaymentResult | null> {
    if (data.status !== 'PENDING') return null;
    try {
      return await this.charges.step(data.reference);
    } catch (error) {
      if (error instanceof AppError && error.code === 'PAYMENT_NOT_FOUND') return null;
      throw error;
    }
  }
}

function checked<T>(rules: Parameters<typeof validate>[0], form: unknown): T {
  const result = validate<T>(rules, form);
  if (!result.ok) throw AppError.validation(result.errors);
  return result.value;
}
