import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { type PaymentProof, PaystackClient, ProviderError, type Provider } from '@abato/paystack';
import { isChargeStepDue, recordChargeStep } from '../attempts/charge-steps.service.js';
import { claimCheck, finishCheck, postponeCheck } from './checks.js';
import { Confirmation } from '../confirm/confirmation.service.js';
import { isQuestion } from '../rules/charge-step.js';

/** The provider does not know the reference. */
const NOT_FOUND: PaymentProof = { status: 'not-found', providerStatus: 'not_found' };

/** Asks the provider about attempts and settles what it says. */
@Injectable()
export class CheckPaymentService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
  ) {}

  /** For the return page: ask now, unless another process is asking or has just asked. */
  async verify(reference: string): Promise<void> {
    if (await claimCheck(this.db, reference, this.clock.now())) await this.check(reference, 'verify');
  }

  /**
   * Ask and settle; the caller has the right to ask. A failed call only means to ask again later.
   * @returns seconds to stay quiet, when the provider said that we ask too much
   */
  async check(reference: string, source: 'verify' | 'sweep'): Promise<number | null> {
    try {
      const purpose = source === 'sweep' ? 'books' : 'answer';
      const proof = await this.ask(reference, purpose);
      await this.confirmation.confirm({ reference, proof, source });
      if (proof.status === 'waiting' || proof.status === 'abandoned') await this.askStep(reference, purpose);
      await finishCheck(this.db, reference, this.clock.now());
      return null;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { retryAfter } = error.details;
      await postponeCheck(this.db, reference, this.clock.now(), retryAfter);
      this.warn(error);
      return error.failure === 'rate-limited' ? (retryAfter ?? 60) : null;
    }
  }

  /**
   * A direct charge may be pending first and want a voucher or an approval later, of which verification tells nothing. An end that
   * the charge itself reports is not believed: the next verification tells it. Nor does a failure of this call undo what verification has
   * settled; a refused one pauses its own endpoint.
   */
  private async askStep(reference: string, purpose: Provider.CallPurpose): Promise<void> {
    if (!(await isChargeStepDue(this.db, reference, this.clock.now()))) return;
    const charge = await this.client.charges.check(reference, purpose).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      this.warn(error);
      return null;
    });
    if (!charge) return;
    if (charge.status === 'pay_offline' || charge.status === 'open_url' || isQuestion(charge.status))
      await recordChargeStep(this.db, reference, charge, this.clock.now());
  }

  private warn({ failure, message: reason }: ProviderError): void {
    this.log.warn({ failure, reason }, 'asking the provider failed');
  }

  private async ask(reference: string, purpose: Provider.CallPurpose): Promise<PaymentProof> {
    try {
      return (await this.client.verify(reference, purpose)).proof;
    } catch (error) {
      if (error instanceof ProviderError && error.failure === 'not-found') return NOT_FOUND;
      throw error;
    }
  }
}
