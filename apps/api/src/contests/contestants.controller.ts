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
  type ContestantView,
  DEFAULT_PAGE_SIZES,
  type PageBody,
  pageOf,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { ApiPaging, type ListQuery, readId, readPage, readSearch } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { contestantStatsSchema } from '../open-api/figure-views.js';
import { id, nothing, text } from '../open-api/schema.js';
import { contestantSchema } from '../open-api/views.js';
import { CreateContestantDto, UpdateContestantDto } from './contestant.dto.js';

const ContestantId = () => Param('id', new IdPipe('CONTESTANT_NOT_FOUND'));

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

  /** Own contestants; a super admin's list has everybody's. */
  @Organiser()
  @Get()
  @ApiPaging(DEFAULT_PAGE_SIZES.contestants, { categoryId: id, search: text })
  @AnswersPage(contestantSchema)
  async list(@CurrentActor() actor: Actor, @Query() query: ListQuery): Promise<PageBody<ContestantView>> {
    return this.page(actor, query, readId('categoryId', query.categoryId));
  }

  @Organiser()
  @Get('category/:categoryId')
  @ApiPaging(DEFAULT_PAGE_SIZES.contestants)
  @AnswersPage(contestantSchema)
  async listOfCategory(
    @CurrentActor() actor: Actor,
    @Param('categoryId', new IdPipe('CATEGORY_NOT_FOUND')) categoryId: string,
    @Query() query: ListQuery,
  ): Promise<PageBody<ContestantView>> {
    await this.categories.assertVisible(categoryId, ownerScope(actor));
    return this.page(actor, query, categoryId);
  }

  @Organiser()
  @Post()
  @AcceptsMultipart(contestantRules, 'photo')
  @Answers(contestantSchema, 201)
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateContestantDto,
  ): Promise<SuccessBody<ContestantView>> {
    return success(await this.contestants.create(actor, body));
  }

  @Organiser()
  @Get(':id')
  @Answers(contestantSchema)
  async detail(
    @CurrentActor() actor: Actor,
    @ContestantId() id: string,
  ): Promise<SuccessBody<ContestantView>> {
    return success(await this.repository.view(id, ownerScope(actor)));
  }

  @Organiser()
  @Put(':id')
  @AcceptsMultipart(contestantRules, 'photo')
  @Answers(contestantSchema)
  async update(
    @CurrentActor() actor: Actor,
    @ContestantId() id: string,
    @Body() body: UpdateContestantDto,
  ): Promise<SuccessBody<ContestantView>> {
    return success(await this.contestants.update(actor, id, body));
  }

  @Organiser()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @ContestantId() id: string): Promise<SuccessBody<null>> {
    await this.contestants.delete(actor, id);
    return success(null);
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(contestantStatsSchema)
  async stats(
    @CurrentActor() actor: Actor,
    @ContestantId() id: string,
  ): Promise<SuccessBody<ContestantStats>> {
    const { categoryId } = await this.repository.view(id, ownerScope(actor));
    return success(await this.statistics.ofContestant(id, categoryId));
  }

  private async page(
    actor: Actor,
    query: ListQuery,
    categoryId: string | undefined,
  ): Promise<PageBody<ContestantView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.contestants);
    const filter = { ownerId: ownerScope(actor), categoryId, search: readSearch(query.search) };
    const { items, total } = await this.repository.list(filter, page);
    return pageOf(items, page, total);
  }
}
