import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { paymentStatsView, paymentView, revealedVoterView, revenueView } from '@abato/contracts';
import { PaymentRecordsRepository, RevealService } from '@abato/reports';
import { type Clock, CLOCK } from '@abato/platform';
import { CurrentActor, Organiser, Reauthenticated } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { RevealDto } from '../voting/vote.dto.js';
import { PaymentPath, PaymentListQuery } from './payment.dto.js';

@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class PaymentRecordsController {
  constructor(
    private readonly records: PaymentRecordsRepository,
    private readonly reveals: RevealService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Describes(
    'List the payments of a contest',
    'Returns payments with masked payers, with optional filters by status, precise state, method and day. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('contest/:contestId')
  @AnswersPage(paymentView)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: PaymentListQuery,
  ) {
    return listed(query, (page) => this.records.list(actor, contestId, query, page));
  }

  @Describes(
    'Read the payment figures of a contest',
    'Returns revenue, payments by method and counts by status. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('contest/:contestId/stats')
  @Answers(paymentStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.records.stats(actor, contestId);
  }

  @Describes(
    'Read the revenue',
    'Returns the revenue of all own contests; for super admins, of all contests.',
  )
  @Organiser('payments.read')
  @Get('revenue')
  @Answers(revenueView)
  async revenue(@CurrentActor() actor: Actor) {
    return this.records.revenue(actor, this.clock.now());
  }

  @Describes(
    'Reveal a payer',
    'Returns the unmasked payer of one payment and writes the call to the audit log. After 20 persons within an hour, refuses calls without a reason, and without password or code given anew for each 20 more; super admins are told. An organiser’s request for a payment of another organiser is answered as not found.',
  )
  @Organiser('voters.reveal')
  @Reauthenticated()
  @OwnKeys()
  @Post(':id/reveal')
  @HttpCode(200)
  @Answers(revealedVoterView)
  async reveal(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() { reason }: RevealDto) {
    return this.reveals.payment(actor, id, reason);
  }
}
