import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { list, nothing, type PaymentAttention, paymentAttentionView } from '@abato/contracts';
import { PaymentDecisionsService } from '@abato/payments';
import { CurrentActor, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { PaymentReasonDto, PaymentPath } from './payment.dto.js';

/** What only a person can decide about money. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentDecisionsController {
  constructor(private readonly decisions: PaymentDecisionsService) {}

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
    'Orders a refund at the provider and takes the votes back. Refuses cash and a payment whose state does not allow it.',
  )
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
