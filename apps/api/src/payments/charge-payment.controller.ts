import { Body, Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ChargePaymentResult, chargeStepView } from '@abato/contracts';
import { ChargePaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Answers } from '../open-api/answers.decorator.js';
import { ChargePaymentDto, SubmitOtpDto, ProviderPath, ProviderReferencePath } from './payment.dto.js';

/** Mobile money without leaving the page: every answer says in plain words what to do next. */
@ApiTags('payments')
@Controller('payments')
export class ChargePaymentController {
  constructor(private readonly charges: ChargePaymentService) {}

  @Public()
  @Post(':provider/charge')
  @AskedFirst('prompt')
  @Answers(chargeStepView, { status: 201 })
  async charge(
    @Param() _path: ProviderPath,
    @Body() body: ChargePaymentDto,
    @Ip() address: string,
  ): Promise<ChargePaymentResult> {
    return this.charges.charge(body, address);
  }

  @Public()
  @Post(':provider/charge/:reference/otp')
  @HttpCode(200)
  @Answers(chargeStepView)
  async submitOtp(
    @Param() { reference }: ProviderReferencePath,
    @Body() body: SubmitOtpDto,
  ): Promise<ChargePaymentResult> {
    return this.charges.submitOtp(reference, body.otp);
  }

  /** What to do now; for a page that was reloaded or waits. */
  @Public()
  @Get(':provider/charge/:reference')
  @Answers(chargeStepView)
  async step(@Param() { reference }: ProviderReferencePath): Promise<ChargePaymentResult> {
    return this.charges.step(reference);
  }
}
