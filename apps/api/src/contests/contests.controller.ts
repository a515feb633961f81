import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  ChangeContestService,
  ContestsRepository,
  CreateContestService,
  DeleteContestService,
  DuplicateContestService,
} from '@abato/contests';
import {
  contestStatsView,
  contestView,
  type ContestView,
  nothing,
  pageAt,
  publicContestView,
} from '@abato/contracts';
import { PublicContestsService } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import type { Listed } from '../http/envelope.interceptor.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  AllContestsListQuery,
  contestFormRules,
  ContestListQuery,
  ContestPath,
  CreateContestDto,
  UpdateContestDto,
} from './contest.dto.js';

@ApiTags('contests')
@ApiBearerAuth()
@Controller('contests')
export class ContestsController {
  constructor(
    private readonly repository: ContestsRepository,
    private readonly creation: CreateContestService,
    private readonly changes: ChangeContestService,
    private readonly deletion: DeleteContestService,
    private readonly copies: DuplicateContestService,
    private readonly publicContests: PublicContestsService,
  ) {}

  @Describes(
    'List own contests',
    'Returns the signed-in user’s own contests in every state, with optional filters by state, host and text.',
  )
  @Organiser()
  @Get()
  @AnswersPage(contestView)
  async list(@CurrentActor() actor: Actor, @Query() query: ContestListQuery) {
    return this.page(actor.id, query);
  }

  @Describes(
    'List all contests',
    'Returns the contests of all organisers in every state, with optional filters by state, host and text.',
  )
  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(contestView)
  async listAll(@Query() query: AllContestsListQuery) {
    return this.page(null, query);
  }

  @Describes(
    'Create a contest',
    'Creates a draft for an own host. Refuses another user’s host, an end before the start, and a banner that is not an image or larger than 5 MB.',
  )
  @Organiser()
  @Post()
  @AcceptsMultipart(contestFormRules, 'banner')
  @Answers(contestView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateContestDto) {
    return this.creation.create(actor, body);
  }

  @Describes(
    'Read one contest',
    'Returns one contest in any state. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser()
  @Get(':id')
  @Answers(contestView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.repository.view(id, ownerScope(actor));
  }

  @Describes(
    'Change a contest',
    'Changes the given fields of an own contest; `status` activates a draft or ends the contest for good. Refuses to activate a contest without contestants or with a past end, new dates or prices after the end, and other bundles, windows or retention without a reason once votes were cast.',
  )
  @Organiser()
  @Put(':id')
  @AcceptsMultipart(contestFormRules, 'banner')
  @Answers(contestView)
  async update(@CurrentActor() actor: Actor, @Param() { id }: ContestPath, @Body() body: UpdateContestDto) {
    return this.changes.update(actor, id, body);
  }

  @Describes(
    'Duplicate a contest',
    'Creates a draft with the texts, settings, categories and contestants of an own contest, and without its votes, payments and results. Refuses another user’s contest.',
  )
  @Organiser()
  @Post(':id/duplicate')
  @Answers(contestView, { status: 201 })
  async duplicate(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.copies.duplicate(actor, id);
  }

  @Describes(
    'Delete a contest',
    'Deletes an own contest, or archives one that has votes. Refuses another user’s contest.',
  )
  @Organiser()
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    await this.deletion.delete(actor, id);
  }

  @Describes(
    'Pause or resume a contest',
    'Pauses an active own contest and resumes a paused one. Refuses every other state.',
  )
  @Organiser()
  @Patch(':id/toggle-pause')
  @Answers(contestView)
  async togglePause(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.changes.togglePause(actor, id);
  }

  @Describes(
    'Hide or show the results',
    'Hides the counts of an own contest from the public, or shows them again. Refuses another user’s contest.',
  )
  @Organiser()
  @Patch(':id/toggle-results')
  @Answers(contestView)
  async toggleResults(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.changes.toggleResults(actor, id);
  }

  @Describes(
    'Read the figures of a contest',
    'Returns the figures of one contest. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser()
  @Get(':id/stats')
  @Answers(contestStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.repository.stats(id, ownerScope(actor));
  }

  @Describes(
    'Preview the public page of a contest',
    'Returns what voters would see, also for a draft. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser()
  @Get(':id/preview')
  @Answers(publicContestView)
  async preview(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.publicContests.preview(id, ownerScope(actor));
  }

  private async page(ownerId: string | null, query: ContestListQuery): Promise<Listed<ContestView>> {
    const { status, hostId, search } = query;
    const page = pageAt(query.page, query.pageSize);
    const { items, total } = await this.repository.list({ ownerId, status, hostId, search }, page);
    return { items, total, page };
  }
}
