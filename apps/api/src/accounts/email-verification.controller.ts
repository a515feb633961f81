import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, EmailVerificationService, ThrottlingService } from '@abato/accounts';
import { nothing } from '@abato/contracts';
import { CurrentActor, Public, SignedIn } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { VerifyEmailDto } from './auth.dto.js';

const VERIFICATION_SENT = 'A link to confirm the address is on its way.';
const EMAIL_VERIFIED = 'Your email address is confirmed.';

@ApiTags('auth')
@Controller('auth/verify-email')
export class EmailVerificationController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly attempts: ThrottlingService,
  ) {}

  @Describes(
    'Confirm an e-mail address',
    'Confirms the address by the token of a mailed link. Refuses an unknown, used or expired token.',
  )
  @Public()
  @Post()
  @AskedFirst('verifyEmail')
  @HttpCode(200)
  @Answers(nothing, { message: EMAIL_VERIFIED })
  async verify(@Body() { token }: VerifyEmailDto, @Ip() address: string) {
    await this.attempts.guard('verifyEmail', token, address, () => this.verification.verify(token));
  }

  @Describes(
    'Send the confirmation e-mail again',
    'Mails a new link to the address of the signed-in user; older links become invalid. Refuses an address that is already confirmed.',
  )
  @SignedIn({ unapproved: true })
  @Post('send')
  @HttpCode(200)
  @Answers(nothing, { message: VERIFICATION_SENT })
  async send(@CurrentActor() actor: Actor, @Ip() address: string) {
    await this.attempts.guard('sendVerification', actor.id, address, () =>
      this.verification.sendAgain(actor),
    );
  }
}
