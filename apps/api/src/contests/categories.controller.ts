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
  type CategoryView,
  DEFAULT_PAGE_SIZES,
  type PageBody,
  pageOf,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { ApiPaging, type ListQuery, readId, readPage, readSearch } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { categoryStatsSchema } from '../open-api/figure-views.js';
import { id, nothing, text } from '../open-api/schema.js';
import { categorySchema } from '../open-api/views.js';
import { CreateCategoryDto, UpdateCategoryDto } from './category.dto.js';

const CategoryId = () => Param('id', new IdPipe('CATEGORY_NOT_FOUND'));

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

  /** Own categories; a super admin's list has everybody's. */
  @Organiser()
  @Get()
  @ApiPaging(DEFAULT_PAGE_SIZES.categories, { contestId: id, search: text })
  @AnswersPage(categorySchema)
  async list(@CurrentActor() actor: Actor, @Query() query: ListQuery): Promise<PageBody<CategoryView>> {
    return this.page(actor, query, readId('contestId', query.contestId));
  }

  @Organiser()
  @Get('contest/:contestId')
  @ApiPaging(DEFAULT_PAGE_SIZES.categories)
  @AnswersPage(categorySchema)
  async listOfContest(
    @CurrentActor() actor: Actor,
    @Param('contestId', new IdPipe('CONTEST_NOT_FOUND')) contestId: string,
    @Query() query: ListQuery,
  ): Promise<PageBody<CategoryView>> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return this.page(actor, query, contestId);
  }

  @Organiser()
  @Post()
  @Answers(categorySchema, 201)
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateCategoryDto,
  ): Promise<SuccessBody<CategoryView>> {
    return success(await this.categories.create(actor, body));
  }

  @Organiser()
  @Get(':id')
  @Answers(categorySchema)
  async detail(@CurrentActor() actor: Actor, @CategoryId() id: string): Promise<SuccessBody<CategoryView>> {
    return success(await this.repository.view(id, ownerScope(actor)));
  }

  @Organiser()
  @Put(':id')
  @Answers(categorySchema)
  async update(
    @CurrentActor() actor: Actor,
    @CategoryId() id: string,
    @Body() body: UpdateCategoryDto,
  ): Promise<SuccessBody<CategoryView>> {
    return success(await this.categories.update(actor, id, body));
  }

  @Organiser()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @CategoryId() id: string): Promise<SuccessBody<null>> {
    await this.categories.delete(actor, id);
    return success(null);
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(categoryStatsSchema)
  async stats(@CurrentActor() actor: Actor, @CategoryId() id: string): Promise<SuccessBody<CategoryStats>> {
    await this.repository.assertVisible(id, ownerScope(actor));
    return success(await this.statistics.ofCategory(id));
  }

  private async page(
    actor: Actor,
    query: ListQuery,
    contestId: string | undefined,
  ): Promise<PageBody<CategoryView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.categories);
    const filter = { ownerId: ownerScope(actor), contestId, search: readSearch(query.search) };
    const { items, total } = await this.repository.list(filter, page);
    return pageOf(items, page, total);
  }
}
