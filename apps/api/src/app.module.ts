import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsModule } from '@abato/accounts';
import { DatabaseModule } from '@abato/database';
import { JobsModule } from '@abato/jobs';
import { LivePublisherModule, LiveSubscriberModule } from '@abato/live';
import { type Environment, PlatformModule } from '@abato/platform';
import { AccessModule } from './access/access.module.js';
import { AccountsApiModule } from './accounts/accounts-api.module.js';
import { ContestsApiModule } from './contests/contests-api.module.js';
import { HealthModule } from './health/health.module.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { IdempotencyInterceptor } from './http/idempotency.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { LightModule } from './light/light.module.js';
import { LiveApiModule } from './live/live-api.module.js';
import { PaymentsApiModule } from './payments/payments-api.module.js';
import { RequestsApiModule } from './requests/requests-api.module.js';
import { StatusModule } from './status/status.module.js';
import { TransparencyApiModule } from './transparency/transparency-api.module.js';
import { MessagesApiModule } from './messages/messages-api.module.js';
import { UssdApiModule } from './ussd/ussd-api.module.js';
import { VotingApiModule } from './voting/voting-api.module.js';
import { WebModule } from './web/web.module.js';

/** Group commit writes one batch at a time; the rest are reads and payments of the hot path. */
const HOT_POOL_SIZE = 6;
/** Without votes and payments only tallies are read on the hot path; there are many such pods, and connections are scarce. */
const HOT_POOL_SIZE_LIVE = 2;

@Module({})
export class AppModule {
  /**
   * Every controller is there in every role, so that the wrong one is refused by name (`refuseOtherRoles`). Gateways and pages, which keep
   * memory and connections of their own, are there only where they serve.
   */
  static forRole(role: Environment['ABATO_ROLE']): DynamicModule {
    const isFor = (one: 'live' | 'web'): boolean => role === 'all' || role === one;
    return {
      module: AppModule,
      imports: [
        PlatformModule.forProcess('api'),
        DatabaseModule.forProcess(
          (env) => env.DATABASE_HOT_POOL_SIZE ?? (role === 'live' ? HOT_POOL_SIZE_LIVE : HOT_POOL_SIZE),
        ),
        JobsModule,
        LivePublisherModule,
        LiveSubscriberModule,
        AccountsModule,
        AccessModule,
        HealthModule,
        AccountsApiModule,
        ContestsApiModule,
        VotingApiModule,
        PaymentsApiModule,
        TransparencyApiModule,
        RequestsApiModule,
        StatusModule,
        UssdApiModule,
        MessagesApiModule,
        ...(isFor('live') ? [LiveApiModule] : []),
        ...(isFor('web') ? [WebModule, LightModule] : []),
      ],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        // After it, which is inside of it: what is kept is what a handler answers.
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
    };
  }
}
