import { Registry } from 'prom-client';
import { type RedisClient, systemClock } from '@abato/platform';
import { createPaystackClient } from './paystack.module.js';
import { CALLS } from './transport.js';

const METRIC = 'abato_provider_call_seconds_count';

/** What a process exports before its first call. */
async function exported(PAYSTACK_CALLS_PER_MINUTE: number): Promise<string[]> {
  const metrics = new Registry();
  const env = {
    PAYSTACK_BASE_URL: 'http://127.0.0.1:9',
    PAYSTACK_SECRET_KEY: 'x',
    PAYSTACK_CALLS_PER_MINUTE,
  };
  // No call is made: nothing is read from Redis.
  createPaystackClient(env, { metrics, redis: {} as RedisClient, clock: systemClock });
  return (await metrics.metrics()).split('\n');
}

it('shows every call at zero before the first one: an alert sees the increase of the first failure', async () => {
  const lines = await exported(600);
  for (const call of CALLS) {
    expect(lines).toContain(`${METRIC}{call="${call}",outcome="ok"} 0`);
    expect(lines).toContain(`${METRIC}{call="${call}",outcome="rate-limited"} 0`);
  }
});

it('shows the limit of the account, and the pace at which payments may be begun', async () => {
  const lines = await exported(600);
  expect(lines).toContain('abato_provider_calls_per_minute_limit{calls="all"} 600');
  expect(lines).toContain('abato_provider_calls_per_minute_limit{calls="begin"} 203');
});
