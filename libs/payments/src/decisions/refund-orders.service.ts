import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@abato/accounts';
import type { PaymentCorrectionResult } from '@abato/contracts';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { PaymentDecisionsService } from './payment-decisions.service.js';
import { RefundRequestsService } from './refund-requests.service.js';
import { assertSecondFactor } from './second-factor-above.js';

/** One call for both who may want a refund (ADR 130). */
@Injectable()
export class RefundOrdersService {
  constructor(
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
    private readonly decisions: PaymentDecisionsService,
    private readonly requests: RefundRequestsService,
  ) {}

  /**
   * A super admin orders the refund. An organiser's call asks for it: the votes that would be taken back are of the organiser's own contest,
   * so another person decides.
   * @throws AppError as `PaymentDecisionsService.decide` and `RefundRequestsService.ask`; SECOND_FACTOR_REQUIRED above the amount of the
   *   setting
   */
  async refund(actor: Actor, paymentId: string, reason: string): Promise<PaymentCorrectionResult> {
    if (actor.role !== 'SUPER_ADMIN') return this.requests.ask(actor, paymentId, reason);
    await this.decisions.decide(actor, paymentId, 'refund-ordered', reason, (transaction, amountPesewas) =>
      assertSecondFactor(transaction, actor, { step: 'order', paymentId, amountPesewas }, this.env),
    );
    return { awaitsConfirmation: false, correctionId: null };
  }
}
