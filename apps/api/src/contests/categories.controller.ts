import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  CategoriesRepository,
  CategoriesService,
  ContestsRepository,
  StatsRepository,
} from '@abato/contests';
import {
  type CategoryStats,
  categoryStatsView,
  categoryView,
  type CategoryView,
  nothing,
  pageAt,
} from '@abato/contracts';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import type { Listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import {
  CategoryListQuery,
  CategoryPath,
  ContestCategoryListQuery,
  CreateCategoryDto,
  UpdateCategoryDto,
} from './category.dto.js';
import { OfContestPath } from './contest.dto.js';

@ApiTags('categories')
@ApiBearerAuth()
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly repository: CategoriesRepository,
    private readonly contests: ContestsRepository,
    private readonly statistics: StatsRepository,
    private readonly categories: CategoriesService,
  ) {}

  /** The signed-in user's own categories. */
  @Organiser()
  @Get()
  @AnswersPage(categoryView)
  async list(@CurrentActor() actor: Actor, @Query() query: CategoryListQuery): Promise<Listed<CategoryView>> {
    return this.page(actor.id, query, query.contestId);
  }

  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(categoryView)
  async listAll(@Query() query: CategoryListQuery): Promise<Listed<CategoryView>> {
    return this.page(null, query, query.contestId);
  }

  @Organiser()
  @Get('contest/:contestId')
  @AnswersPage(categoryView)
  async listOfContest(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: ContestCategoryListQuery,
  ): Promise<Listed<CategoryView>> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return this.page(ownerScope(actor), query, contestId);
  }

  @Organiser()
  @Post()
  @Answers(categoryView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateCategoryDto): Promise<CategoryView> {
    return this.categories.create(actor, body);
  }

  @Organiser()
  @Get(':id')
  @Answers(categoryView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: CategoryPath): Promise<CategoryView> {
    return this.repository.view(id, ownerScope(actor));
  }

  @Organiser()
  @Put(':id')
  @Answers(categoryView)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { id }: CategoryPath,
    @Body() body: UpdateCategoryDto,
  ): Promise<CategoryView> {
    return this.categories.update(actor, id, body);
  }

  @Organiser()
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: CategoryPath): Promise<void> {
    await this.categories.delete(actor, id);
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(categoryStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: CategoryPath): Promise<CategoryStats> {
    await this.repository.assertVisible(id, ownerScope(actor));
    return this.statistics.ofCategory(id);
  }

  private async page(
    ownerId: string | null,
    query: ContestCategoryListQuery,
    contestId: string | undefined,
  ): Promise<Listed<CategoryView>> {
    const page = pageAt(query.page, query.pageSize);
    const filter = { ownerId, contestId, search: query.search };
    const { items, total } = await this.repository.list(filter, page);
    return { items, total, page };
  }
}
