import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Ip,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiExcludeEndpoint, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  chargePaymentExamples,
  chargePaymentRules,
  chargeStepView,
  initializedPaymentView,
  initializePaymentExamples,
  initializePaymentRules,
  type PaymentVerificationBody,
  type SettlementStatus,
  submitAddressExamples,
  submitAddressRules,
  submitBirthdayExamples,
  submitBirthdayRules,
  submitOtpExamples,
  submitOtpRules,
  submitPhoneExamples,
  submitPhoneRules,
  submitPinExamples,
  submitPinRules,
} from '@abato/contracts';
import {
  ChargePaymentService,
  InitializePaymentService,
  VerifyPaymentService,
  WebhookService,
} from '@abato/payments';
import { AppError, type Environment, ENVIRONMENT } from '@abato/platform';
import { Public } from '../access/access.decorators.js';
import { allowedSenders } from '../http/allowed-senders.js';
import { AskedFirst } from '../http/ask-first.js';
import { ANY_TEXT, bodyOf, pathOf, queryOf } from '../http/dto.js';
import { Enveloped } from '../http/envelope.interceptor.js';
import { Repeatable } from '../http/idempotency.interceptor.js';
import { TakesBody } from '../http/json-body.js';
import { Answers, AnswersVerification, Describes } from '../open-api/answers.decorator.js';

/** The one provider there is. A path that names another leads nowhere. */
const PROVIDERS = ['paystack'] as const;

/** The provider's longest events have about 10 KB. */
const WEBHOOK_BYTES = 256 * 1024;

/** Success is told by the body's flag, not by the status alone: an open payment is no failure. */
const STATUS: Record<SettlementStatus, number> = { COMPLETED: 200, PENDING: 200, FAILED: 402 };

class ProviderPath extends pathOf({ provider: PROVIDERS }) {}
class ProviderReferencePath extends pathOf({ provider: PROVIDERS, reference: ANY_TEXT }) {}
class VerifyPaymentQuery extends queryOf({ cancelled: { type: 'string', search: true } }) {}
class InitializePaymentDto extends bodyOf(initializePaymentRules, initializePaymentExamples) {}
class ChargePaymentDto extends bodyOf(chargePaymentRules, chargePaymentExamples) {}
class SubmitOtpDto extends bodyOf(submitOtpRules, submitOtpExamples) {}
class SubmitPinDto extends bodyOf(submitPinRules, submitPinExamples) {}
class SubmitPhoneDto extends bodyOf(submitPhoneRules, submitPhoneExamples) {}
class SubmitBirthdayDto extends bodyOf(submitBirthdayRules, submitBirthdayExamples) {}
class SubmitAddressDto extends bodyOf(submitAddressRules, submitAddressExamples) {}

/** What payers and the provider call. Charging mobile money does not leave our page: every answer says in plain words what to do next. */
@ApiTags('payments')
@Controller('payments')
export class PaymentsController {
  private readonly isAllowed: (address: string) => boolean;

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    private readonly pages: InitializePaymentService,
    private readonly charges: ChargePaymentService,
    private readonly verifications: VerifyPaymentService,
    private readonly webhooks: WebhookService,
  ) {
    this.isAllowed = allowedSenders(env.WEBHOOK_ADDRESSES);
  }

  @Describes(
    'Start a payment',
    'Returns the address of the provider’s page for a vote, new or still open; the payer goes to `authorizationUrl`. Refuses a vote that is paid, free, expired or too late.',
  )
  @Public()
  @Repeatable()
  @Post(':provider/initialize')
  @Answers(initializedPaymentView, { status: 201 })
  async initialize(@Param() _path: ProviderPath, @Body() body: InitializePaymentDto, @Ip() address: string) {
    return this.pages.initialize(body, address);
  }

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
    const body = await this.verifications.verify(reference, cancelled === 'true');
    void reply.status(STATUS[body.data.status]).header('cache-control', 'no-store');
    return body;
  }

  /** Open to all callers and believed only with the provider's signature, which is checked before anything is parsed. */
  @Public()
  @Post(':provider/webhook')
  @TakesBody({ rawBody: true, bodyBytes: WEBHOOK_BYTES, anyOrigin: true })
  @HttpCode(200)
  @ApiExcludeEndpoint()
  @Enveloped({ kind: 'data' })
  async receive(
    @Param() _path: ProviderPath,
    @Req() request: FastifyRequest,
    @Headers('x-paystack-signature') signature: string | undefined,
    @Ip() address: string,
  ): Promise<void> {
    if (!this.isAllowed(address)) throw new AppError('FORBIDDEN');
    await this.webhooks.receive((request.body as Buffer | undefined) ?? Buffer.alloc(0), signature);
  }

  @Describes(
    'Charge mobile money',
    'Sends a payment prompt to the payer’s phone, or returns the step of the prompt that is open. Refuses a number that is not mobile, a vote that cannot be paid, and too many prompts.',
  )
  @Public()
  @Repeatable()
  @Post(':provider/charge')
  @AskedFirst('prompt')
  @Answers(chargeStepView, { status: 201 })
  async charge(@Param() _path: ProviderPath, @Body() body: ChargePaymentDto, @Ip() address: string) {
    return this.charges.charge(body, address);
  }

  @Describes(
    'Submit a voucher code',
    'Sends the voucher code of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/otp')
  @Answers(chargeStepView)
  async submitOtp(@Param() { reference }: ProviderReferencePath, @Body() body: SubmitOtpDto) {
    return this.charges.answer(reference, { step: 'otp', otp: body.otp });
  }

  @Describes(
    'Submit a PIN',
    'Sends the payer’s PIN of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/pin')
  @Answers(chargeStepView)
  async submitPin(@Param() { reference }: ProviderReferencePath, @Body() body: SubmitPinDto) {
    return this.charges.answer(reference, { step: 'pin', pin: body.pin });
  }

  @Describes(
    'Submit a phone number',
    'Sends the phone number of the payer’s account of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/phone')
  @Answers(chargeStepView)
  async submitPhone(@Param() { reference }: ProviderReferencePath, @Body() body: SubmitPhoneDto) {
    return this.charges.answer(reference, { step: 'phone', phone: body.phone });
  }

  @Describes(
    'Submit a date of birth',
    'Sends the payer’s date of birth of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/birthday')
  @Answers(chargeStepView)
  async submitBirthday(@Param() { reference }: ProviderReferencePath, @Body() body: SubmitBirthdayDto) {
    return this.charges.answer(reference, { step: 'birthday', birthday: body.birthday });
  }

  @Describes(
    'Submit an address',
    'Sends the payer’s billing address of a charge to the provider and returns the next step. Refuses a charge that does not ask for it.',
  )
  @Public()
  @Post(':provider/charge/:reference/address')
  @Answers(chargeStepView)
  async submitAddress(@Param() { reference }: ProviderReferencePath, @Body() body: SubmitAddressDto) {
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
  async chargeStep(@Param() { reference }: ProviderReferencePath) {
    return this.charges.step(reference);
  }
}
