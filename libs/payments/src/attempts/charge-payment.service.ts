import { Inject, Injectable } from '@nestjs/common';
import { ThrottlingService } from '@abato/accounts';
import {
  type ChargePaymentResult,
  isMobilePhone,
  localPhone,
  type MobileNetwork,
  normalisePhone,
  payerTexts as t,
  type ChargePaymentInput,
  refusalTexts,
} from '@abato/contracts';
import { AppError, type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { ProviderError, PaystackClient, type Provider } from '@abato/paystack';
import { plainReason } from '@abato/messages';
import { PAYMENT_STATES } from '../rules/payment-state.js';
import { aboveWalletLimit, type BegunAttempt, type PayerOfVote } from './attempts.js';
import { payerFrom, permitFor, refusalOf, withPayerEmail } from './begin-call.js';
import { ChargeStepsService } from './charge-steps.service.js';

/** Asks a wallet for money directly. Success is settled like every other, by webhook or by asking: nothing here counts a vote. */
@Injectable()
export class ChargePaymentService {
  static readonly aboveWalletLimit = aboveWalletLimit;

  constructor(
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly steps: ChargeStepsService,
    private readonly throttling: ThrottlingService,
  ) {}

  /**
   * Begin a charge, or tell the step of the one under way: while a prompt may be on the phone there is no second one.
   * @param address of the payer
   * @throws AppError PHONE_NOT_MOBILE; WALLET_LIMIT; RATE_LIMITED when this phone or this address had too many prompts; and those of beginning a
   *   payment
   */
  async charge(input: ChargePaymentInput, address: string): Promise<ChargePaymentResult> {
    const phone = normalisePhone(input.phoneNumber);
    if (!phone || !isMobilePhone(phone)) throw new AppError('PHONE_NOT_MOBILE');
    return this.throttling.guard('prompt', [], address, () => this.begin(input, phone, address));
  }

  /**
   * As `charge`, for a number that its network has vouched for: there is no address whose prompts could be limited, and the limit of the phone was
   * asked before the prompt was announced (`secondsUntilVouched`).
   * @throws AppError as `charge`
   */
  async chargeVouched(input: ChargePaymentInput): Promise<ChargePaymentResult> {
    const phone = normalisePhone(input.phoneNumber);
    if (!phone || !isMobilePhone(phone)) throw new AppError('PHONE_NOT_MOBILE');
    return this.begin(input, phone, null);
  }

  /** @param phone E.164 @returns seconds until a USSD session of this phone may announce another prompt; 0: now */
  async secondsUntilVouched(phone: string): Promise<number> {
    return this.steps.secondsUntilVouched(phone);
  }

  /** @param phone E.164 @returns whether the phone has to end another payment of this contest first, because the contest ends soon */
  async isPaymentOpen(contestId: string, phone: string): Promise<boolean> {
    return this.steps.isPaymentOpen(contestId, phone);
  }

  private async begin(
    input: ChargePaymentInput,
    phone: string,
    address: string | null,
  ): Promise<ChargePaymentResult> {
    const { voteId, network } = input;
    const unpaidVoteMs = this.env.UNPAID_VOTE_MINUTES * 60_000;
    const isVouched = address === null;
    const walletLimitPesewas = this.env.WALLET_LIMIT_CEDIS * 100;
    const attemptInput = {
      voteId,
      flow: 'CHARGE',
      phone,
      network,
      isVouched,
      unpaidVoteMs,
      walletLimitPesewas,
    } as const;
    const takePermit = (of: PayerOfVote) =>
      permitFor(this.client, 'charge', payerFrom(of, address, this.env));
    const attempt = await this.steps.begin(attemptInput, takePermit);
    if (attempt.kind === 'begun') return this.send(attempt, phone, input.network);
    if (attempt.kind === 'prompt-open') return this.step(attempt.reference);
    throw new AppError('CONFLICT', { message: refusalTexts.payment.prepared, retryAfter: 2 });
  }

  /**
   * Send the provider what the charge has asked the payer for.
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT when something else, or nothing, is asked for; CONTEST_ENDED; PROVIDER_UNAVAILABLE
   */
  async answer(reference: string, answer: Provider.ChargeAnswer): Promise<ChargePaymentResult> {
    const charge = await this.steps.find(reference);
    if (!this.steps.mayAnswer(charge)) throw new AppError('CONTEST_ENDED');
    if (charge.charge_status !== `send_${answer.step}` || PAYMENT_STATES[charge.state].kind !== 'open')
      throw new AppError('CONFLICT', refusalTexts.payment.notAsked[answer.step]);
    try {
      return await this.steps.recordNext(charge, await this.client.charges.answer(reference, answer));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn({ failure: error.failure, reason: error.message }, 'answering a charge failed');
      if (error.failure === 'rejected')
        throw new AppError('CONFLICT', plainReason(error.message) ?? undefined);
      throw new AppError('PROVIDER_UNAVAILABLE', refusalTexts.payment.unanswered);
    }
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async step(reference: string): Promise<ChargePaymentResult> {
    return this.steps.now(reference);
  }

  private async send(
    attempt: BegunAttempt,
    phone: string,
    network: MobileNetwork,
  ): Promise<ChargePaymentResult> {
    try {
      const request = (email: string) => ({
        reference: attempt.reference,
        amount: attempt.amountPesewas,
        currency: 'GHS',
        email,
        phone: localPhone(phone),
        network,
        paidFor: attempt.paidFor,
        split: attempt.terms.split,
      });
      const { answer: charge, emailRefused } = await withPayerEmail(attempt, this.env, (email, isFirst) =>
        this.client.charges.begin(request(email), isFirst ? attempt.permit : undefined),
      );
      const step = await this.steps.recordFirst(attempt, network, charge);
      return emailRefused ? { ...step, refusedField: 'voterEmail' } : step;
    } catch (error) {
      const { state, message, error: refusal } = refusalOf(error, this.log);
      await this.steps.recordFailure(attempt, { state, message });
      if (state === 'INIT_UNKNOWN') return { reference: attempt.reference, step: 'wait', message: t.unsure };
      const reason = plainReason(message);
      throw refusal.code === 'PROVIDER_REJECTED' && reason
        ? new AppError('PROVIDER_REJECTED', { message: reason, cause: error })
        : refusal;
    }
  }
}
