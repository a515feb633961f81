import { Body, Controller, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { initializedPaymentView, type InitializePaymentResult } from '@abato/contracts';
import { InitializePaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { InitializePaymentDto, ProviderPath } from './payment.dto.js';

@ApiTags('payments')
@Controller('payments')
export class InitializePaymentController {
  constructor(private readonly payments: InitializePaymentService) {}

  /** 201 whether the page is new or was made before: either way the payer goes to `authorizationUrl`. */
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
