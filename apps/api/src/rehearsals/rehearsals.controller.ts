import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  DEFAULT_PAGE_SIZES,
  listQuery,
  pageAt,
  rehearsalFilterRules,
  type RehearsalPlan,
  rehearsalPlanView,
  type RehearsalView,
  rehearsalView,
  startRehearsalExamples,
  startRehearsalRules,
} from '@abato/contracts';
import { RehearsalsService } from '@abato/rehearsals';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';
import type { Listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

class RehearsalPath extends pathOf({ id: 'NOT_FOUND' }) {}
class RehearsalListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.rehearsals, rehearsalFilterRules)) {}
class StartRehearsalDto extends bodyOf(startRehearsalRules, { examples: startRehearsalExamples }) {}

/** Dress rehearsals: votes and viewers made for a contest of their own, which the public does not see. */
@ApiTags('rehearsals')
@ApiBearerAuth()
@Controller('rehearsals')
export class RehearsalsController {
  constructor(private readonly rehearsals: RehearsalsService) {}

  @Describes('List own rehearsals', 'Returns the rehearsals that the user has started, newest first.')
  @Organiser('contest.run')
  @Get()
  @AnswersPage(rehearsalView)
  async own(
    @CurrentActor() actor: Actor,
    @Query() query: RehearsalListQuery,
  ): Promise<Listed<RehearsalView>> {
    return this.listed(actor.id, query);
  }

  @Describes('List all rehearsals', 'Returns the rehearsals of every user, newest first.')
  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(rehearsalView)
  async all(@Query() query: RehearsalListQuery): Promise<Listed<RehearsalView>> {
    return this.listed(null, query);
  }

  @Describes(
    'Read what may be rehearsed',
    'Returns the most that the user may ask for, whether a rehearsal runs, whether voters of other organisers keep an organiser from starting one, and how many contests with real voters are open now or soon.',
  )
  @Organiser('contest.run')
  @Get('plan')
  @Answers(rehearsalPlanView)
  async plan(@CurrentActor() actor: Actor): Promise<RehearsalPlan> {
    return this.rehearsals.plan(actor);
  }

  @Describes(
    'Start a rehearsal',
    'Orders votes and viewers in a contest of their own, which is in no list and no statistic and is archived afterwards. Refuses more than the user may ask for, a second one at a time, and, unless confirmed, one while contests with real voters are open now or soon. Refuses organisers while contests of other organisers have votes or end soon, and stops theirs then. Organisers name one of their contests, whose numbers of categories and contestants it has.',
  )
  @Organiser('contest.run')
  @Reauthenticated()
  @Post()
  @Answers(rehearsalView, { status: 201 })
  async start(@CurrentActor() actor: Actor, @Body() body: StartRehearsalDto): Promise<RehearsalView> {
    return this.rehearsals.start(actor, body);
  }

  @Describes('Read a rehearsal', 'Returns how far a rehearsal is, or its result.')
  @Organiser('contest.run')
  @Get(':id')
  @Answers(rehearsalView)
  async read(@CurrentActor() actor: Actor, @Param() { id }: RehearsalPath): Promise<RehearsalView> {
    return this.rehearsals.read(actor, id);
  }

  @Describes(
    'Stop a rehearsal',
    'Ends a rehearsal early; what it has measured until then is its result, without a verdict. Refuses one that has ended.',
  )
  @Organiser('contest.run')
  @Post(':id/stop')
  @HttpCode(200)
  @Answers(rehearsalView)
  async stop(@CurrentActor() actor: Actor, @Param() { id }: RehearsalPath): Promise<RehearsalView> {
    return this.rehearsals.stop(actor, id);
  }

  private async listed(ownerId: string | null, query: RehearsalListQuery): Promise<Listed<RehearsalView>> {
    const page = pageAt(query.page, query.pageSize);
    const { items, total } = await this.rehearsals.list({ ...query, ownerId }, page);
    return { items, total, page };
  }
}
