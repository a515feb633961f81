import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  correctionResult,
  list,
  nothing,
  type PaymentAttention,
  paymentAttentionView,
  type PaymentCorrectionResult,
} from '@abato/contracts';
import { PaymentDecisionsService, RefundOrdersService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { PaymentReasonDto, PaymentPath } from './payment.dto.js';

/** What only a person can decide about money. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentDecisionsController {
  constructor(
    private readonly decisions: PaymentDecisionsService,
    private readonly refunds: RefundOrdersService,
  ) {}

  @Describes(
    'List payments that need a decision',
    'Returns payments that are held for review, disputed, reversed, or whose refund failed, oldest first.',
  )
  @SuperAdmin()
  @Get('attention')
  @Answers(list(paymentAttentionView))
  async attention(): Promise<PaymentAttention[]> {
    return this.decisions.waiting();
  }

  @Describes(
    'Refund a payment',
    'A super admin orders a refund at the provider and takes the votes back. An organiser asks for it: nothing changes until a super admin confirms. Refuses cash, a payment whose state does not allow it, and above the amount of a setting an account without a second factor. An organiser’s call about a payment of another organiser is answered as not found.',
  )
  @Organiser()
  @Reauthenticated()
  @Post(':id/refund')
  @HttpCode(200)
  @Answers(correctionResult)
  async refund(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: PaymentReasonDto,
  ): Promise<PaymentCorrectionResult> {
    return this.refunds.refund(actor, id, body.reason);
  }

  @Describes(
    'Accept a held payment',
    'Counts the votes of a payment that is held for review. Refuses cash and a payment whose state does not allow it.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/accept')
  @HttpCode(200)
  @Answers(nothing)
  async accept(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: PaymentReasonDto,
  ): Promise<void> {
    await this.decisions.decide(actor, id, 'accepted', body.reason);
  }
}
