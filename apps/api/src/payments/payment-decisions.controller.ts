import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { correctionResult, nothing, paymentAttentionView, resolvedAccountView } from '@abato/contracts';
import { PaymentDecisionsService, RefundAccountService, RefundRequestsService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  BookPageQuery,
  PaymentPath,
  PaymentReasonDto,
  RefundAccountDto,
  ResolveRefundAccountDto,
} from './payment.dto.js';

/** What only a person can decide about money. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentDecisionsController {
  constructor(
    private readonly decisions: PaymentDecisionsService,
    private readonly refunds: RefundRequestsService,
    private readonly accounts: RefundAccountService,
  ) {}

  @Describes(
    'List payments that need a decision',
    'Returns payments that are held for review, disputed, reversed, or whose refund failed, newest first.',
  )
  @SuperAdmin()
  @Get('attention')
  @AnswersPage(paymentAttentionView)
  async attention(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.decisions.waiting(page));
  }

  @Describes(
    'Refund a payment',
    'A super admin orders a refund at the provider and takes the votes back. An organiser asks for it: nothing changes until a super admin confirms. Refuses cash, a payment whose state does not allow it, and above the amount of a setting an account without a second factor. An organiser’s call about a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post(':id/refund')
  @HttpCode(200)
  @Answers(correctionResult)
  async refund(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: PaymentReasonDto) {
    return this.refunds.refund(actor, id, body.reason);
  }

  @Describes(
    'Look up the name of a payer’s account',
    'Returns the name that the payment provider has for an account, for a refund that needs one. Limited per person; refuses an account that the provider does not know and a payment whose refund is not stuck.',
  )
  @SuperAdmin()
  @OwnKeys()
  @Post(':id/refund-account/resolve')
  @HttpCode(200)
  @Answers(resolvedAccountView)
  async resolveAccount(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: ResolveRefundAccountDto,
  ) {
    return this.accounts.resolve(actor, id, body);
  }

  @Describes(
    'Give the account of a payer',
    'Has the provider pay a refund that it could not carry out to another account of the payer. The account is passed on and not kept. Refuses a refund for which the provider asks for no account, another name than the provider has, and above the amount of a setting an account without a second factor.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/refund-account')
  @HttpCode(200)
  @Answers(nothing)
  async giveAccount(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: RefundAccountDto,
  ) {
    await this.accounts.give(actor, id, body);
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
  async accept(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: PaymentReasonDto) {
    await this.decisions.decide(actor, id, 'accepted', body.reason);
  }
}
