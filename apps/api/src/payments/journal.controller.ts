import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  DEFAULT_PAGE_SIZES,
  hostBalanceView,
  journalEntryView,
  journalQueryRules,
  listQuery,
} from '@abato/contracts';
import { JournalService } from '@abato/accounting';
import { CurrentActor, Organiser, SuperAdmin } from '../access/access.decorators.js';
import { HostPath } from '../contests/host.dto.js';
import { queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

class JournalQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.payments, journalQueryRules)) {}

/** The books in double entry. */
@ApiBearerAuth()
@Controller()
export class JournalController {
  constructor(private readonly journal: JournalService) {}

  @Describes(
    'Read the balance of a host',
    'Returns what of the payments belongs to a host, what the fees were, what went back, and payments whose parts the provider reported otherwise.',
  )
  @ApiTags('hosts')
  @Organiser('payments.read')
  @Get('hosts/:id/balance')
  @Answers(hostBalanceView)
  async balance(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.journal.balance(actor, id);
  }

  @Describes(
    'Read the journal',
    'Returns balanced entries of the books from one day to another, the newest first; by default of the last 30 days.',
  )
  @ApiTags('payments')
  @SuperAdmin()
  @Get('payments/journal')
  @AnswersPage(journalEntryView)
  async entries(@Query() query: JournalQuery) {
    return listed(query, (page) => this.journal.list(query, page));
  }
}
