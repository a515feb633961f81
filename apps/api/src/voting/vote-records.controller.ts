import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { dailyVotesView, list, revealedVoterView, voteRecordView, voteStatsView } from '@abato/contracts';
import { RevealService } from '@abato/reports';
import { VoteRecordsRepository } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { RevealDto, VotePath, VoteListQuery, DailyVotesQuery } from './vote.dto.js';

@ApiTags('votes')
@Controller('votes')
export class VoteRecordsController {
  constructor(
    private readonly records: VoteRecordsRepository,
    private readonly reveals: RevealService,
  ) {}

  @Describes(
    'List the votes of a contest',
    'Returns votes with masked voters, with optional filters by status, source and day. Refuses elections, whose ballots are secret. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('contest/:contestId')
  @AnswersPage(voteRecordView)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: VoteListQuery,
  ) {
    return listed(query, (page) => this.records.list(actor, contestId, query, page));
  }

  @Describes(
    'Read the vote figures of a contest',
    'Returns counted votes, distinct voters and counts by status. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('contest/:contestId/stats')
  @Answers(voteStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.records.stats(actor, contestId);
  }

  @Describes(
    'Read the votes per day',
    'Returns votes and transactions of the last days. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('contest/:contestId/daily')
  @Answers(list(dailyVotesView))
  async daily(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() { days }: DailyVotesQuery,
  ) {
    return this.records.daily(actor, contestId, days);
  }

  @Describes(
    'Reveal a voter',
    'Returns the unmasked voter of one vote and writes the call to the audit log. After 20 persons within an hour, refuses calls without a reason, and without password or code given anew for each 20 more; super admins are told. Refuses elections, whose ballots are secret. An organiser’s request for a vote of another organiser is answered as not found.',
  )
  @Organiser('voters.reveal')
  @Reauthenticated()
  @OwnKeys()
  @Post(':id/reveal')
  @Answers(revealedVoterView)
  async reveal(@CurrentActor() actor: Actor, @Param() { id }: VotePath, @Body() { reason }: RevealDto) {
    return this.reveals.vote(actor, id, reason);
  }
}
