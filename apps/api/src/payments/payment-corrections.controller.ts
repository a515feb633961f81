import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { correctionResult, nothing, paymentCorrectionView } from '@abato/contracts';
import { PaymentCorrectionsService, RefundRequestsService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  BookPageQuery,
  PaymentPath,
  PaymentReasonDto,
  RejectCorrectionDto,
  ReturnedDto,
} from './payment.dto.js';

/** What a super admin says about money although the provider does not; above GHS 10,000 a second person confirms it. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentCorrectionsController {
  constructor(
    private readonly corrections: PaymentCorrectionsService,
    private readonly requests: RefundRequestsService,
  ) {}

  @Describes(
    'List corrections that wait',
    'Returns corrections of payments above GHS 10,000 and requests for refunds and acceptances of disputes that a second person has to confirm, newest first, with the votes that would be taken back.',
  )
  @SuperAdmin()
  @Get('corrections')
  @AnswersPage(paymentCorrectionView)
  async waiting(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.corrections.waiting(page));
  }

  @Describes(
    'Record that money was returned',
    'Takes back the votes of a payment, or of a part of it, whose money the payer has back: cash entered by mistake, a refund paid in another way, a lost dispute. Refuses more than what is left and a payment whose state does not allow it.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/returned')
  @HttpCode(200)
  @Answers(correctionResult)
  async returned(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: ReturnedDto) {
    return this.corrections.returned(actor, id, body);
  }

  @Describes(
    'Record that a disputed payment was kept',
    'Ends a dispute whose end the provider has not told: the votes go on counting. Refuses a payment that is not disputed.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/kept')
  @HttpCode(200)
  @Answers(correctionResult)
  async kept(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() { reason }: PaymentReasonDto,
  ) {
    return this.corrections.kept(actor, id, reason);
  }

  @Describes(
    'Ask for a refund',
    'Asks the super admins to refund a payment whose votes count; nothing changes until one confirms it. Refuses cash and a payment that waits for another correction. An organiser’s request for a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post(':id/refund-request')
  @HttpCode(200)
  @Answers(correctionResult)
  async askForRefund(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() { reason }: PaymentReasonDto,
  ) {
    return this.requests.ask(actor, id, reason);
  }

  @Describes(
    'Withdraw a request for a refund',
    'Takes back a request that no super admin has decided about; the payment stays as it is. Refuses a payment without such a request. An organiser’s call about a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.act')
  @Delete(':id/refund-request')
  @Answers(nothing)
  async withdrawRefund(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath) {
    await this.requests.withdraw(actor, id);
  }

  @Describes(
    'Confirm a correction',
    'Carries out a correction that another person has entered; a request for a refund orders it at the provider, one about a dispute accepts it there. Refuses the person who entered it, one that was decided, and one that the payment does not allow any more.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post('corrections/:id/confirm')
  @HttpCode(200)
  @Answers(nothing)
  async confirm(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath) {
    await this.corrections.confirm(actor, id);
  }

  @Describes(
    'Reject a correction',
    'Closes a correction without carrying it out. Refuses one that was decided.',
  )
  @SuperAdmin()
  @Post('corrections/:id/reject')
  @HttpCode(200)
  @Answers(nothing)
  async reject(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() { reason }: RejectCorrectionDto,
  ) {
    await this.corrections.reject(actor, id, reason);
  }
}
