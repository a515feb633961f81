import { Body, Controller, Get, Headers, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Actor,
  PasswordResetService,
  ProfileService,
  SignInService,
  SignInThrottle,
  ThrottlingService,
} from '@abato/accounts';
import { AuthService } from '@abato/contests';
import { DEVICE_TOKEN_HEADER, nothing, sessionView, userView } from '@abato/contracts';
import { CurrentActor, Public, SignedIn } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ForgotPasswordDto, LoginDto, RegisterDto, ResetPasswordDto } from './auth.dto.js';

const RESET_LINK_SENT = 'If an account with this email exists, a link to reset the password is on its way.';
const PASSWORD_CHANGED = 'Your password has been changed. Please sign in.';

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
  @HttpCode(200)
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
  @HttpCode(200)
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
  @HttpCode(200)
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
  @HttpCode(200)
  @Answers(nothing)
  async logout(@CurrentActor() actor: Actor) {
    await this.profiles.logout(actor);
  }
}
