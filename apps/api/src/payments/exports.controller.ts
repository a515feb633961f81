import { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '@abato/accounts';
import { ExportsRepository } from '@abato/reports';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { AnswersCsv, AnswersFile } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@ApiTags('exports')
@ApiBearerAuth()
@Controller('contests/:contestId/export')
export class ExportsController {
  constructor(private readonly exports: ExportsRepository) {}

  @Describes(
    'Download the votes of a contest',
    'Returns a CSV file with masked voters. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('votes.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.votes)
  async votes(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, await this.exports.file(actor, contestId, 'votes', 'csv'));
  }

  @Describes(
    'Download the votes of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser('votes.read')
  @Get('votes.xlsx')
  @AnswersFile(XLSX)
  async votesAsXlsx(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, await this.exports.file(actor, contestId, 'votes', 'xlsx'));
  }

  @Describes(
    'Download the payments of a contest',
    'Returns a CSV file with masked payers. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('payments.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.payments)
  async payments(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, await this.exports.file(actor, contestId, 'payments', 'csv'));
  }

  @Describes(
    'Download the payments of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser('payments.read')
  @Get('payments.xlsx')
  @AnswersFile(XLSX)
  async paymentsAsXlsx(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, await this.exports.file(actor, contestId, 'payments', 'xlsx'));
  }

  private async send(
    reply: FastifyReply,
    { name, body }: { name: string; body: Readable | Buffer },
  ): Promise<void> {
    await reply
      .type(name.endsWith('.csv') ? 'text/csv; charset=utf-8' : XLSX)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(body);
  }
}
