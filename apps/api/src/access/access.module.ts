import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AccessGuard } from './access.guard.js';
import { ActorCache } from './actor-cache.js';
import { JwtStrategy } from './jwt.strategy.js';
import { TokenService } from './token.service.js';

/** Who may call what: tokens, roles, approval. */
@Global()
@Module({
  imports: [PassportModule],
  providers: [ActorCache, TokenService, JwtStrategy, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [TokenService, ActorCache],
})
export class AccessModule {}
