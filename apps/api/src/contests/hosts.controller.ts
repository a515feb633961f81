import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { HostsRepository, HostsService } from '@abato/contests';
import { hostRules, hostStatsView, hostView, nothing } from '@abato/contracts';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { CreateHostDto, hostFormRules, HostListQuery, HostPath, UpdateHostDto } from './host.dto.js';

@ApiTags('hosts')
@ApiBearerAuth()
@Controller('hosts')
export class HostsController {
  constructor(
    private readonly repository: HostsRepository,
    private readonly hosts: HostsService,
  ) {}

  @Describes('List own hosts', 'Returns the signed-in user’s own hosts, with an optional filter by text.')
  @Organiser('contest.read')
  @Get()
  @AnswersPage(hostView)
  async list(@CurrentActor() actor: Actor, @Query() query: HostListQuery) {
    return this.page(actor.id, query);
  }

  @Describes('List all hosts', 'Returns the hosts of all organisers, with an optional filter by text.')
  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(hostView)
  async listAll(@Query() query: HostListQuery) {
    return this.page(null, query);
  }

  @Describes(
    'Create a host',
    'Creates an active host of the signed-in user. Refuses a logo that is not an image or larger than 5 MB.',
  )
  @Organiser(null)
  @Post()
  @AcceptsMultipart(hostRules, 'logo')
  @Answers(hostView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateHostDto) {
    return this.hosts.create(actor, body);
  }

  @Describes(
    'Read one host',
    'Returns one host. An organiser’s request for another organiser’s host is answered as not found.',
  )
  @Organiser('contest.read')
  @Get(':id')
  @Answers(hostView)
  async detail(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.repository.view(actor, id);
  }

  @Describes(
    'Change a host',
    'Changes the given fields of an own host. Refuses another user’s host and a logo that is not an image or larger than 5 MB.',
  )
  @Organiser('contest.write')
  @Put(':id')
  @AcceptsMultipart(hostFormRules, 'logo')
  @Answers(hostView)
  async update(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Body() body: UpdateHostDto) {
    return this.hosts.update(actor, id, body);
  }

  @Describes(
    'Delete a host',
    'Deletes an own host, or archives one whose contests are archived. Refuses a host that still has contests.',
  )
  @Organiser('members.write')
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    await this.hosts.delete(actor, id);
  }

  @Describes(
    'Activate or deactivate a host',
    'Switches an own host on or off; contests of an inactive host take no votes and are not listed publicly. Refuses another user’s host.',
  )
  @Organiser('contest.write')
  @Patch(':id/toggle-status')
  @Answers(hostView)
  async toggleStatus(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.hosts.toggleStatus(actor, id);
  }

  @Describes(
    'Read the figures of a host',
    'Returns the figures of one host. An organiser’s request for another organiser’s host is answered as not found.',
  )
  @Organiser('votes.read')
  @Get(':id/stats')
  @Answers(hostStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.repository.stats(actor, id);
  }

  private async page(ownerId: string | null, query: HostListQuery) {
    return listed(query, (page) => this.repository.list({ ownerId, search: query.search }, page));
  }
}
