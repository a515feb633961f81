import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '@abato/accounts';
import {
  correctionResult,
  disputeEvidenceRules,
  disputeView,
  nothing,
  paymentEvidenceView,
} from '@abato/contracts';
import { DisputesService, EvidenceService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { listed } from '../http/envelope.interceptor.js';
import { AcceptsMultipart } from '../http/unread-body.js';
import { fileOf } from '../http/send.js';
import { Answers, AnswersFile, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import {
  BookPageQuery,
  DisputeAnswerDto,
  DisputeEvidenceDto,
  DisputePath,
  PaymentNoteDto,
  PaymentPath,
} from './payment.dto.js';

/** Payments that payers have disputed with their banks. */
@ApiTags('payments')
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
  async evidenceFile(@CurrentActor() actor: Actor, @Param() { id }: DisputePath) {
    const { name, bytes } = await this.pack.pdf(actor, id);
    return fileOf(name, 'application/pdf', bytes);
  }

  @Describes(
    'Add evidence to a dispute',
    'Sends an explanation, and a file, to the provider for the payer’s bank. Refuses a dispute that is resolved; another organiser’s is answered as not found.',
  )
  @Organiser('payments.act')
  @Post(':id/evidence')
  @AcceptsMultipart(disputeEvidenceRules, 'file')
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
  @Answers(correctionResult)
  async resolve(
    @CurrentActor() actor: Actor,
    @Param() { id }: DisputePath,
    @Body() { answer, message }: DisputeAnswerDto,
  ) {
    return this.disputes.resolve(actor, id, answer, message);
  }
}

/** For answering a chargeback. */
@ApiTags('payments')
@Controller('payments')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Describes(
    'Download the evidence of a payment',
    'Returns everything about one payment as a file with masked personal data, and writes the call to the audit log. Refuses an unknown payment.',
  )
  @SuperAdmin()
  @Get(':id/evidence')
  @Answers(paymentEvidenceView)
  async collect(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const evidence = await this.evidence.collect(actor, id);
    void reply
      .header('content-disposition', `attachment; filename="evidence-${evidence.payment.reference}.json"`)
      .header('cache-control', 'no-store');
    return evidence;
  }

  @Describes(
    'Add a note to a payment',
    'Stores a note for good; it becomes part of the evidence, and closes the case of a reversed payment. Refuses an unknown payment.',
  )
  @SuperAdmin()
  @Post(':id/notes')
  @Answers(nothing)
  async note(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: PaymentNoteDto) {
    await this.evidence.addNote(actor, id, body.note);
  }
}
