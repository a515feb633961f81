import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { DeleteHostService, HostsRepository, HostsService } from '@abato/contests';
import {
  DEFAULT_PAGE_SIZES,
  hostRules,
  type HostStats,
  type HostView,
  type PageBody,
  pageOf,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { CurrentActor, Organiser, SuperAdmin } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { ApiPaging, type ListQuery, readPage, readSearch } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { hostStatsSchema } from '../open-api/figure-views.js';
import { nothing, text } from '../open-api/schema.js';
import { hostSchema } from '../open-api/views.js';
import { CreateHostDto, UpdateHostDto } from './host.dto.js';

const HostId = () => Param('id', new IdPipe('HOST_NOT_FOUND'));

@ApiTags('hosts')
@ApiBearerAuth()
@Controller('hosts')
export class HostsController {
  constructor(
    private readonly repository: HostsRepository,
    private readonly hosts: HostsService,
    private readonly deletion: DeleteHostService,
  ) {}

  /** The signed-in user's own hosts. */
  @Organiser()
  @Get()
  @ApiPaging(DEFAULT_PAGE_SIZES.hosts, { search: text })
  @AnswersPage(hostSchema)
  async list(@CurrentActor() actor: Actor, @Query() query: ListQuery): Promise<PageBody<HostView>> {
    return this.page(actor.id, query);
  }

  @SuperAdmin()
  @Get('admin/all')
  @ApiPaging(DEFAULT_PAGE_SIZES.hosts, { search: text })
  @AnswersPage(hostSchema)
  async listAll(@Query() query: ListQuery): Promise<PageBody<HostView>> {
    return this.page(null, query);
  }

  @Organiser()
  @Post()
  @AcceptsMultipart(hostRules, 'logo')
  @Answers(hostSchema, 201)
  async create(@CurrentActor() actor: Actor, @Body() body: CreateHostDto): Promise<SuccessBody<HostView>> {
    return success(await this.hosts.create(actor, body));
  }

  @Organiser()
  @Get(':id')
  @Answers(hostSchema)
  async detail(@CurrentActor() actor: Actor, @HostId() id: string): Promise<SuccessBody<HostView>> {
    return success(await this.repository.view(id, ownerScope(actor)));
  }

  @Organiser()
  @Put(':id')
  @AcceptsMultipart(hostRules, 'logo')
  @Answers(hostSchema)
  async update(
    @CurrentActor() actor: Actor,
    @HostId() id: string,
    @Body() body: UpdateHostDto,
  ): Promise<SuccessBody<HostView>> {
    return success(await this.hosts.update(actor, id, body));
  }

  @Organiser()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @HostId() id: string): Promise<SuccessBody<null>> {
    await this.deletion.delete(actor, id);
    return success(null);
  }

  @Organiser()
  @Patch(':id/toggle-status')
  @Answers(hostSchema)
  async toggleStatus(@CurrentActor() actor: Actor, @HostId() id: string): Promise<SuccessBody<HostView>> {
    return success(await this.hosts.toggleStatus(actor, id));
  }

  @Organiser()
  @Get(':id/stats')
  @Answers(hostStatsSchema)
  async stats(@CurrentActor() actor: Actor, @HostId() id: string): Promise<SuccessBody<HostStats>> {
    return success(await this.repository.stats(id, ownerScope(actor)));
  }

  private async page(ownerId: string | null, query: ListQuery): Promise<PageBody<HostView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.hosts);
    const { items, total } = await this.repository.list({ ownerId, search: readSearch(query.search) }, page);
    return pageOf(items, page, total);
  }
}
