import { Body, Controller, Get, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, ThrottlingService, PasswordResetService, SignInService } from '@abato/accounts';
import { AuthService } from '@abato/contests';
import { type SessionView, success, type SuccessBody, type UserView } from '@abato/contracts';
import { CurrentActor, Public, SignedIn } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Answers } from '../open-api/answers.decorator.js';
import { nothing } from '../open-api/schema.js';
import { sessionSchema, userSchema } from '../open-api/views.js';
import { ForgotPasswordDto, LoginDto, RegisterDto, ResetPasswordDto } from './auth.dto.js';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly signIns: SignInService,
    private readonly resets: PasswordResetService,
    private readonly attempts: ThrottlingService,
  ) {}

  @Public()
  @Post('register')
  @AskedFirst('register')
  @Answers(sessionSchema, 201)
  async register(@Body() body: RegisterDto, @Ip() address: string): Promise<SuccessBody<SessionView>> {
    return success(
      await this.attempts.guard('register', body.email, address, () => this.auth.register(body)),
    );
  }

  @Public()
  @Post('login')
  @AskedFirst('login')
  @HttpCode(200)
  @Answers(sessionSchema)
  async login(@Body() body: LoginDto, @Ip() address: string): Promise<SuccessBody<SessionView>> {
    return success(await this.attempts.guard('login', body.email, address, () => this.signIns.login(body)));
  }

  /** The same answer for every address. */
  @Public()
  @Post('forgot-password')
  @AskedFirst('forgotPassword')
  @HttpCode(200)
  @Answers(nothing)
  async forgotPassword(@Body() body: ForgotPasswordDto, @Ip() address: string): Promise<SuccessBody<null>> {
    await this.attempts.guard('forgotPassword', body.email, address, () => this.resets.request(body));
    return success(null, 'If an account with this email exists, a link to reset the password is on its way.');
  }

  @Public()
  @Post('reset-password')
  @AskedFirst('resetPassword')
  @HttpCode(200)
  @Answers(nothing)
  async resetPassword(@Body() body: ResetPasswordDto, @Ip() address: string): Promise<SuccessBody<null>> {
    await this.attempts.guard('resetPassword', body.token, address, () => this.resets.reset(body));
    return success(null, 'Your password has been changed. Please sign in.');
  }

  @SignedIn({ unapproved: true })
  @Get('profile')
  @Answers(userSchema)
  async profile(@CurrentActor() actor: Actor): Promise<SuccessBody<UserView>> {
    return success(await this.auth.profile(actor));
  }

  @SignedIn({ unapproved: true })
  @Post('logout')
  @HttpCode(200)
  @Answers(nothing)
  async logout(@CurrentActor() actor: Actor): Promise<SuccessBody<null>> {
    await this.auth.logout(actor);
    return success(null);
  }
}
