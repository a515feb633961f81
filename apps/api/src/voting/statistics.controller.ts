import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  contestConsoleView,
  contestSmsView,
  overviewView,
  statisticsChartsView,
  statisticsView,
  votePaceView,
  voteTimelineView,
} from '@abato/contracts';
import { type Clock, CLOCK } from '@abato/platform';
import { ContestConsoleService, OverviewService } from '@abato/reports';
import { ContestSmsReader, StatisticsService, VoteRecordsRepository } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { Answers, Describes } from '../open-api/answers.decorator.js';
import { ChartsQuery, TimelineQuery, unitsOf } from './vote.dto.js';

@ApiTags('statistics')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Describes(
    'Read the overall figures',
    'Returns the figures of all own contests; for super admins, of the whole platform.',
  )
  @Organiser('votes.read')
  @Get()
  @Answers(statisticsView)
  async read(@CurrentActor() actor: Actor) {
    return this.statistics.read(ownerScope(actor));
  }

  @Describes(
    'Read what the charts are drawn from',
    'Returns votes and revenue over time, by hour of the day, method and channel, the way from cast to paid, and votes per voter: of one contest, of all own ones, for super admins of all. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('charts')
  @Answers(statisticsChartsView)
  async readCharts(@CurrentActor() actor: Actor, @Query() { contest, unit, count }: ChartsQuery) {
    return this.statistics.charts(actor, contest ?? null, { unit, count: unitsOf(unit, count) });
  }
}

@ApiTags('contests')
@Controller()
export class ContestConsoleController {
  constructor(
    private readonly console: ContestConsoleService,
    private readonly overview: OverviewService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Describes(
    'Read the console of a contest',
    'Returns the standings as they are now, also while results are hidden, votes per minute, the health of payments, held votes and the number of viewers. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('contests/:contestId/console')
  @Answers(contestConsoleView)
  async read(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.console.read(actor, contestId, this.clock.now());
  }

  @Describes(
    'Read the overview',
    'Returns own contests with votes per hour, today’s figures and what waits for a decision; for super admins, of the whole platform.',
  )
  @Organiser('votes.read')
  @Get('statistics/overview')
  @Answers(overviewView)
  async readOverview(@CurrentActor() actor: Actor) {
    return this.overview.read(actor, this.clock.now());
  }
}

@ApiTags('votes')
@Controller('votes/contest/:contestId')
export class VoteFiguresController {
  constructor(private readonly figures: VoteRecordsRepository) {}

  @Describes(
    'Read the timeline of a contest',
    'Returns votes and revenue per hour or day, and their sums by method and channel. Refuses more units than the longest timeline has.',
  )
  @Organiser('votes.read')
  @Get('timeline')
  @ApiQuery({
    name: 'count',
    required: false,
    description: 'Units up to and including the running one: 24 hours or 30 days unless told.',
  })
  @Answers(voteTimelineView)
  async timeline(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() { unit, count }: TimelineQuery,
  ) {
    return this.figures.timeline(actor, contestId, unit, unitsOf(unit, count));
  }

  @Describes(
    'Read the voting pace of a contest',
    'Returns how fast votes arrive now, and whether that is unusual. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('pace')
  @Answers(votePaceView)
  async pace(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.figures.pace(actor, contestId);
  }
}

@ApiTags('contests')
@Controller('contests/:contestId/sms')
export class ContestSmsController {
  constructor(private readonly sms: ContestSmsReader) {}

  @Describes(
    'Read what a contest has sent by SMS',
    'Returns messages, how many arrived, their cost by the platform’s price, and the codes of today with the most that are sent in a day. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get()
  @Answers(contestSmsView)
  async read(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.sms.read(actor, contestId);
  }
}
