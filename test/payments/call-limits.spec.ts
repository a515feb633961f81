import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { budgetOf, SharedCallLimit } from '@abato/testing/paystack';
import { createBlockingRedis, createRedis, newReference } from '@abato/platform';
import { startSimulator } from '../../apps/simulator/src/app.js';
import { settingsFrom } from '../../apps/simulator/src/core/settings.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';

/** A test key's limit. */
const LIMIT = 100;
const SECRET_KEY = 'sk_test_limits';

const connections: Redis[] = [];

const simulator = await startSimulator(
  settingsFrom({ SIMULATOR_PORT: '0', PAYSTACK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' }),
);
beforeEach(() => faults({ reset: true }));
afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  await simulator?.close();
});

const faults = (body: Record<string, unknown>): Promise<void> =>
  new SimulatorControl(simulator.url).faults(body);

function connection(): Redis {
  const redis = createBlockingRedis(testState().redisUrl, () => undefined);
  connections.push(redis);
  return redis;
}

/** A process's client: its own connection to Redis, the time and the account of the others. */
function client(account: string, clock: { now(): Date }, redis = connection()): PaystackClient {
  const settings = { baseUrl: simulator.url, secretKey: SECRET_KEY };
  return new PaystackClient(settings, undefined, new SharedCallLimit(redis, LIMIT, clock, account));
}

const initialize = (of: PaystackClient) =>
  of.initialize({
    reference: newReference(),
    amount: 100,
    currency: 'GHS',
    email: 'payer@example.com',
    callbackUrl: 'http://localhost/back',
    cancelUrl: 'http://localhost/back',
  });

/** How a call ended: `ok` or the failure. */
async function ending(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: unknown) => (error instanceof ProviderError ? error.failure : String(error)),
  );
}
const count = (endings: string[], wanted: string): number => endings.filter((one) => one === wanted).length;

describe('calls of several processes', () => {
  it('stay together below the account’s limit, and neither beginning nor asking starves the other', async () => {
    await faults({ rateLimit: { limit: LIMIT } });
    const clock = { now: () => new Date('2026-11-21T20:00:00Z') };
    const account = `test:${randomUUID()}`;
    const processes = [client(account, clock), client(account, clock)];
    const begun = await Promise.all(
      processes.flatMap((one) => Array.from({ length: LIMIT }, () => ending(initialize(one)))),
    );
    const asked = await Promise.all(
      processes.flatMap((one) =>
        Array.from({ length: LIMIT }, () => ending(one.verify('A-UNKNOWN', 'answer'))),
      ),
    );
    const { total, reserved } = budgetOf(LIMIT);
    expect(count(begun, 'ok') + count(asked, 'not-found')).toBeLessThanOrEqual(total);
    expect(count(begun, 'ok')).toBe(total - reserved.answer - reserved.books);
    expect(count(asked, 'not-found')).toBe(reserved.answer);
    // Only our own limit has refused anything.
    expect(count(begun, 'rate-limited')).toBe(2 * LIMIT - count(begun, 'ok'));
    const answer = await fetch(`${simulator.url}/transaction/verify/A-UNKNOWN`, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(LIMIT - reserved.answer - 1);
  });

  it('all keep silent when the provider told one of them to, until its window ends', async () => {
    let now = new Date('2026-11-21T20:00:00Z');
    const clock = { now: () => now };
    const account = `test:${randomUUID()}`;
    const [one, other] = [client(account, clock), client(account, clock)];
    await faults({ tooManyRate: 1, endpoints: ['verify'] });
    await expect(one.verify('A-UNKNOWN')).rejects.toMatchObject({
      failure: 'rate-limited',
      details: { status: 429, retryAfter: 60 },
    });
    await faults({ reset: true });
    await expect(other.verify('A-UNKNOWN')).rejects.toMatchObject({
      message: 'our share of calls is used up',
      failure: 'rate-limited',
      details: { retryAfter: 60 },
    });
    expect(await ending(initialize(other))).toBe('ok');
    now = new Date(now.getTime() + 61_000);
    expect(await ending(other.verify('A-UNKNOWN'))).toBe('not-found');
    expect(await ending(one.verify('A-UNKNOWN'))).toBe('not-found');
  });

  it('keep to a small share each while Redis is away, and to the provider’s word', async () => {
    const nowhere = createRedis('redis://127.0.0.1:1', () => undefined);
    connections.push(nowhere);
    const clock = { now: () => new Date('2026-11-21T20:00:00Z') };
    const lonely = client(`test:${randomUUID()}`, clock, nowhere);
    const asked = await Promise.all(
      Array.from({ length: LIMIT }, () => ending(lonely.verify('A-UNKNOWN', 'answer'))),
    );
    const alone = budgetOf(LIMIT, 0.1);
    expect(count(asked, 'not-found')).toBe(alone.reserved.answer);
    await faults({ tooManyRate: 1, endpoints: ['initialize'] });
    expect(await ending(initialize(lonely))).toBe('rate-limited');
    await faults({ reset: true });
    expect(await ending(initialize(lonely))).toBe('rate-limited');
  });
});
