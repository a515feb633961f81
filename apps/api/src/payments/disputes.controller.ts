import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { type DisputeView, disputeEvidenceRules, disputeView, list, nothing } from '@abato/contracts';
import { DisputesService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated } from '../access/access.decorators.js';
import { AcceptsMultipart } from '../http/multipart.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { DisputeAnswerDto, DisputeEvidenceDto, DisputePath } from './payment.dto.js';

/** Payments that payers have disputed with their banks. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments/disputes')
export class DisputesController {
  constructor(private readonly disputes: DisputesService) {}

  @Describes(
    'List disputes',
    'Returns the disputes of own contests, for super admins of all contests; open ones first, by the date an answer is due.',
  )
  @Organiser()
  @Get()
  @Answers(list(disputeView))
  async list(@CurrentActor() actor: Actor): Promise<DisputeView[]> {
    return this.disputes.list(actor);
  }

  @Describes(
    'Add evidence to a dispute',
    'Sends an explanation, and a file, to the provider for the payer’s bank. Refuses a dispute that is resolved; another organiser’s is answered as not found.',
  )
  @Organiser()
  @Post(':id/evidence')
  @AcceptsMultipart(disputeEvidenceRules, 'file')
  @HttpCode(200)
  @Answers(nothing)
  async addEvidence(
    @CurrentActor() actor: Actor,
    @Param() { id }: DisputePath,
    @Body() { serviceDetails, file, fileName, fileType }: DisputeEvidenceDto,
  ): Promise<void> {
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
    'Accepts a dispute, so that the money goes back, or contests it. Refuses a dispute that is resolved; another organiser’s is answered as not found.',
  )
  @Organiser()
  @Reauthenticated()
  @Post(':id/resolve')
  @HttpCode(200)
  @Answers(nothing)
  async resolve(
    @CurrentActor() actor: Actor,
    @Param() { id }: DisputePath,
    @Body() { answer, message }: DisputeAnswerDto,
  ): Promise<void> {
    await this.disputes.resolve(actor, id, answer, message);
  }
}
