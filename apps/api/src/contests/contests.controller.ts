import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { ChangeContestService, ContestsRepository, CreateContestService } from '@abato/contests';
import { contestStatsView, contestView, nothing, publicContestView } from '@abato/contracts';
import { PublicContestsService } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  AllContestsListQuery,
  contestForm,
  ContestListQuery,
  ContestPath,
  CreateContestDto,
  newContestForm,
  UpdateContestDto,
} from './contest.dto.js';

/** 1,000 contestants, each with 250 characters and four names of fields. */
const NEW_CONTEST = { bodyBytes: 256 * 1024, members: 6_000 };

@ApiTags('contests')
@ApiBearerAuth()
@Controller('contests')
export class ContestsController {
  constructor(
    private readonly repository: ContestsRepository,
    private readonly creation: CreateContestService,
    private readonly changes: ChangeContestService,
    private readonly publicContests: PublicContestsService,
  ) {}

  @Describes(
    'List own contests',
    'Returns the signed-in user’s own contests in every state, with optional filters by state, host and text.',
  )
  @Organiser('contest.read')
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
    'Creates a draft for an own host, with its `categories` and their contestants where given, and ACTIVE at once with `activate`: all of it or nothing. Photos follow by PUT. Refuses another user’s host, an end before the start, a banner that is not an image or larger than 5 MB, more than 1,000 contestants, and names each wrong field by its path (`categories.0.contestants.2.name`).',
  )
  @Organiser('contest.write')
  @Post()
  @AcceptsMultipart(newContestForm, 'banner', NEW_CONTEST)
  @Answers(contestView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateContestDto) {
    return this.creation.create(actor, body);
  }

  @Describes(
    'Read one contest',
    'Returns one contest in any state. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get(':id')
  @Answers(contestView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.repository.view(actor, id);
  }

  @Describes(
    'Change a contest',
    'Changes the given fields of an own contest; `status` activates a draft or ends the contest for good. Refuses to activate a contest without contestants or with a past end, new dates or prices after the end, and other bundles, windows or retention without a reason once votes were cast.',
  )
  @Organiser('contest.write')
  @Put(':id')
  @AcceptsMultipart(contestForm, 'banner')
  @Answers(contestView)
  async update(@CurrentActor() actor: Actor, @Param() { id }: ContestPath, @Body() body: UpdateContestDto) {
    return this.changes.update(actor, id, body);
  }

  @Describes(
    'Duplicate a contest',
    'Creates a draft with the texts, settings, categories and contestants of an own contest, and without its votes, payments and results. Refuses another user’s contest.',
  )
  @Organiser('contest.write')
  @Post(':id/duplicate')
  @Answers(contestView, { status: 201 })
  async duplicate(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.creation.duplicate(actor, id);
  }

  @Describes(
    'Delete a contest',
    'Deletes an own contest, or archives one that has votes. Refuses another user’s contest.',
  )
  @Organiser('contest.write')
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    await this.changes.delete(actor, id);
  }

  @Describes(
    'Pause or resume a contest',
    'Pauses an active own contest and resumes a paused one. Refuses every other state.',
  )
  @Organiser('contest.run')
  @Patch(':id/toggle-pause')
  @Answers(contestView)
  async togglePause(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.changes.togglePause(actor, id);
  }

  @Describes(
    'Hide or show the results',
    'Hides the counts of an own contest from the public, or shows them again. Refuses another user’s contest.',
  )
  @Organiser('contest.run')
  @Patch(':id/toggle-results')
  @Answers(contestView)
  async toggleResults(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.changes.toggleResults(actor, id);
  }

  @Describes(
    'Read the figures of a contest',
    'Returns the figures of one contest. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get(':id/stats')
  @Answers(contestStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.repository.stats(actor, id);
  }

  @Describes(
    'Preview the public page of a contest',
    'Returns what voters would see, also for a draft. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get(':id/preview')
  @Answers(publicContestView)
  async preview(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.publicContests.preview(actor, id);
  }

  private async page(ownerId: string | null, query: ContestListQuery) {
    const { status, hostId, search } = query;
    return listed(query, (page) => this.repository.list({ ownerId, status, hostId, search }, page));
  }
}
