import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Actor, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import { ExportsRepository, PaymentRecordsRepository } from '@abato/reports';
import { type Clock, CLOCK } from '@abato/platform';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { AnswersCsv, AnswersFile } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@ApiTags('exports')
@ApiBearerAuth()
@Controller('contests/:contestId/export')
export class ExportsController {
  constructor(
    private readonly contests: ContestsRepository,
    private readonly books: PaymentRecordsRepository,
    private readonly exports: ExportsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Describes(
    'Download the votes of a contest',
    'Returns a CSV file with masked voters. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser()
  @Get('votes.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.votes)
  async votes(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    await this.send(reply, contestId, 'votes', 'csv');
  }

  @Describes(
    'Download the votes of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser()
  @Get('votes.xlsx')
  @AnswersFile(XLSX)
  async votesAsXlsx(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.contests.assertVisible(contestId, ownerScope(actor));
    await this.send(reply, contestId, 'votes', 'xlsx');
  }

  @Describes(
    'Download the payments of a contest',
    'Returns a CSV file with masked payers. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser()
  @Get('payments.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.payments)
  async payments(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.books.assertInBooks(contestId, ownerScope(actor));
    await this.send(reply, contestId, 'payments', 'csv');
  }

  @Describes(
    'Download the payments of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser()
  @Get('payments.xlsx')
  @AnswersFile(XLSX)
  async paymentsAsXlsx(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.books.assertInBooks(contestId, ownerScope(actor));
    await this.send(reply, contestId, 'payments', 'xlsx');
  }

  private async send(
    reply: FastifyReply,
    contestId: string,
    kind: 'votes' | 'payments',
    format: 'csv' | 'xlsx',
  ): Promise<void> {
    const day = this.clock.now().toISOString().slice(0, 10);
    const name = await this.exports.fileName(contestId, kind, day, format);
    const body =
      format === 'csv'
        ? Readable.from(await this.exports.csv(contestId, kind))
        : await this.exports.xlsx(contestId, kind);
    await reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : XLSX)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(body);
  }
}
