import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { AuditController } from './audit.controller.js';
import { AuthController } from './auth.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AccountsModule, ContestsModule],
  controllers: [AuthController, UsersController, AuditController],
})
export class AccountsApiModule {}
