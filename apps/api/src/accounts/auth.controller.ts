import { Body, Controller, Delete, Get, Headers, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Actor,
  EmailVerificationService,
  PasswordResetService,
  ProfileService,
  ReauthenticationService,
  SecondFactorService,
  SignInService,
  SignInThrottle,
  ThrottlingService,
} from '@abato/accounts';
import { AuthService } from '@abato/contests';
import {
  DEVICE_TOKEN_HEADER,
  forgotPasswordExamples,
  forgotPasswordRules,
  loginExamples,
  loginRules,
  nothing,
  reauthenticateExamples,
  reauthenticateRules,
  recoveryCodesView,
  registerExamples,
  registerRules,
  resetPasswordExamples,
  resetPasswordRules,
  secondFactorCodeExamples,
  secondFactorCodeRules,
  secondFactorConfirmedView,
  secondFactorSetUpView,
  secondFactorStateView,
  sessionView,
  userView,
  verifyEmailExamples,
  verifyEmailRules,
} from '@abato/contracts';
import { CurrentActor, Public, Reauthenticated, SignedIn } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { bodyOf } from '../http/dto.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers, Describes } from '../open-api/answers.decorator.js';

const RESET_LINK_SENT = 'If an account with this email exists, a link to reset the password is on its way.';
const PASSWORD_CHANGED = 'Your password has been changed. Please sign in.';
const VERIFICATION_SENT = 'A link to confirm the address is on its way.';
const EMAIL_VERIFIED = 'Your email address is confirmed.';

class LoginDto extends bodyOf(loginRules, loginExamples) {}
class RegisterDto extends bodyOf(registerRules, registerExamples) {}
class ForgotPasswordDto extends bodyOf(forgotPasswordRules, forgotPasswordExamples) {}
class ResetPasswordDto extends bodyOf(resetPasswordRules, resetPasswordExamples) {}
class VerifyEmailDto extends bodyOf(verifyEmailRules, verifyEmailExamples) {}
class ReauthenticateDto extends bodyOf(reauthenticateRules, reauthenticateExamples) {}
class SecondFactorCodeDto extends bodyOf(secondFactorCodeRules, secondFactorCodeExamples) {}

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly signIns: SignInService,
    private readonly resets: PasswordResetService,
    private readonly profiles: ProfileService,
    private readonly attempts: ThrottlingService,
    private readonly signInThrottle: SignInThrottle,
  ) {}

  @Describes(
    'Register an organiser',
    'Creates an organiser account that waits for approval, and signs it in. Refuses a known e-mail address, a common password and too many attempts.',
  )
  @Public()
  @OwnKeys()
  @Post('register')
  @AskedFirst('register')
  @Answers(sessionView, { status: 201 })
  async register(@Body() body: RegisterDto, @Ip() address: string) {
    return this.attempts.guard('register', body.email, address, () => this.auth.register(body));
  }

  @Describes(
    'Sign in',
    'Returns a token for 12 hours. Refuses wrong credentials, a missing or wrong code when the account has a second factor, and too many attempts.',
  )
  @Public()
  @OwnKeys()
  @Post('login')
  @AskedFirst('login')
  @Answers(sessionView)
  async login(@Body() body: LoginDto, @Ip() address: string, @Headers(DEVICE_TOKEN_HEADER) devices?: string) {
    return this.signInThrottle.guard(body.email, { address, devices }, () =>
      this.signIns.login(body, devices),
    );
  }

  @Describes(
    'Request a password reset',
    'Mails a link that works once, for 30 minutes. The answer is the same for known and unknown addresses. Refuses too many attempts.',
  )
  @Public()
  @Post('forgot-password')
  @AskedFirst('forgotPassword')
  @Answers(nothing, { message: RESET_LINK_SENT })
  async forgotPassword(@Body() body: ForgotPasswordDto, @Ip() address: string) {
    await this.attempts.guard('forgotPassword', body.email, address, () => this.resets.request(body));
  }

  @Describes(
    'Reset a password',
    'Sets a new password by the token of a mailed link, and ends all sessions of the user. Refuses an unknown, used or expired token.',
  )
  @Public()
  @Post('reset-password')
  @AskedFirst('resetPassword')
  @Answers(nothing, { message: PASSWORD_CHANGED })
  async resetPassword(@Body() body: ResetPasswordDto, @Ip() address: string) {
    await this.attempts.guard('resetPassword', body.token, address, () => this.resets.reset(body));
  }

  @Describes('Read the own profile', 'Returns the signed-in user. Refuses a missing or revoked token.')
  @SignedIn({ unapproved: true })
  @Get('profile')
  @Answers(userView)
  async profile(@CurrentActor() actor: Actor) {
    return this.profiles.profile(actor);
  }

  @Describes('Sign out', 'Revokes all tokens of the signed-in user. Refuses a missing or revoked token.')
  @SignedIn({ unapproved: true })
  @Post('logout')
  @Answers(nothing)
  async logout(@CurrentActor() actor: Actor) {
    await this.profiles.logout(actor);
  }
}

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
  @Answers(nothing, { message: VERIFICATION_SENT })
  async send(@CurrentActor() actor: Actor, @Ip() address: string) {
    await this.attempts.guard('sendVerification', actor.id, address, () =>
      this.verification.sendAgain(actor),
    );
  }
}

