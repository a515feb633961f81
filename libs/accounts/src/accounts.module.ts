import { Module } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { LiveSubscriber } from '@abato/live';
import { MessagesModule } from '@abato/messages';
import { CLOCK, type Clock } from '@abato/platform';
import { ActorCache } from './access/actor-cache.js';
import { actorOf } from './access/actor.js';
import { TokenService } from './access/token.service.js';
import { AuditRepository } from './audit/read-audit.js';
import { DecideUserService } from './approvals/decide-user.service.js';
import { Reveals } from './reveals.service.js';
import { Requests } from './requests/requests.service.js';
import { RecoveryCode } from './second-factor/recovery-code.entity.js';
import { SecondFactorCodes } from './second-factor/second-factor-codes.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { EmailVerificationService } from './sign-in/email-verification.service.js';
import { EmailVerification, PasswordReset } from './sign-in/mailed-links.js';
import { PasswordResetLinks } from './sign-in/password-reset-links.js';
import { PasswordResetService } from './sign-in/password-reset.service.js';
import { PasswordService } from './sign-in/password.service.js';
import { ProfileService } from './sign-in/profile.service.js';
import { ReauthenticationService } from './sign-in/reauthentication.service.js';
import { Sessions } from './sign-in/sessions.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { Delays } from './throttling/delays.js';
import { DeviceTokens } from './throttling/device-tokens.js';
import { SignInThrottle } from './throttling/sign-in-throttle.js';
import { ThrottlingService } from './throttling/throttling.service.js';
import { User } from './user.entity.js';
import { UserSignals } from './user-signals.js';
import { UsersRepository } from './users.repository.js';

/** Users, sign-in, tokens, throttling, approvals. */
@Module({
  imports: [TypeOrmModule.forFeature([User, PasswordReset, EmailVerification, RecoveryCode]), MessagesModule],
  providers: [
    {
      provide: ActorCache,
      inject: [getRepositoryToken(User), CLOCK, LiveSubscriber],
      useFactory: (users: Repository<User>, clock: Clock, live: LiveSubscriber) =>
        new ActorCache(async (id) => actorOf(await users.findOneBy({ id })), clock, live),
    },
    { provide: Delays, useFactory: () => new Delays() },
    DeviceTokens,
    Sessions,
    SignInThrottle,
    TokenService,
    PasswordService,
    SignInService,
    PasswordResetLinks,
    PasswordResetService,
    EmailVerificationService,
    ProfileService,
    SecondFactorCodes,
    SecondFactorService,
    ReauthenticationService,
    ThrottlingService,
    UsersRepository,
    DecideUserService,
    AuditRepository,
    Reveals,
    UserSignals,
    Requests,
  ],
  exports: [
    Reveals,
    ActorCache,
    DeviceTokens,
    Sessions,
    SignInThrottle,
    TokenService,
    PasswordService,
    SignInService,
    PasswordResetService,
    EmailVerificationService,
    ProfileService,
    SecondFactorCodes,
    SecondFactorService,
    ReauthenticationService,
    ThrottlingService,
    UsersRepository,
    DecideUserService,
    AuditRepository,
    UserSignals,
    Requests,
  ],
})
export class AccountsModule {}
