import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  ChangeContestService,
  ContestsRepository,
  CreateContestService,
  DeleteContestService,
} from '@abato/contests';
import {
  CONTEST_STATUSES,
  type ContestStats,
  type ContestView,
  DEFAULT_PAGE_SIZES,
  type PageBody,
  pageOf,
  type PublicContestView,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { PublicContestsService } from '@abato/voting';
import { CurrentActor, Organiser, SuperAdmin } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { ApiPaging, type ListQuery, readChoice, readId, readPage, readSearch } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { contestStatsSchema } from '../open-api/figure-views.js';
import { id, nothing, oneOf, text } from '../open-api/schema.js';
import { contestSchema, publicContestSchema } from '../open-api/views.js';
import { contestFormRules, CreateContestDto, UpdateContestDto } from './contest.dto.js';

const FILTERS = { status: oneOf(CONTEST_STATUSES), hostId: id, search: text };
const ContestId = () => Param('id', new IdPipe('CONTEST_NOT_FOUND'));

@ApiTags('contests')
@ApiBearerAuth()
@Controller('contests')
export class ContestsController {
  constructor(
    private readonly repository: ContestsRepository,
    private readonly creation: CreateContestService,
    private readonly changes: ChangeContestService,
    private readonly deletion: DeleteContestService,
    private readonly publicContests: PublicContestsService,
  ) {}

  /** The signed-in user's own contests. */
  @Organiser()
  @Get()
  @ApiPaging(DEFAULT_PAGE_SIZES.contests, FILTERS)
  @AnswersPage(contestSchema)
  async list(@CurrentActor() actor: Actor, @Query() query: ListQuery): Promise<PageBody<ContestView>> {
    return this.page(actor.id, query, DEFAULT_PAGE_SIZES.contests);
  }

  @SuperAdmin()
  @Get('admin/all')
  @ApiPaging(DEFAULT_PAGE_SIZES.adminContests, FILTERS)
  @AnswersPage(contestSchema)
  async listAll(@Query() query: ListQuery): Promise<PageBody<ContestView>> {
    return this.page(null, query, DEFAULT_PAGE_SIZES.adminContests);
  }

  @Organiser()
  @Post()
  @AcceptsMultipart(contestFormRules, 'banner')
  @Answers(contestSchema, 201)
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateContestDto,
  ): Promise<SuccessBody<ContestView>> {
    return success(await this.creation.create(actor, body));
  }

  @Organiser()
  @Get(':id')
  @Answers(contestSchema)
  async detail(@CurrentActor() actor: Actor, @ContestId() id: string): Promise<SuccessBody<ContestView>> {
    return success(await this.repository.view(id, ownerScope(actor)));
  }

  @Organiser()
  @Put(':id')
  @AcceptsMultipart(contestFormRules, 'banner')
  @Answers(contestSchema)
  async update(
    @CurrentActor() actor: Actor,
    @ContestId() id: string,
    @Body() body: UpdateContestDto,
  ): Promise<SuccessBody<ContestView>> {
    return success(await this.changes.update(actor, id, body));
  }

  @Organiser()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @ContestId() id: string): Promise<SuccessBody<null>> {
    await this.deletion.delete(actor, id);
    return success(null);
  }

  @Organiser()
  @Patch(':id/toggle-pause')
  @Answers(contestSchema)
  async togglePause(
    @CurrentActor() actor: Actor,
    @ContestId() id: string,
  ): Promise<SuccessBody<ContestView>> {
    return success(await this.changes.togglePause(actor, id));
  }

  @Organiser()
  @Patch(':id/toggle-results')
  @Answers(contestSchema)
  async toggleResults(
    @CurrentActor() actor: Actor,
    @ContestId() id: string,
  ): Promise<SuccessBody<ContestView>> {
    return success(await this.changes.toggleResults(actor, id));
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(contestStatsSchema)
  async stats(@CurrentActor() actor: Actor, @ContestId() id: string): Promise<SuccessBody<ContestStats>> {
    return success(await this.repository.stats(id, ownerScope(actor)));
  }

  /** What voters would see, also of a draft. */
  @Organiser()
  @Get(':id/preview')
  @Answers(publicContestSchema)
  async preview(
    @CurrentActor() actor: Actor,
    @ContestId() id: string,
  ): Promise<SuccessBody<PublicContestView>> {
    return success(await this.publicContests.preview(id, ownerScope(actor)));
  }

  private async page(
    ownerId: string | null,
    query: ListQuery,
    defaultSize: number,
  ): Promise<PageBody<ContestView>> {
    const page = readPage(query, defaultSize);
    const { items, total } = await this.repository.list(
      {
        ownerId,
        status: readChoice('status', query.status, CONTEST_STATUSES),
        hostId: readId('hostId', query.hostId),
        search: readSearch(query.search),
      },
      page,
    );
    return pageOf(items, page, total);
  }
}
