import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { type Actor, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import {
  DEFAULT_PAGE_SIZES,
  HELD_STATES,
  type HeldVotesDecided,
  type HeldVoteView,
  HOLD_REASONS,
  type PageBody,
  pageOf,
  success,
  type SuccessBody,
  type VoteIntake,
} from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { DecideHeldVotesService, HeldVotesRepository, readDecision, readVoteIntake } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { ApiPaging, type ListQuery, readChoice, readPage } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { heldVoteSchema, heldVotesDecidedSchema, voteIntakeSchema } from '../open-api/held-views.js';
import { oneOf } from '../open-api/schema.js';

const ContestId = () => Param('contestId', new IdPipe('CONTEST_NOT_FOUND'));

/** Only describes the body for OpenAPI: `readDecision` checks it. */
const DECISION_BODY = {
  type: 'object',
  required: ['decision'],
  properties: {
    decision: { type: 'string', enum: HELD_STATES.filter((state) => state !== 'HELD') },
    voteIds: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 500 },
    all: { type: 'boolean', enum: [true], description: 'instead of naming votes: all that wait' },
    reason: { type: 'string', enum: [...HOLD_REASONS], description: 'only those held for this reason' },
  },
};

/** Free votes that look automated: what was received, what is held and why, and the organiser's decision. */
@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes/contest/:contestId')
export class HeldVotesController {
  constructor(
    private readonly contests: ContestsRepository,
    private readonly held: HeldVotesRepository,
    private readonly decisions: DecideHeldVotesService,
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
  ) {}

  /** Free votes received = counted + held + rejected. */
  @Organiser()
  @Get('intake')
  @Answers(voteIntakeSchema)
  async intake(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
  ): Promise<SuccessBody<VoteIntake>> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    return success(await readVoteIntake(this.pool, contestId));
  }

  @Organiser()
  @Get('held')
  @ApiPaging(DEFAULT_PAGE_SIZES.votes, { state: oneOf(HELD_STATES), reason: oneOf(HOLD_REASONS) })
  @AnswersPage(heldVoteSchema)
  async list(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
    @Query() query: ListQuery,
  ): Promise<PageBody<HeldVoteView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.votes);
    const state = readChoice('state', query.state, HELD_STATES) ?? 'HELD';
    const reason = readChoice('reason', query.reason, HOLD_REASONS);
    await this.contests.assertVisible(contestId, ownerScope(actor));
    const { items, total } = await this.held.list(contestId, { state, reason }, page);
    return pageOf(items, page, total);
  }

  /** Release (they count from now on) or reject (they never count). Written to the audit log. */
  @Organiser()
  @Post('held/decide')
  @HttpCode(200)
  @ApiBody({ schema: DECISION_BODY })
  @Answers(heldVotesDecidedSchema)
  async decide(
    @CurrentActor() actor: Actor,
    @ContestId() contestId: string,
    @Body() body: unknown,
  ): Promise<SuccessBody<HeldVotesDecided>> {
    return success(await this.decisions.decide(actor, contestId, readDecision(body)));
  }
}
