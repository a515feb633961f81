import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { ExportsRepository } from '@abato/reports';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { fileOf } from '../http/send.js';
import { AnswersCsv, AnswersFile, Describes } from '../open-api/answers.decorator.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@ApiTags('exports')
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
  async votes(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'votes', 'csv');
  }

  @Describes(
    'Download the votes of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser('votes.read')
  @Get('votes.xlsx')
  @AnswersFile(XLSX)
  async votesAsXlsx(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'votes', 'xlsx');
  }

  @Describes(
    'Download the payments of a contest',
    'Returns a CSV file with masked payers. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('payments.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.payments)
  async payments(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'payments', 'csv');
  }

  @Describes(
    'Download the payments of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser('payments.read')
  @Get('payments.xlsx')
  @AnswersFile(XLSX)
  async paymentsAsXlsx(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'payments', 'xlsx');
  }

  private async file(...of: Parameters<ExportsRepository['file']>): Promise<StreamableFile> {
    const { name, body } = await this.exports.file(...of);
    return fileOf(name, name.endsWith('.csv') ? 'text/csv; charset=utf-8' : XLSX, body);
  }
}
