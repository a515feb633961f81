import { Body, Controller, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { initializedPaymentView, type InitializePaymentResult } from '@abato/contracts';
import { InitializePaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { InitializePaymentDto, ProviderPath } from './payment.dto.js';

@ApiTags('payments')
@Controller('payments')
export class InitializePaymentController {
  constructor(private readonly payments: InitializePaymentService) {}

  @Describes(
    'Start a payment',
    'Returns the address of the provider’s page for a vote, new or still open; the payer goes to `authorizationUrl`. Refuses a vote that is paid, free, expired or too late.',
  )
  @Public()
  @Post(':provider/initialize')
  @Answers(initializedPaymentView, { status: 201 })
  async initialize(
    @Param() _path: ProviderPath,
    @Body() body: InitializePaymentDto,
    @Ip() address: string,
  ): Promise<InitializePaymentResult> {
    return this.payments.initialize(body, address);
  }
}
