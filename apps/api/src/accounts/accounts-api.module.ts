import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { AuditController } from './audit.controller.js';
import { AuthController } from './auth.controller.js';
import { EmailVerificationController } from './email-verification.controller.js';
import { ReauthenticationController } from './reauthentication.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AccountsModule, ContestsModule],
  controllers: [
    AuditController,
    AuthController,
    EmailVerificationController,
    ReauthenticationController,
    SecondFactorController,
    UsersController,
  ],
})
export class AccountsApiModule {}
