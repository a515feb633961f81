import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '@abato/accounts';
import { AccessGuard } from './access.guard.js';
import { JwtStrategy } from './jwt.strategy.js';

/** Who may call what: tokens, roles, approval. */
@Module({
  imports: [AccountsModule, PassportModule],
  providers: [JwtStrategy, { provide: APP_GUARD, useClass: AccessGuard }],
})
export class AccessModule {}
