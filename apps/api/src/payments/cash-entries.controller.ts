import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  CASH_ENTRY_STATES,
  type CashEntryView,
  cashEntryView,
  castVoteResult,
  choiceQueryOr,
  DEFAULT_PAGE_SIZES,
  idQuery,
  listQuery,
  nothing,
  rejectCashEntryExamples,
  rejectCashEntryRules,
} from '@abato/contracts';
import { CashEntriesService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { bodyOf, queryOf } from '../http/dto.js';
import { listed, type Listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { VotePath } from '../voting/vote.dto.js';

export class CashEntryListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.votes, {
    state: choiceQueryOr('state', CASH_ENTRY_STATES, 'WAITING'),
    contestId: idQuery,
  }),
) {}
export class RejectCashEntryDto extends bodyOf(rejectCashEntryRules, {
  examples: rejectCashEntryExamples,
}) {}

/** Cash above GHS 10,000: it counts when a second person has confirmed it. */
@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes/manual')
export class CashEntriesController {
  constructor(private readonly entries: CashEntriesService) {}

  @Describes(
    'List own cash entries',
    'Returns cash above GHS 10,000 that was entered for own contests, newest first.',
  )
  @Organiser('payments.read')
  @Get()
  @AnswersPage(cashEntryView)
  async own(@CurrentActor() actor: Actor, @Query() query: CashEntryListQuery) {
    return this.listed(actor.id, query);
  }

  @Describes(
    'List all cash entries',
    'Returns cash above GHS 10,000 that was entered for any contest, newest first.',
  )
  @SuperAdmin()
  @Get('admin/all')
  @AnswersPage(cashEntryView)
  async all(@Query() query: CashEntryListQuery) {
    return this.listed(null, query);
  }

  @Describes(
    'Confirm a cash entry',
    'Counts the votes of a cash entry. Refuses the person who entered it, an entry that was already decided, and a contest that takes no votes now or has another price.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/confirm')
  @HttpCode(200)
  @Answers(castVoteResult)
  async confirm(@CurrentActor() actor: Actor, @Param() { id }: VotePath) {
    return this.entries.confirm(actor, id);
  }

  @Describes(
    'Reject a cash entry',
    'Closes a cash entry without counting it; organisers may do so in their own contests. Refuses an entry that was already decided.',
  )
  @Organiser('payments.act')
  @Post(':id/reject')
  @HttpCode(200)
  @Answers(nothing)
  async reject(
    @CurrentActor() actor: Actor,
    @Param() { id }: VotePath,
    @Body() { reason }: RejectCashEntryDto,
  ) {
    await this.entries.reject(actor, id, reason);
  }

  private async listed(ownerId: string | null, query: CashEntryListQuery): Promise<Listed<CashEntryView>> {
    return listed(query, (page) => this.entries.list(ownerId, query, page));
  }
}
