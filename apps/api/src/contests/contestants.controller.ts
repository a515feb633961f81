import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  CategoriesRepository,
  ContestantsRepository,
  ContestantsService,
  StatsRepository,
} from '@abato/contests';
import {
  contestantRules,
  type ContestantStats,
  contestantStatsView,
  contestantView,
  type ContestantView,
  nothing,
  pageAt,
} from '@abato/contracts';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import type { Listed } from '../http/envelope.interceptor.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import {
  CategoryContestantListQuery,
  ContestantListQuery,
  ContestantPath,
  CreateContestantDto,
  OfCategoryPath,
  UpdateContestantDto,
} from './contestant.dto.js';

@ApiTags('contestants')
@ApiBearerAuth()
@Controller('contestants')
export class ContestantsController {
  constructor(
    private readonly repository: ContestantsRepository,
    private readonly categories: CategoriesRepository,
    private readonly statistics: StatsRepository,
    private readonly contestants: ContestantsService,
  ) {}

  /** The signed-in user's own contestants. */
  @Organiser()
  @Get()
  @AnswersPage(contestantView)
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ContestantListQuery,
  ): Promise<Listed<ContestantView>> {
    return this.page(actor.id, query, query.categoryId);
  }

  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(contestantView)
  async listAll(@Query() query: ContestantListQuery): Promise<Listed<ContestantView>> {
    return this.page(null, query, query.categoryId);
  }

  @Organiser()
  @Get('category/:categoryId')
  @AnswersPage(contestantView)
  async listOfCategory(
    @CurrentActor() actor: Actor,
    @Param() { categoryId }: OfCategoryPath,
    @Query() query: CategoryContestantListQuery,
  ): Promise<Listed<ContestantView>> {
    await this.categories.assertVisible(categoryId, ownerScope(actor));
    return this.page(ownerScope(actor), query, categoryId);
  }

  @Organiser()
  @Post()
  @AcceptsMultipart(contestantRules, 'photo')
  @Answers(contestantView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateContestantDto): Promise<ContestantView> {
    return this.contestants.create(actor, body);
  }

  @Organiser()
  @Get(':id')
  @Answers(contestantView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: ContestantPath): Promise<ContestantView> {
    return this.repository.view(id, ownerScope(actor));
  }

  @Organiser()
  @Put(':id')
  @AcceptsMultipart(contestantRules, 'photo')
  @Answers(contestantView)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { id }: ContestantPath,
    @Body() body: UpdateContestantDto,
  ): Promise<ContestantView> {
    return this.contestants.update(actor, id, body);
  }

  @Organiser()
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: ContestantPath): Promise<void> {
    await this.contestants.delete(actor, id);
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(contestantStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: ContestantPath): Promise<ContestantStats> {
    const { categoryId } = await this.repository.view(id, ownerScope(actor));
    return this.statistics.ofContestant(id, categoryId);
  }

  private async page(
    ownerId: string | null,
    query: CategoryContestantListQuery,
    categoryId: string | undefined,
  ): Promise<Listed<ContestantView>> {
    const page = pageAt(query.page, query.pageSize);
    const filter = { ownerId, categoryId, search: query.search };
    const { items, total } = await this.repository.list(filter, page);
    return { items, total, page };
  }
}
