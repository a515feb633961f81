import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { PaymentVerificationBody, SettlementStatus } from '@abato/contracts';
import { VerifyPaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { AnswersVerification } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ProviderReferencePath, VerifyPaymentQuery } from './payment.dto.js';

/** Success is told by the body's flag, not by the status alone: an open payment is no failure. */
const STATUS: Record<SettlementStatus, number> = { COMPLETED: 200, PENDING: 200, FAILED: 402 };

@ApiTags('payments')
@Controller('payments')
export class VerifyPaymentController {
  constructor(private readonly payments: VerifyPaymentService) {}

  @Describes(
    'Verify a payment',
    'Asks the provider, waits at most five seconds, and returns the status of the payment: 200 if it is paid or not decided, 402 if it failed. Refuses an unknown reference.',
  )
  @Public()
  @Get(':provider/verify/:reference')
  @AnswersVerification()
  @ApiQuery({
    name: 'cancelled',
    required: false,
    description: '`true` when the payer came back from the page by cancelling',
  })
  async verify(
    @Param() { reference }: ProviderReferencePath,
    @Query() { cancelled }: VerifyPaymentQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentVerificationBody> {
    const body = await this.payments.verify(reference, cancelled === 'true');
    void reply.status(STATUS[body.data.status]).header('cache-control', 'no-store');
    return body;
  }
}
