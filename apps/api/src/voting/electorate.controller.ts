import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  addedElectorsView,
  DEFAULT_PAGE_SIZES,
  electorateExamples,
  electorateRules,
  electorateView,
  listQuery,
  nothing,
  votedElectorView,
} from '@abato/contracts';
import { Electorates } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { ContestPath } from '../contests/contest.dto.js';
import { AcceptsCsv } from '../http/unread-body.js';
import { bodyOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';

export class ElectorateDto extends bodyOf(electorateRules, electorateExamples) {}
export class VotedListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.electors, {})) {}

/** The listed voters of a contest of the level ELECTORATE. */
@ApiTags('contests')
@Controller('contests/:id/electorate')
export class ElectorateController {
  constructor(private readonly electorates: Electorates) {}

  @Describes(
    'Count the listed voters of a contest',
    'Returns how many phone numbers and ballot codes may vote, and how many have. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get()
  @Answers(electorateView)
  async read(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.electorates.read(actor, id);
  }

  @Describes(
    'List who has voted',
    'Returns the masked numbers of the electors who have voted, without times and choices, in an order that tells nothing. Refuses contests of another level and those that have not ended. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('voted')
  @AnswersPage(votedElectorView)
  async voted(@CurrentActor() actor: Actor, @Param() { id }: ContestPath, @Query() query: VotedListQuery) {
    return listed(query, (page) => this.electorates.voted(actor, id, page));
  }

  @Describes(
    'Add voters to the list of a contest',
    'Adds phone numbers (JSON, or the CSV itself as text/csv) and makes ballot codes, which only this answer shows: all or nothing. Refuses contests of another level and those that have ended, and names each line that cannot be used.',
  )
  @Organiser('contest.write')
  @Post()
  @AcceptsCsv('list')
  @Answers(addedElectorsView, { status: 201 })
  async add(@CurrentActor() actor: Actor, @Param() { id }: ContestPath, @Body() body: ElectorateDto) {
    return this.electorates.add(actor, id, body);
  }

  @Describes(
    'Clear the list of voters of a draft',
    'Removes all phone numbers and ballot codes of an own draft. Refuses a contest that has been activated.',
  )
  @Organiser('contest.write')
  @Delete()
  @Answers(nothing)
  async clear(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    await this.electorates.clear(actor, id);
  }
}
