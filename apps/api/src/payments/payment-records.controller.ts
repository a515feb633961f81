import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  DEFAULT_PAGE_SIZES,
  type PageBody,
  pageOf,
  type PaymentStats,
  type PaymentView,
  type RevealedVoter,
  type RevenueView,
  SETTLEMENT_STATUSES,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { PaymentRecordsRepository, RevealService } from '@abato/payments';
import { type Clock, CLOCK } from '@abato/platform';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { ApiPaging, type ListQuery, readChoice, readPage } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import {
  paymentSchema,
  paymentStatsSchema,
  revealedVoterSchema,
  revenueSchema,
} from '../open-api/figure-views.js';
import { oneOf } from '../open-api/schema.js';

const ContestId = () => Param('contestId', new IdPipe('CONTEST_NOT_FOUND'));

@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentRecordsController {
  constructor(
    private readonly records: PaymentRecordsRepository,
    private readonly reveals: RevealService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Organiser()
  @Get('contest/:contestId')
  @ApiPaging(DEFAULT_PAGE_SIZES.payments, { status: oneOf(SETTLEMENT_STATUSES) })
  @AnswersPage(paymentSchema)
  async list(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
    @Query() query: ListQuery,
  ): Promise<PageBody<PaymentView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.payments);
    const status = readChoice('status', query.status, SETTLEMENT_STATUSES);
    await this.records.assertInBooks(contestId, ownerScope(actor));
    const { items, total } = await this.records.list(contestId, status, page);
    return pageOf(items, page, total);
  }

  @Organiser()
  @Get('contest/:contestId/stats')
  @Answers(paymentStatsSchema)
  async stats(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
  ): Promise<SuccessBody<PaymentStats>> {
    await this.records.assertInBooks(contestId, ownerScope(actor));
    return success(await this.records.stats(contestId));
  }

  /** Revenue of all own contests (a super admin: of all) in one call. */
  @Organiser()
  @Get('revenue')
  @Answers(revenueSchema)
  async revenue(@CurrentActor() actor: Actor): Promise<SuccessBody<RevenueView>> {
    return success(await this.records.revenue(ownerScope(actor), this.clock.now()));
  }

  /** The payer of one payment, unmasked. Every call is written to the audit log. */
  @Organiser()
  @Post(':id/reveal')
  @HttpCode(200)
  @Answers(revealedVoterSchema)
  async reveal(
    @CurrentActor() actor: Actor,
    @Param('id', new IdPipe('PAYMENT_NOT_FOUND')) id: string,
  ): Promise<SuccessBody<RevealedVoter>> {
    return success(await this.reveals.payment(actor, id));
  }
}
