import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { CategoriesRepository, CategoriesService } from '@abato/contests';
import { categoryStatsView, categoryView, nothing } from '@abato/contracts';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  CategoryListQuery,
  CategoryPath,
  ContestCategoryListQuery,
  CreateCategoryDto,
  DeleteCategoryQuery,
  UpdateCategoryDto,
} from './category.dto.js';
import { OfContestPath } from './contest.dto.js';

@ApiTags('categories')
@ApiBearerAuth()
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly repository: CategoriesRepository,
    private readonly categories: CategoriesService,
  ) {}

  @Describes(
    'List own categories',
    'Returns the categories of the signed-in user’s own contests, with optional filters by contest and text.',
  )
  @Organiser('contest.read')
  @Get()
  @AnswersPage(categoryView)
  async list(@CurrentActor() actor: Actor, @Query() query: CategoryListQuery) {
    return this.page(actor.id, query, query.contestId);
  }

  @Describes(
    'List all categories',
    'Returns the categories of all organisers, with optional filters by contest and text.',
  )
  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(categoryView)
  async listAll(@Query() query: CategoryListQuery) {
    return this.page(null, query, query.contestId);
  }

  @Describes(
    'List the categories of a contest',
    'Returns the categories of one contest. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get('contest/:contestId')
  @AnswersPage(categoryView)
  async listOfContest(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: ContestCategoryListQuery,
  ) {
    return listed(query, (page) => this.repository.listOf(actor, contestId, query.search, page));
  }

  @Describes('Create a category', 'Adds a category to an own contest. Refuses another user’s contest.')
  @Organiser('contest.write')
  @Post()
  @Answers(categoryView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateCategoryDto) {
    return this.categories.create(actor, body);
  }

  @Describes(
    'Read one category',
    'Returns one category. An organiser’s request for another organiser’s category is answered as not found.',
  )
  @Organiser('contest.read')
  @Get(':id')
  @Answers(categoryView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: CategoryPath) {
    return this.repository.view(actor, id);
  }

  @Describes(
    'Change a category',
    'Changes the given fields of an own category. Refuses another user’s category and a move to another contest.',
  )
  @Organiser('contest.write')
  @Put(':id')
  @Answers(categoryView)
  async update(@CurrentActor() actor: Actor, @Param() { id }: CategoryPath, @Body() body: UpdateCategoryDto) {
    return this.categories.update(actor, id, body);
  }

  @Describes(
    'Delete a category',
    'Deletes an own category with its contestants, or archives them if they have votes. Refuses another user’s category.',
  )
  @Organiser('contest.write')
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(
    @CurrentActor() actor: Actor,
    @Param() { id }: CategoryPath,
    @Query() { amendmentReason }: DeleteCategoryQuery,
  ) {
    await this.categories.delete(actor, id, amendmentReason);
  }

  @Describes(
    'Read the figures of a category',
    'Returns the figures of one category. An organiser’s request for another organiser’s category is answered as not found.',
  )
  @Organiser('votes.read')
  @Get(':id/stats')
  @Answers(categoryStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: CategoryPath) {
    return this.repository.stats(actor, id);
  }

  private async page(ownerId: string | null, query: ContestCategoryListQuery, contestId: string | undefined) {
    const filter = { ownerId, contestId, search: query.search };
    return listed(query, (page) => this.repository.list(filter, page));
  }
}
