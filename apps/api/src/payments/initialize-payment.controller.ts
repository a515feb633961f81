import { Body, Controller, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type InitializePaymentResult, success, type SuccessBody } from '@abato/contracts';
import { InitializePaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { initializedPaymentSchema } from '../open-api/payment-views.js';
import { InitializePaymentDto } from './payment.dto.js';
import { ProviderPipe } from './provider.pipe.js';

@ApiTags('payments')
@Controller('payments')
export class InitializePaymentController {
  constructor(private readonly payments: InitializePaymentService) {}

  /** 201 whether the page is new or was made before: either way the payer goes to `authorizationUrl`. */
  @Public()
  @Post(':provider/initialize')
  @Answers(initializedPaymentSchema, 201)
  async initialize(
    @Param('provider', ProviderPipe) _provider: string,
    @Body() body: InitializePaymentDto,
    @Ip() address: string,
  ): Promise<SuccessBody<InitializePaymentResult>> {
    return success(await this.payments.initialize(body, address));
  }
}
