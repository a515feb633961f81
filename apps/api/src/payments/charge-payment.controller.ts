import { Body, Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ChargePaymentResult, success, type SuccessBody } from '@abato/contracts';
import { ChargePaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Answers } from '../open-api/answers.decorator.js';
import { chargeStepSchema } from '../open-api/payment-views.js';
import { ChargePaymentDto, SubmitOtpDto } from './payment.dto.js';
import { ProviderPipe } from './provider.pipe.js';

/** Mobile money without leaving the page: every answer says in plain words what to do next. */
@ApiTags('payments')
@Controller('payments')
export class ChargePaymentController {
  constructor(private readonly charges: ChargePaymentService) {}

  @Public()
  @Post(':provider/charge')
  @AskedFirst('prompt')
  @Answers(chargeStepSchema, 201)
  async charge(
    @Param('provider', ProviderPipe) _provider: string,
    @Body() body: ChargePaymentDto,
    @Ip() address: string,
  ): Promise<SuccessBody<ChargePaymentResult>> {
    return success(await this.charges.charge(body, address));
  }

  @Public()
  @Post(':provider/charge/:reference/otp')
  @HttpCode(200)
  @Answers(chargeStepSchema)
  async submitOtp(
    @Param('provider', ProviderPipe) _provider: string,
    @Param('reference') reference: string,
    @Body() body: SubmitOtpDto,
  ): Promise<SuccessBody<ChargePaymentResult>> {
    return success(await this.charges.submitOtp(reference, body.otp));
  }

  /** What to do now; for a page that was reloaded or waits. */
  @Public()
  @Get(':provider/charge/:reference')
  @Answers(chargeStepSchema)
  async step(
    @Param('provider', ProviderPipe) _provider: string,
    @Param('reference') reference: string,
  ): Promise<SuccessBody<ChargePaymentResult>> {
    return success(await this.charges.step(reference));
  }
}
