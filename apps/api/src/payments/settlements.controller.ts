import { Body, Controller, Get, Inject, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  SETTLEMENT_COLUMNS,
  SettlementsService,
  STATEMENT_COLUMNS,
  StatementsService,
} from '@abato/accounting';
import type { Actor } from '@abato/accounts';
import {
  closeDifferenceExamples,
  closeDifferenceRules,
  DEFAULT_PAGE_SIZES,
  listQuery,
  nothing,
  openSettlementDifferenceView,
  settlementView,
  STATEMENTS_PAGE_SIZE,
  statementView,
} from '@abato/contracts';
import { type Clock, CLOCK, slugOf } from '@abato/platform';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { HostPath } from '../contests/host.dto.js';
import { ANY_TEXT, bodyOf, pathOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { fileOf } from '../http/send.js';
import { Answers, AnswersCsv, AnswersFile, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { BookPageQuery } from './payment.dto.js';

class DifferencePath extends pathOf({ id: 'NOT_FOUND' }) {}
class CloseDifferenceDto extends bodyOf(closeDifferenceRules, closeDifferenceExamples) {}
class SettlementsQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.payments, {})) {}
class StatementsQuery extends queryOf(listQuery(STATEMENTS_PAGE_SIZE, {})) {}
class StatementPath extends pathOf({ id: 'HOST_NOT_FOUND', number: ANY_TEXT }) {}

/** What the provider has paid out. */
@ApiTags('hosts')
@Controller('hosts')
export class SettlementsController {
  constructor(
    private readonly settlements: SettlementsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Describes(
    'List unexplained differences of settlements',
    'Returns what of the settlements of all hosts and of the platform cannot be explained, the newest first.',
  )
  @SuperAdmin()
  @Get('admin/settlement-differences')
  @AnswersPage(openSettlementDifferenceView)
  async unexplained(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.settlements.unexplained(page));
  }

  @Describes(
    'Close a difference of settlements',
    'Says why nothing more is to be explained about a difference. It is open again when a later reading finds another amount. Refuses one that is not open, and one that is about another amount by now than `difference` of the list.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post('admin/settlement-differences/:id/close')
  @Answers(nothing)
  async close(
    @CurrentActor() actor: Actor,
    @Param() { id }: DifferencePath,
    @Body() input: CloseDifferenceDto,
  ) {
    await this.settlements.close(actor, id, input);
  }

  @Describes(
    'List the settlements of a host',
    'Returns what the payment provider has paid out, or is paying out, to the settlement accounts of a host, the newest first. Read from the provider once a day.',
  )
  @Organiser('payments.read')
  @Get(':id/settlements')
  @AnswersPage(settlementView)
  async list(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Query() query: SettlementsQuery) {
    return listed(query, (page) => this.settlements.list(actor, id, page));
  }

  @Describes(
    'Download the settlements of a host',
    'Returns a CSV file of the settlements of a host. An organiser’s request for another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':id/settlements.csv')
  @AnswersCsv(SETTLEMENT_COLUMNS)
  async csv(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    const { hostName, text } = await this.settlements.csv(actor, id);
    const day = this.clock.now().toISOString().slice(0, 10);
    return fileOf(`${slugOf(hostName)}-settlements-${day}.csv`, 'text/csv; charset=utf-8', text);
  }
}

/** What happened to the money of a host, by month and by contest. */
@ApiTags('hosts')
@Controller('hosts/:id/statements')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Describes(
    'List the statements of a host',
    'Returns statements of months that have ended and of contests whose results are final, the newest first. They never change.',
  )
  @Organiser('payments.read')
  @Get()
  @AnswersPage(statementView)
  async list(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Query() query: StatementsQuery) {
    return listed(query, (page) => this.statements.list(actor, id, page));
  }

  @Describes(
    'Read a statement',
    'Returns one statement of a host as it was issued. Another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':number')
  @Answers(statementView)
  async view(@CurrentActor() actor: Actor, @Param() { id, number }: StatementPath) {
    return this.statements.view(actor, id, number);
  }

  @Describes(
    'Download a statement as PDF',
    'Returns the statement with its fee invoice, the same bytes each time. Another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':number.pdf')
  @AnswersFile('application/pdf')
  async pdf(@CurrentActor() actor: Actor, @Param() { id, number }: StatementPath) {
    return this.file(actor, id, number, 'pdf');
  }

  @Describes(
    'Download a statement as CSV',
    'Returns the lines of the statement for spreadsheets. Another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':number.csv')
  @AnswersCsv(STATEMENT_COLUMNS)
  async csv(@CurrentActor() actor: Actor, @Param() { id, number }: StatementPath) {
    return this.file(actor, id, number, 'csv');
  }

  @Describes(
    'Download a statement for bookkeeping',
    'Returns the statement as entries of plain-text accounting, which hledger and ledger read. Another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':number.ledger')
  @AnswersFile('text/plain')
  async ledger(@CurrentActor() actor: Actor, @Param() { id, number }: StatementPath) {
    return this.file(actor, id, number, 'ledger');
  }

  private async file(...of: Parameters<StatementsService['file']>): Promise<StreamableFile> {
    const { name, type, content } = await this.statements.file(...of);
    return fileOf(name, type, content);
  }
}
