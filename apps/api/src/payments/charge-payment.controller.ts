import { Body, Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ChargePaymentResult, chargeStepView } from '@abato/contracts';
import { ChargePaymentService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  ChargePaymentDto,
  ProviderPath,
  ProviderReferencePath,
  SubmitAddressDto,
  SubmitBirthdayDto,
  SubmitOtpDto,
  SubmitPhoneDto,
  SubmitPinDto,
} from './payment.dto.js';

/** Mobile money without leaving the page: every answer says in plain words what to do next. */
@ApiTags('payments')
@Controller('payments')
export class ChargePaymentController {
  constructor(private readonly charges: ChargePaymentService) {}

  @Describes(
    'Charge mobile money',
    'Sends a payment prompt to the payer’s phone, or returns the step of the prompt that is open. Refuses a number that is not mobile, a vote that cannot be paid, and too many prompts.',
  )
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

  @Describes(
    'Submit a voucher code',
    'Sends the voucher code of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/otp')
  @HttpCode(200)
  @Answers(chargeStepView)
  async submitOtp(
    @Param() { reference }: ProviderReferencePath,
    @Body() body: SubmitOtpDto,
  ): Promise<ChargePaymentResult> {
    return this.charges.answer(reference, { step: 'otp', otp: body.otp });
  }

  @Describes(
    'Submit a PIN',
    'Sends the payer’s PIN of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/pin')
  @HttpCode(200)
  @Answers(chargeStepView)
  async submitPin(
    @Param() { reference }: ProviderReferencePath,
    @Body() body: SubmitPinDto,
  ): Promise<ChargePaymentResult> {
    return this.charges.answer(reference, { step: 'pin', pin: body.pin });
  }

  @Describes(
    'Submit a phone number',
    'Sends the phone number of the payer’s account of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/phone')
  @HttpCode(200)
  @Answers(chargeStepView)
  async submitPhone(
    @Param() { reference }: ProviderReferencePath,
    @Body() body: SubmitPhoneDto,
  ): Promise<ChargePaymentResult> {
    return this.charges.answer(reference, { step: 'phone', phone: body.phone });
  }

  @Describes(
    'Submit a date of birth',
    'Sends the payer’s date of birth of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/birthday')
  @HttpCode(200)
  @Answers(chargeStepView)
  async submitBirthday(
    @Param() { reference }: ProviderReferencePath,
    @Body() body: SubmitBirthdayDto,
  ): Promise<ChargePaymentResult> {
    return this.charges.answer(reference, { step: 'birthday', birthday: body.birthday });
  }

  @Describes(
    'Submit an address',
    'Sends the payer’s billing address of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/address')
  @HttpCode(200)
  @Answers(chargeStepView)
  async submitAddress(
    @Param() { reference }: ProviderReferencePath,
    @Body() body: SubmitAddressDto,
  ): Promise<ChargePaymentResult> {
    const { address, city, state } = body;
    return this.charges.answer(reference, { step: 'address', address, city, state, zip_code: body.zipCode });
  }

  @Describes(
    'Read the step of a charge',
    'Returns what the payer has to do now. Refuses a reference that is not of a charge.',
  )
  @Public()
  @Get(':provider/charge/:reference')
  @Answers(chargeStepView)
  async step(@Param() { reference }: ProviderReferencePath): Promise<ChargePaymentResult> {
    return this.charges.step(reference);
  }
}
