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
  type ContestStats,
  contestStatsView,
  contestView,
  type ContestView,
  nothing,
  pageAt,
  type PublicContestView,
  publicContestView,
} from '@abato/contracts';
import { PublicContestsService } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import type { Listed } from '../http/envelope.interceptor.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
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
    private readonly publicContests: PublicContestsService,
  ) {}

  /** The signed-in user's own contests. */
  @Organiser()
  @Get()
  @AnswersPage(contestView)
  async list(@CurrentActor() actor: Actor, @Query() query: ContestListQuery): Promise<Listed<ContestView>> {
    return this.page(actor.id, query);
  }

  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(contestView)
  async listAll(@Query() query: AllContestsListQuery): Promise<Listed<ContestView>> {
    return this.page(null, query);
  }

  @Organiser()
  @Post()
  @AcceptsMultipart(contestFormRules, 'banner')
  @Answers(contestView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateContestDto): Promise<ContestView> {
    return this.creation.create(actor, body);
  }

  @Organiser()
  @Get(':id')
  @Answers(contestView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: ContestPath): Promise<ContestView> {
    return this.repository.view(id, ownerScope(actor));
  }

  @Organiser()
  @Put(':id')
  @AcceptsMultipart(contestFormRules, 'banner')
  @Answers(contestView)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { id }: ContestPath,
    @Body() body: UpdateContestDto,
  ): Promise<ContestView> {
    return this.changes.update(actor, id, body);
  }

  @Organiser()
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: ContestPath): Promise<void> {
    await this.deletion.delete(actor, id);
  }

  @Organiser()
  @Patch(':id/toggle-pause')
  @Answers(contestView)
  async togglePause(@CurrentActor() actor: Actor, @Param() { id }: ContestPath): Promise<ContestView> {
    return this.changes.togglePause(actor, id);
  }

  @Organiser()
  @Patch(':id/toggle-results')
  @Answers(contestView)
  async toggleResults(@CurrentActor() actor: Actor, @Param() { id }: ContestPath): Promise<ContestView> {
    return this.changes.toggleResults(actor, id);
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(contestStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: ContestPath): Promise<ContestStats> {
    return this.repository.stats(id, ownerScope(actor));
  }

  /** What voters would see, also of a draft. */
  @Organiser()
  @Get(':id/preview')
  @Answers(publicContestView)
  async preview(@CurrentActor() actor: Actor, @Param() { id }: ContestPath): Promise<PublicContestView> {
    return this.publicContests.preview(id, ownerScope(actor));
  }

  private async page(ownerId: string | null, query: ContestListQuery): Promise<Listed<ContestView>> {
    const { status, hostId, search } = query;
    const page = pageAt(query.page, query.pageSize);
    const { items, total } = await this.repository.list({ ownerId, status, hostId, search }, page);
    return { items, total, page };
  }
}
