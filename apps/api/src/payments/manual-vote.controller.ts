import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
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
  manualVoteExamples,
  manualVoteRules,
  nothing,
  rejectCashEntryExamples,
  rejectCashEntryRules,
  undoVoteExamples,
  undoVoteRules,
} from '@abato/contracts';
import { CashEntriesService, ManualVoteService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { bodyOf, queryOf } from '../http/dto.js';
import { listed, type Listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { VotePath } from '../voting/vote.dto.js';

class ManualVoteDto extends bodyOf(manualVoteRules, manualVoteExamples) {}
class UndoVoteDto extends bodyOf(undoVoteRules, undoVoteExamples) {}
class CashEntryListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.votes, {
    state: choiceQueryOr('state', CASH_ENTRY_STATES, 'WAITING'),
    contestId: idQuery,
  }),
) {}
class RejectCashEntryDto extends bodyOf(rejectCashEntryRules, rejectCashEntryExamples) {}

@ApiTags('votes')
@Controller('votes')
export class ManualVoteController {
  constructor(private readonly votes: ManualVoteService) {}

  @Describes(
    'Enter votes for cash',
    'Counts votes of an own contest that were paid in cash; above GHS 10,000 they wait for a second person. Refuses another user’s contest and one that takes no votes now.',
  )
  @Organiser('payments.act')
  @Post('manual')
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'UUID; the same key never counts twice',
  })
  @Answers(castVoteResult, { status: 201 })
  async enter(
    @CurrentActor() actor: Actor,
    @Body() body: ManualVoteDto,
    @Headers('idempotency-key') key?: string,
  ) {
    return this.votes.enter(actor, body, key);
  }

  @Describes(
    'Undo votes entered by hand',
    'Takes back votes that were entered by hand in a free contest: by the organiser or a super admin while voting is open. Refuses votes that voters cast, that were paid, or that do not count. Cash is taken back by recording that the money was returned.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post('manual/:id/undo')
  @Answers(nothing)
  async undo(@CurrentActor() actor: Actor, @Param() { id }: VotePath, @Body() { reason }: UndoVoteDto) {
    await this.votes.undo(actor, id, reason);
  }
}

/** Cash above GHS 10,000: it counts when a second person has confirmed it. */
@ApiTags('votes')
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
