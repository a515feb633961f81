import { Module } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { LiveSubscriber } from '@abato/live';
import { MessagesModule } from '@abato/messages';
import { CLOCK, type Clock } from '@abato/platform';
import { ActorCache, UserSignals } from './access/actor-cache.js';
import { actorOf } from './access/actor.js';
import { TokenService } from './access/token.service.js';
import { AuditRepository } from './audit/read-audit.js';
import { DecideUserService } from './approvals/decide-user.service.js';
import { Reveals } from './reveals.service.js';
import { Requests } from './requests/requests.service.js';
import { RecoveryCode, SecondFactorCodes } from './second-factor/second-factor-codes.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { EmailVerificationService } from './sign-in/email-verification.service.js';
import { EmailVerification, PasswordReset } from './sign-in/mailed-links.js';
import { PasswordResetLinks, PasswordResetService } from './sign-in/password-reset.service.js';
import { PasswordService } from './sign-in/password.service.js';
import {
  ProfileService,
  ReauthenticationService,
  Sessions,
  SignInService,
} from './sign-in/sign-in.service.js';
import { Delays, SignInThrottle } from './throttling/sign-in-throttle.js';
import { DeviceTokens } from './throttling/device-tokens.js';
import { ThrottlingService } from './throttling/throttling.service.js';
import { User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

const SERVICES = [
  Reveals,
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
];

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
    PasswordResetLinks,
    ...SERVICES,
  ],
  exports: [ActorCache, ...SERVICES],
})
export class AccountsModule {}
