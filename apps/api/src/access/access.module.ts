import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { DataSource } from 'typeorm';
import { LiveSubscriber } from '@abato/live';
import { User } from '@abato/persistence';
import { CLOCK, type Clock } from '@abato/platform';
import { AccessGuard } from './access.guard.js';
import { ActorCache } from './actor-cache.js';
import { actorOf } from './actor.js';
import { JwtStrategy } from './jwt.strategy.js';
import { TokenService } from './token.service.js';

/** Who may call what: tokens, roles, approval. */
@Global()
@Module({
  imports: [PassportModule],
  providers: [
    {
      provide: ActorCache,
      inject: [DataSource, CLOCK, LiveSubscriber],
      useFactory: (source: DataSource, clock: Clock, live: LiveSubscriber) => {
        const users = source.getRepository(User);
        return new ActorCache(async (id) => actorOf(await users.findOneBy({ id })), clock, live);
      },
    },
    TokenService,
    JwtStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [TokenService, ActorCache],
})
export class AccessModule {}
