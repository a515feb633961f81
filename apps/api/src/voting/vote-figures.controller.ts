import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { votePaceView, voteTimelineView } from '@abato/contracts';
import { VoteRecordsRepository } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { TimelineQuery, unitsOf } from './vote.dto.js';

@ApiTags('votes')
@ApiBearerAuth()
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
