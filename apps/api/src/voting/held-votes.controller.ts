import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { heldVotesDecidedView, heldVoteView, intakeFiguresView } from '@abato/contracts';
import { HeldVotes } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { DecideHeldVotesDto } from './held-vote.dto.js';
import { HeldVoteListQuery } from './vote.dto.js';

/** Free votes that look automated: what was received, what is held and why, and the organiser's decision. */
@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes/contest/:contestId')
export class HeldVotesController {
  constructor(private readonly held: HeldVotes) {}

  @Describes(
    'Read the intake of a contest',
    'Returns the figures of free votes: received = counted + held + rejected. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('intake')
  @Answers(intakeFiguresView)
  async intake(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.held.intake(actor, contestId);
  }

  @Describes(
    'List held votes',
    'Returns free votes that look automated, with the cause and optional filters by state and cause (`heldFor`). An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('held')
  @AnswersPage(heldVoteView)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: HeldVoteListQuery,
  ) {
    const { state, heldFor } = query;
    return listed(query, (page) => this.held.list(actor, contestId, { state, heldFor }, page));
  }

  @Describes(
    'Decide about held votes',
    'Releases held votes, which count from then on and are marked as let in by the organiser, or rejects them. The reason is public; the decision is written to the audit log. After the end only votes held before it are decided, and none once results are final. Refuses another user’s contest.',
  )
  @Organiser('contest.run')
  @Post('held/decide')
  @HttpCode(200)
  @Answers(heldVotesDecidedView)
  async decide(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Body() body: DecideHeldVotesDto,
  ) {
    return this.held.decide(actor, contestId, body);
  }
}
