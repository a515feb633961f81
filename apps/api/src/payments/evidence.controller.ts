import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '@abato/accounts';
import { nothing, paymentEvidenceView } from '@abato/contracts';
import { EvidenceService } from '@abato/payments';
import { CurrentActor, SuperAdmin } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { PaymentNoteDto, PaymentPath } from './payment.dto.js';

/** For answering a chargeback. */
@ApiTags('payments')
@ApiBearerAuth()
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
  @HttpCode(200)
  @Answers(nothing)
  async note(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: PaymentNoteDto) {
    await this.evidence.addNote(actor, id, body.note);
  }
}
