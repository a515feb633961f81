import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { ContestantsRepository, ContestantsService } from '@abato/contests';
import { contestantRules, contestantStatsView, contestantView, list, nothing } from '@abato/contracts';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { TakesBody } from '../http/json-body.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  CategoryContestantListQuery,
  ContestantListQuery,
  ContestantPath,
  CreateContestantDto,
  ListedContestantsDto,
  OfCategoryPath,
  UpdateContestantDto,
} from './contestant.dto.js';

/** A list of 30,000 characters, which may have two bytes each. */
const LIST_BYTES = 64 * 1024;

@ApiTags('contestants')
@ApiBearerAuth()
@Controller('contestants')
export class ContestantsController {
  constructor(
    private readonly repository: ContestantsRepository,
    private readonly contestants: ContestantsService,
  ) {}

  @Describes(
    'List own contestants',
    'Returns the contestants of the signed-in user’s own contests, with optional filters by category and text.',
  )
  @Organiser('contest.read')
  @Get()
  @AnswersPage(contestantView)
  async list(@CurrentActor() actor: Actor, @Query() query: ContestantListQuery) {
    return this.page(actor.id, query, query.categoryId);
  }

  @Describes(
    'List all contestants',
    'Returns the contestants of all organisers, with optional filters by category and text.',
  )
  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(contestantView)
  async listAll(@Query() query: ContestantListQuery) {
    return this.page(null, query, query.categoryId);
  }

  @Describes(
    'List the contestants of a category',
    'Returns the contestants of one category. An organiser’s request for another organiser’s category is answered as not found.',
  )
  @Organiser('contest.read')
  @Get('category/:categoryId')
  @AnswersPage(contestantView)
  async listOfCategory(
    @CurrentActor() actor: Actor,
    @Param() { categoryId }: OfCategoryPath,
    @Query() query: CategoryContestantListQuery,
  ) {
    return listed(query, (page) => this.repository.listOf(actor, categoryId, query.search, page));
  }

  @Describes(
    'Create a contestant',
    'Adds a contestant to an own category. Refuses another user’s category and a photo that is not an image or larger than 5 MB.',
  )
  @Organiser('nominees.write')
  @Post()
  @AcceptsMultipart(contestantRules, 'photo')
  @Answers(contestantView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateContestantDto) {
    return this.contestants.create(actor, body);
  }

  @Describes(
    'Create the contestants of a list',
    'Adds the contestants of a pasted list or CSV (name, bio) to an own category in its order, without photos: all of them or none. Refuses another user’s category, and names each line that cannot be used.',
  )
  @Organiser('nominees.write')
  @Post('list')
  @TakesBody({ bodyBytes: LIST_BYTES })
  @Answers(list(contestantView), { status: 201 })
  async createListed(@CurrentActor() actor: Actor, @Body() body: ListedContestantsDto) {
    return this.contestants.addList(actor, body);
  }

  @Describes(
    'Read one contestant',
    'Returns one contestant. An organiser’s request for another organiser’s contestant is answered as not found.',
  )
  @Organiser('contest.read')
  @Get(':id')
  @Answers(contestantView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: ContestantPath) {
    return this.repository.view(actor, id);
  }

  @Describes(
    'Change a contestant',
    'Changes the given fields of an own contestant. Refuses a move to another contest, and to another category once there are votes.',
  )
  @Organiser('nominees.write')
  @Put(':id')
  @AcceptsMultipart(contestantRules, 'photo')
  @Answers(contestantView)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { id }: ContestantPath,
    @Body() body: UpdateContestantDto,
  ) {
    return this.contestants.update(actor, id, body);
  }

  @Describes(
    'Delete a contestant',
    'Deletes an own contestant, or archives one that has votes. Refuses another user’s contestant.',
  )
  @Organiser('nominees.write')
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: ContestantPath) {
    await this.contestants.delete(actor, id);
  }

  @Describes(
    'Read the figures of a contestant',
    'Returns the figures of one contestant. An organiser’s request for another organiser’s contestant is answered as not found.',
  )
  @Organiser('votes.read')
  @Get(':id/stats')
  @Answers(contestantStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: ContestantPath) {
    return this.repository.stats(actor, id);
  }

  private async page(
    ownerId: string | null,
    query: CategoryContestantListQuery,
    categoryId: string | undefined,
  ) {
    const filter = { ownerId, categoryId, search: query.search };
    return listed(query, (page) => this.repository.list(filter, page));
  }
}
