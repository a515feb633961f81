import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '@abato/accounts';
import { listQuery, STATEMENTS_PAGE_SIZE, statementView } from '@abato/contracts';
import { STATEMENT_COLUMNS, StatementsService } from '@abato/accounting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { HostPath } from '../contests/host.dto.js';
import { ANY_TEXT, pathOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersCsv, AnswersFile, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

class StatementsQuery extends queryOf(listQuery(STATEMENTS_PAGE_SIZE, {})) {}
class StatementPath extends pathOf({ id: 'HOST_NOT_FOUND', number: ANY_TEXT }) {}

/** What happened to the money of a host, by month and by contest. */
@ApiTags('hosts')
@ApiBearerAuth()
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
  async pdf(
    @CurrentActor() actor: Actor,
    @Param() path: StatementPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(actor, path, 'pdf', reply);
  }

  @Describes(
    'Download a statement as CSV',
    'Returns the lines of the statement for spreadsheets. Another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':number.csv')
  @AnswersCsv(STATEMENT_COLUMNS)
  async csv(
    @CurrentActor() actor: Actor,
    @Param() path: StatementPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(actor, path, 'csv', reply);
  }

  @Describes(
    'Download a statement for bookkeeping',
    'Returns the statement as entries of plain-text accounting, which hledger and ledger read. Another organiser’s host is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':number.ledger')
  @AnswersFile('text/plain')
  async ledger(
    @CurrentActor() actor: Actor,
    @Param() path: StatementPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(actor, path, 'ledger', reply);
  }

  private async send(
    actor: Actor,
    { id, number }: StatementPath,
    format: Parameters<StatementsService['file']>[3],
    reply: FastifyReply,
  ): Promise<void> {
    const { name, type, content } = await this.statements.file(actor, id, number, format);
    await reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(content);
  }
}
