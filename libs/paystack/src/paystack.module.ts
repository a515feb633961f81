import { Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import {
  CLOCK,
  ENVIRONMENT,
  METRICS,
  REDIS,
  type Clock,
  type Environment,
  type RedisClient,
} from '@abato/platform';
import { createPaystackClient } from './metered-client.js';
import { PaystackClient } from './paystack-client.js';
import { SharedCallLimit } from './shared-call-limit.js';

/** The one client of the payment provider, under the limit of calls that all processes share. */
@Module({
  providers: [
    {
      provide: PaystackClient,
      inject: [ENVIRONMENT, METRICS, REDIS, CLOCK],
      useFactory: (env: Environment, metrics: Registry, redis: RedisClient, clock: Clock) =>
        createPaystackClient(env, metrics, new SharedCallLimit(redis, env.PAYSTACK_CALLS_PER_MINUTE, clock)),
    },
  ],
  exports: [PaystackClient],
})
export class PaystackModule {}
