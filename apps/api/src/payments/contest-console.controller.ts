import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { contestConsoleView, overviewView } from '@abato/contracts';
import { ContestConsoleService, OverviewService } from '@abato/reports';
import { type Clock, CLOCK } from '@abato/platform';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

@ApiTags('contests')
@ApiBearerAuth()
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
