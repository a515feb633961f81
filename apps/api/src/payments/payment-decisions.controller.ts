import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { list, nothing, type PaymentAttention, paymentAttentionView } from '@abato/contracts';
import { PaymentDecisionsService } from '@abato/payments';
import { CurrentActor, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { PaymentReasonDto, PaymentPath } from './payment.dto.js';

/** What only a person can decide about money. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentDecisionsController {
  constructor(private readonly decisions: PaymentDecisionsService) {}

  @SuperAdmin()
  @Get('attention')
  @Answers(list(paymentAttentionView))
  async attention(): Promise<PaymentAttention[]> {
    return this.decisions.waiting();
  }

  /** Gives the money back; the votes it bought are taken back with it. */
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/refund')
  @HttpCode(200)
  @Answers(nothing)
  async refund(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: PaymentReasonDto,
  ): Promise<void> {
    await this.decisions.decide(actor, id, 'refund-ordered', body.reason);
  }

  /** Takes a held payment for what was asked, and counts its votes. */
  @SuperAdmin()
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
