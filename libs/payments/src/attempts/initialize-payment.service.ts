import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  type InitializePaymentInput,
  type InitializePaymentResult,
  normalisePhone,
  refusalTexts,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { LivePublisher } from '@abato/live';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { PaystackClient } from '@abato/paystack';
import { BEGINNING_MS } from '../rules/payment-attempts.js';
import { beginAttempt, type AttemptResult, type BegunAttempt, type PayerOfVote } from './attempts.js';
import { payerFrom, permitFor, recordBegun, refusalOf, withPayerEmail } from './begin-call.js';

const ASK_AGAIN_MS = 200;

/** Begins a payment on the provider's checkout page. */
@Injectable()
export class InitializePaymentService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly live: LivePublisher,
  ) {}

  /**
   * The open page of this vote, or a new one. The attempt is committed before the provider is called, so that a payment whose
   * page was lost on the way is still ours when the provider reports it.
   * @param address of the payer
   * @param returnPath of the page that the provider leads back to
   * @throws AppError with the reason; PROVIDER_UNAVAILABLE when it is unknown whether a page was made (trying again is safe)
   */
  async initialize(
    input: InitializePaymentInput,
    address: string,
    returnPath = '/payment/verify',
  ): Promise<InitializePaymentResult> {
    const attempt = await this.begin(input, address);
    if (attempt.kind === 'reuse') {
      return { reference: attempt.reference, authorizationUrl: attempt.authorizationUrl };
    }
    if (attempt.kind === 'begun') return this.callProvider(attempt, returnPath);
    if (attempt.kind === 'prompt-open') {
      throw new AppError('CONFLICT', {
        message: refusalTexts.payment.promptOpen,
        retryAfter: attempt.secondsLeft,
      });
    }
    throw new AppError('PROVIDER_UNAVAILABLE');
  }

  /** A double click must not make two pages: the second request waits for the first one's. */
  private async begin(input: InitializePaymentInput, address: string): Promise<AttemptResult> {
    const phone = input.phoneNumber ? (normalisePhone(input.phoneNumber) ?? undefined) : undefined;
    const until = performance.now() + BEGINNING_MS + ASK_AGAIN_MS;
    for (;;) {
      const unpaidVoteMs = this.env.UNPAID_VOTE_MINUTES * 60_000;
      const attemptInput = { voteId: input.voteId, flow: 'CHECKOUT', phone, unpaidVoteMs } as const;
      const takePermit = (of: PayerOfVote) =>
        permitFor(this.client, 'initialize', payerFrom(of, address, this.env));
      const attempt = await beginAttempt(this.db, attemptInput, this.clock.now(), takePermit);
      if (attempt.kind !== 'wait' || performance.now() > until) return attempt;
      await sleep(ASK_AGAIN_MS);
    }
  }

  private async callProvider(attempt: BegunAttempt, returnPath: string): Promise<InitializePaymentResult> {
    const returnUrl = new URL(returnPath, this.env.PUBLIC_URL);
    const cancelUrl = new URL(returnUrl);
    cancelUrl.searchParams.set('reference', attempt.reference);
    cancelUrl.searchParams.set('cancelled', 'true');
    try {
      const request = (email: string) => ({
        reference: attempt.reference,
        amount: attempt.amountPesewas,
        currency: 'GHS',
        email,
        label: attempt.voterName ?? undefined,
        callbackUrl: returnUrl.href,
        cancelUrl: cancelUrl.href,
        paidFor: attempt.paidFor,
        split: attempt.terms.split,
      });
      const { answer: page, emailRefused } = await withPayerEmail(attempt, this.env, (email, isFirst) =>
        this.client.initialize(request(email), isFirst ? attempt.permit : undefined),
      );
      const outcome = { state: 'INITIALIZED', source: 'initialize', ...page } as const;
      await recordBegun(this.db, attempt, outcome, this.clock.now());
      await this.live.publish('payments', { contestId: attempt.contestId });
      return {
        reference: attempt.reference,
        authorizationUrl: page.authorizationUrl,
        ...(emailRefused && { refusedField: 'voterEmail' as const }),
      };
    } catch (error) {
      const refusal = refusalOf(error, this.log);
      const { state, message } = refusal;
      await recordBegun(this.db, attempt, { state, source: 'initialize', message }, this.clock.now());
      throw refusal.error;
    }
  }
}
