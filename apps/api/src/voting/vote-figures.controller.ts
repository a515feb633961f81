import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import {
  LONGEST_TIMELINE,
  success,
  type SuccessBody,
  TIMELINE_UNITS,
  type TimelineUnit,
  type VotePace,
  type VoteTimeline,
} from '@abato/contracts';
import { type Clock, CLOCK } from '@abato/platform';
import { VoteFiguresRepository } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { type ListQuery, readChoice, readWholeNumber } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers } from '../open-api/answers.decorator.js';
import { votePaceSchema, voteTimelineSchema } from '../open-api/vote-figure-views.js';

const ContestId = () => Param('contestId', new IdPipe('CONTEST_NOT_FOUND'));
const DEFAULT_COUNT: Record<TimelineUnit, number> = { hour: 24, day: 30 };

@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes/contest/:contestId')
export class VoteFiguresController {
  constructor(
    private readonly contests: ContestsRepository,
    private readonly figures: VoteFiguresRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Votes and revenue per hour or day, and their sums by method and channel over the same period. */
  @Organiser()
  @Get('timeline')
  @ApiQuery({ name: 'unit', required: false, schema: { enum: [...TIMELINE_UNITS], default: 'day' } })
  @ApiQuery({
    name: 'count',
    required: false,
    description: 'Units up to and including the running one: 24 hours or 30 days unless told.',
    schema: { type: 'integer', minimum: 1, maximum: LONGEST_TIMELINE.day },
  })
  @Answers(voteTimelineSchema)
  async timeline(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
    @Query() query: ListQuery,
  ): Promise<SuccessBody<VoteTimeline>> {
    const unit = readChoice('unit', query.unit, TIMELINE_UNITS) ?? 'day';
    const count = readWholeNumber('count', query.count, DEFAULT_COUNT[unit], LONGEST_TIMELINE[unit]);
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return success(await this.figures.timeline(contestId, unit, count, this.clock.now()));
  }

  /** How fast votes arrive now, and whether that is unusual. */
  @Organiser()
  @Get('pace')
  @Answers(votePaceSchema)
  async pace(@CurrentActor() actor: Actor, @ContestId() contestId: string): Promise<SuccessBody<VotePace>> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return success(await this.figures.pace(contestId, this.clock.now()));
  }
}