@ApiTags('auth')
@Controller('auth/reauthenticate')
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  @Describes(
    'Confirm the signed-in user again',
    'Returns a new token that allows protected actions for five minutes. Refuses a wrong password or code, and too many attempts.',
  )
  @SignedIn({ unapproved: true })
  @OwnKeys()
  @Post()
  @Answers(sessionView)
  async reauthenticate(@CurrentActor() actor: Actor, @Body() body: ReauthenticateDto) {
    return this.reauthentication.reauthenticate(actor, body);
  }
}

/** The second factor of the signed-in user's own account. */
@ApiTags('auth')
@Controller('auth/second-factor')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  @Describes(
    'Read the state of the own second factor',
    'Says whether a second factor is on, whether it is required, and how many recovery codes are left.',
  )
  @SignedIn({ unapproved: true })
  @Get()
  @Answers(secondFactorStateView)
  async state(@CurrentActor() actor: Actor) {
    return this.factors.state(actor);
  }

  @Describes(
    'Begin to set up a second factor',
    'Returns a new secret for an authenticator app; it has no effect before it is confirmed. Refuses an account whose second factor is on.',
  )
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @OwnKeys()
  @Post('setup')
  @Answers(secondFactorSetUpView)
  async setUp(@CurrentActor() actor: Actor) {
    return this.factors.begin(actor);
  }

  @Describes(
    'Switch the second factor on',
    'Checks the first code, ends all other sessions, and returns a new session with the recovery codes, which are shown once. Refuses a wrong or used code.',
  )
  @SignedIn({ unapproved: true })
  @OwnKeys()
  @Post('confirm')
  @Answers(secondFactorConfirmedView)
  async confirm(@CurrentActor() actor: Actor, @Body() { code }: SecondFactorCodeDto) {
    return this.factors.confirm(actor, code);
  }

  @Describes(
    'Replace the recovery codes',
    'Returns new recovery codes; older ones become invalid. Refuses an account without a second factor.',
  )
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @OwnKeys()
  @Post('recovery-codes')
  @Answers(recoveryCodesView)
  async renewCodes(@CurrentActor() actor: Actor) {
    return { recoveryCodes: await this.factors.renewCodes(actor) };
  }

  @Describes(
    'Switch the second factor off',
    'Removes the secret and the recovery codes. Refuses an account that must have a second factor.',
  )
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @Delete()
  @Answers(nothing)
  async disable(@CurrentActor() actor: Actor) {
    await this.factors.disable(actor);
  }
}
