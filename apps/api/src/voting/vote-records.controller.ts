import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import {
  type DailyVotes,
  DEFAULT_PAGE_SIZES,
  type PageBody,
  pageOf,
  type RevealedVoter,
  SETTLEMENT_STATUSES,
  success,
  type SuccessBody,
  type VoteRecordView,
  type VoteStats,
} from '@abato/contracts';
import { RevealService } from '@abato/payments';
import { type Clock, CLOCK } from '@abato/platform';
import { VoteRecordsRepository } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { ApiPaging, type ListQuery, readChoice, readPage, readWholeNumber } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import {
  dailyVotesSchema,
  revealedVoterSchema,
  voteRecordSchema,
  voteStatsSchema,
} from '../open-api/figure-views.js';
import { list, oneOf } from '../open-api/schema.js';

const ContestId = () => Param('contestId', new IdPipe('CONTEST_NOT_FOUND'));
const DEFAULT_DAYS = 7;
const MAX_DAYS = 366;

@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes')
export class VoteRecordsController {
  constructor(
    private readonly contests: ContestsRepository,
    private readonly records: VoteRecordsRepository,
    private readonly reveals: RevealService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Organiser()
  @Get('contest/:contestId')
  @ApiPaging(DEFAULT_PAGE_SIZES.votes, { status: oneOf(SETTLEMENT_STATUSES) })
  @AnswersPage(voteRecordSchema)
  async list(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
    @Query() query: ListQuery,
  ): Promise<PageBody<VoteRecordView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.votes);
    const status = readChoice('status', query.status, SETTLEMENT_STATUSES);
    await this.contests.assertVisible(contestId, ownerScope(actor));
    const { items, total } = await this.records.list(contestId, status, page);
    return pageOf(items, page, total);
  }

  @Organiser()
  @Get('contest/:contestId/stats')
  @Answers(voteStatsSchema)
  async stats(@CurrentActor() actor: Actor, @ContestId() contestId: string): Promise<SuccessBody<VoteStats>> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return success(await this.records.stats(contestId));
  }

  @Organiser()
  @Get('contest/:contestId/daily')
  @ApiQuery({ name: 'days', required: false, schema: { type: 'integer', minimum: 1, default: DEFAULT_DAYS } })
  @Answers(list(dailyVotesSchema))
  async daily(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
    @Query('days') days: unknown,
  ): Promise<SuccessBody<DailyVotes[]>> {
    const wanted = readWholeNumber('days', days, DEFAULT_DAYS, MAX_DAYS);
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return success(await this.records.daily(contestId, wanted, this.clock.now()));
  }

  /** The voter of one vote, unmasked. Every call is written to the audit log. */
  @Organiser()
  @Post(':id/reveal')
  @HttpCode(200)
  @Answers(revealedVoterSchema)
  async reveal(
    @CurrentActor() actor: Actor,
    @Param('id', new IdPipe('VOTE_NOT_FOUND')) id: string,
  ): Promise<SuccessBody<RevealedVoter>> {
    return success(await this.reveals.vote(actor, id));
  }
}
