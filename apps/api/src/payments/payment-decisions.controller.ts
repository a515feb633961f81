import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { type PaymentAttention, success, type SuccessBody } from '@abato/contracts';
import { PaymentDecisionsService } from '@abato/payments';
import { CurrentActor, SuperAdmin } from '../access/access.decorators.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers } from '../open-api/answers.decorator.js';
import { paymentAttentionSchema } from '../open-api/payment-views.js';
import { list, nothing } from '../open-api/schema.js';
import { PaymentReasonDto } from './payment.dto.js';

/** What only a person can decide about money. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentDecisionsController {
  constructor(private readonly decisions: PaymentDecisionsService) {}

  @SuperAdmin()
  @Get('attention')
  @Answers(list(paymentAttentionSchema))
  async attention(): Promise<SuccessBody<PaymentAttention[]>> {
    return success(await this.decisions.waiting());
  }

  /** Gives the money back; the votes it bought are taken back with it. */
  @SuperAdmin()
  @Post(':id/refund')
  @HttpCode(200)
  @Answers(nothing)
  async refund(
    @CurrentActor() actor: Actor,
    @Param('id', new IdPipe('PAYMENT_NOT_FOUND')) id: string,
    @Body() body: PaymentReasonDto,
  ): Promise<SuccessBody<null>> {
    await this.decisions.decide(actor, id, 'refund-ordered', body.reason);
    return success(null);
  }

  /** Takes a held payment for what was asked, and counts its votes. */
  @SuperAdmin()
  @Post(':id/accept')
  @HttpCode(200)
  @Answers(nothing)
  async accept(
    @CurrentActor() actor: Actor,
    @Param('id', new IdPipe('PAYMENT_NOT_FOUND')) id: string,
    @Body() body: PaymentReasonDto,
  ): Promise<SuccessBody<null>> {
    await this.decisions.decide(actor, id, 'accepted', body.reason);
    return success(null);
  }
}
