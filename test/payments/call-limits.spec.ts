import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Transactions } from '@abato/database';
import { SetAsideWebhooksService } from '@abato/payments';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { createBlockingRedis, createRedis, newReference } from '@abato/platform';
import { keepWebhooks, KeptWebhook, readInbox } from '@abato/testing/payments';
import { budgetOf, SharedCallLimit } from '@abato/testing/paystack';
import { startSimulator } from '../../apps/simulator/src/app.js';
import { settingsFrom } from '../../apps/simulator/src/core/settings.js';
import { FIRST_PAGE } from '../support/first-page.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { confirmationAt } from './model/confirm.js';
import { begun, database, sql, stateOf, useOwnWorld, world } from './model/own-world.js';

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

it('calls of several processes stay together below the account’s limit, and neither beginning nor asking starves the other', async () => {
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

it('calls of several processes all keep silent when the provider told one of them to, until its window ends', async () => {
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

it('calls of several processes keep to a small share each while Redis is away, and to the provider’s word', async () => {
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

/** Webhooks that cannot be processed, and webhooks that say the same again. */
const HOUR = 3_600_000;

useOwnWorld();

let alerts: string[] = [];
const confirmation = () =>
  confirmationAt(database.pool, () => world.now, {
    send: (settled) => {
      alerts.push(...settled.filter(({ result }) => result.alert).map(({ result }) => result.situation));
      return Promise.resolve();
    },
  });

async function paid(amount = 100): Promise<string> {
  const reference = await begun();
  world.provider.pay(reference, world.now, { amount });
  return reference;
}

/** Keep a webhook about a payment. @param change of what it says */
async function keep(reference: string, change: Record<string, unknown> = {}): Promise<void> {
  const data = { ...world.provider.data(reference), status: 'success', ...change };
  const rawBody = Buffer.from(JSON.stringify({ event: 'charge.success', data }));
  const digest = createHash('sha256').update(rawBody).digest();
  await keepWebhooks(database.pool, [{ rawBody, digest, event: 'charge.success', reference }], world.now);
}

async function read(): Promise<boolean[]> {
  const failures: boolean[] = [];
  await readInbox(confirmation(), (_error, setAside) => failures.push(setAside === true));
  return failures;
}

it('a webhook that cannot be processed is set aside after ten tries, is shown, delays no other, and is tried again when a person asks for it', async () => {
  const [broken, good] = [await paid(), await paid()];
  const [voteId] = world.votes;
  await sql`CREATE TABLE kept AS SELECT * FROM votes WHERE id = ${voteId}`;
  await sql`DELETE FROM votes WHERE id = ${voteId}`;
  await keep(broken);
  await keep(good);
  const ends: boolean[] = [];
  for (let hour = 0; hour < 24; hour++) {
    // The batch fails as a whole, then each row by itself.
    ends.push(...(await read()).slice(1));
    world.now = new Date(world.now.getTime() + HOUR);
  }
  expect(await stateOf(good)).toBe('COMPLETED');
  expect(ends).toEqual([...Array.from({ length: 9 }, () => false), true]);
  const webhooks = (await database.source()).getRepository(KeptWebhook);
  const service = new SetAsideWebhooksService(Transactions.of(webhooks.manager.dataSource), webhooks, {
    now: () => world.now,
  });
  const {
    items: [webhook, ...others],
  } = await service.list(FIRST_PAGE);
  expect(others).toEqual([]);
  expect(webhook).toMatchObject({
    reference: broken,
    attempts: 10,
    error: expect.stringContaining('has no vote'),
  });

  await sql`INSERT INTO votes SELECT * FROM kept`;
  const actor = { id: world.contestId } as Parameters<SetAsideWebhooksService['retry']>[0];
  await service.retry(actor, String(webhook?.id));
  await expect(service.retry(actor, String(webhook?.id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await read()).toEqual([]);
  expect([await stateOf(broken), await service.list(FIRST_PAGE)]).toEqual([
    'COMPLETED',
    { items: [], total: 0 },
  ]);
});

it.each(['9223372036854775808', '18446744073709551615'])(
  'a webhook that cannot be processed is none for an id beyond what the column holds (%s)',
  async (id) => {
    const reference = await paid();
    await keep(reference, { id });
    expect([await read(), await stateOf(reference)]).toEqual([[], 'COMPLETED']);
  },
);

it('webhooks about a held payment alert once, and again when they say something else', async () => {
  const reference = await paid(99);
  alerts = [];
  for (let copy = 0; copy < 5; copy++) {
    await keep(reference, { log: copy });
    await read();
  }
  expect([await stateOf(reference), alerts]).toEqual(['REVIEW', ['paid-otherwise']]);
  await keep(reference, { amount: 98 });
  await read();
  await keep(reference, { amount: 98, log: 1 });
  await read();
  expect(alerts).toEqual(['paid-otherwise', 'paid-otherwise']);
  const rows = await sql`SELECT FROM payment_events e JOIN payments p ON p.id = e.payment_id
    WHERE p.reference = ${reference} AND e.source = 'webhook'`;
  expect(rows).toHaveLength(2);
});
