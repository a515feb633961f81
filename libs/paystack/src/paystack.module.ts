import { Gauge, Histogram, type Registry } from 'prom-client';
import { Module } from '@nestjs/common';
import {
  CLOCK,
  type Clock,
  type Environment,
  ENVIRONMENT,
  METRICS,
  REDIS,
  type RedisClient,
} from '@abato/platform';
import { budgetOf, payerPace } from './call-budget.js';
import { CALL_OUTCOMES } from './errors.js';
import { PaystackClient } from './paystack-client.js';
import { SharedCallLimit } from './shared-call-limit.js';
import { CALLS } from './transport.js';

/**
 * The client of this process, its calls measured by name and outcome, and limited together with those of all others. The limit is
 * exported too, so that an alert can compare the calls with it before it is reached.
 */
export function createPaystackClient(
  env: Pick<Environment, 'PAYSTACK_BASE_URL' | 'PAYSTACK_SECRET_KEY' | 'PAYSTACK_CALLS_PER_MINUTE'>,
  { metrics, redis, clock }: { metrics: Registry; redis: RedisClient; clock: Clock },
): PaystackClient {
  const duration = new Histogram({
    name: 'abato_provider_call_seconds',
    help: 'Calls to the payment provider by call and outcome',
    labelNames: ['call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [metrics],
  });
  // A series that appears with its first value shows no increase: the first refusal of the night would go unnoticed.
  for (const call of CALLS) for (const outcome of CALL_OUTCOMES) duration.zero({ call, outcome });
  exportLimit(env.PAYSTACK_CALLS_PER_MINUTE, metrics);
  return new PaystackClient(
    { baseUrl: env.PAYSTACK_BASE_URL, secretKey: env.PAYSTACK_SECRET_KEY },
    (call, outcome, seconds) => duration.observe({ call, outcome }, seconds),
    new SharedCallLimit(redis, env.PAYSTACK_CALLS_PER_MINUTE, clock),
  );
}

/** Payers have a pace of their own, far below the account's limit: on a busy evening they reach theirs first. */
function exportLimit(callsPerMinute: number, metrics: Registry): void {
  const limit = new Gauge({
    name: 'abato_provider_calls_per_minute_limit',
    help: 'Calls to the payment provider in a minute: all that the account is allowed, and the pace of those that begin payments',
    labelNames: ['calls'],
    registers: [metrics],
  });
  limit.set({ calls: 'all' }, callsPerMinute);
  limit.set({ calls: 'begin' }, payerPace(budgetOf(callsPerMinute)).perMinute);
}

/** The one client of the payment provider, under the limit of calls that all processes share. */
@Module({
  providers: [
    {
      provide: PaystackClient,
      inject: [ENVIRONMENT, METRICS, REDIS, CLOCK],
      useFactory: (env: Environment, metrics: Registry, redis: RedisClient, clock: Clock) =>
        createPaystackClient(env, { metrics, redis, clock }),
    },
  ],
  exports: [PaystackClient],
})
export class PaystackModule {}
