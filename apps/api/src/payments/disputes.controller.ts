import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '@abato/accounts';
import { correctionResult, disputeEvidenceRules, disputeView, nothing } from '@abato/contracts';
import { DisputesService, EvidenceService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersFile, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { BookPageQuery, DisputeAnswerDto, DisputeEvidenceDto, DisputePath } from './payment.dto.js';

/** Payments that payers have disputed with their banks. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments/disputes')
export class DisputesController {
  constructor(
    private readonly disputes: DisputesService,
    private readonly pack: EvidenceService,
  ) {}

  @Describes(
    'List disputes',
    'Returns the disputes of own contests, for super admins of all contests; open ones first, by the date an answer is due.',
  )
  @Organiser('payments.read')
  @Get()
  @AnswersPage(disputeView)
  async list(@CurrentActor() actor: Actor, @Query() query: BookPageQuery) {
    return listed(query, (page) => this.disputes.list(actor, page));
  }

  @Describes(
    'Download the evidence of a dispute',
    'Returns purchase, payment, receipt, place in the public log, timeline and terms as one PDF with masked personal data, and writes the call to the audit log. Another organiser’s dispute is answered as not found.',
  )
  @Organiser('payments.read')
  @Get(':id/evidence.pdf')
  @AnswersFile('application/pdf')
  async evidenceFile(
    @CurrentActor() actor: Actor,
    @Param() { id }: DisputePath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { name, bytes } = await this.pack.pdf(actor, id);
    await reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(bytes);
  }

  @Describes(
    'Add evidence to a dispute',
    'Sends an explanation, and a file, to the provider for the payer’s bank. Refuses a dispute that is resolved; another organiser’s is answered as not found.',
  )
  @Organiser('payments.act')
  @Post(':id/evidence')
  @AcceptsMultipart(disputeEvidenceRules, 'file')
  @HttpCode(200)
  @Answers(nothing)
  async addEvidence(
    @CurrentActor() actor: Actor,
    @Param() { id }: DisputePath,
    @Body() { serviceDetails, file, fileName, fileType }: DisputeEvidenceDto,
  ) {
    const bytes = file === undefined ? null : Buffer.from(file, 'base64');
    const attached = bytes && {
      name: (fileName ?? 'evidence').replace(/[^\w.-]+/g, '-'),
      contentType: fileType ?? 'application/pdf',
      bytes,
    };
    await this.disputes.addEvidence(actor, id, { serviceDetails, ...(attached && { file: attached }) });
  }

  @Describes(
    'Resolve a dispute',
    'Accepts a dispute, so that the money goes back, or contests it. An organiser’s acceptance above the amount of a setting waits until a super admin confirms it, as a refund does. Refuses a dispute that is resolved; another organiser’s is answered as not found.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post(':id/resolve')
  @HttpCode(200)
  @Answers(correctionResult)
  async resolve(
    @CurrentActor() actor: Actor,
    @Param() { id }: DisputePath,
    @Body() { answer, message }: DisputeAnswerDto,
  ) {
    return this.disputes.resolve(actor, id, answer, message);
  }
}
