import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '@abato/accounts';
import {
  closeDifferenceExamples,
  closeDifferenceRules,
  DEFAULT_PAGE_SIZES,
  listQuery,
  nothing,
  openSettlementDifferenceView,
  settlementView,
} from '@abato/contracts';
import { SETTLEMENT_COLUMNS, SettlementsService } from '@abato/accounting';
import { type Clock, CLOCK, slugOf } from '@abato/platform';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { HostPath } from '../contests/host.dto.js';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersCsv, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { BookPageQuery } from './payment.dto.js';

class DifferencePath extends pathOf({ id: 'NOT_FOUND' }) {}
class CloseDifferenceDto extends bodyOf(closeDifferenceRules, { examples: closeDifferenceExamples }) {}
class SettlementsQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.payments, {})) {}

/** What the provider has paid out. */
@ApiTags('hosts')
@ApiBearerAuth()
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
  @HttpCode(200)
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
  async csv(
    @CurrentActor() actor: Actor,
    @Param() { id }: HostPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { hostName, text } = await this.settlements.csv(actor, id);
    const day = this.clock.now().toISOString().slice(0, 10);
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${slugOf(hostName)}-settlements-${day}.csv"`)
      .header('cache-control', 'no-store')
      .send(text);
  }
}
