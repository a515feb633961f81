import {
  PaymentDecisionsService,
  PaystackClient,
  ProviderError,
  type ReconcileDaysService,
} from '@abato/payments';
import { createBlockingRedis, newReference } from '@abato/platform';
import { type RunningSimulator, startSimulator } from '../../apps/simulator/src/app.js';
import { settingsFrom } from '../../apps/simulator/src/core/settings.js';
import { paymentServices, settlementOf } from '../support/payment-services.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { createModelDatabase, type ModelDatabase } from './model/database.js';
import { World } from './model/world.js';
import type { Redis } from 'ioredis';

const SECRET_KEY = 'sk_test_days';
const DAY_MS = 86_400_000;
/** The signal of a worker that does not stop. */
const running = new AbortController().signal;

let database: ModelDatabase;
let simulator: RunningSimulator;
let control: SimulatorControl;
let client: PaystackClient;
let redis: Redis;
let world: World;
let now = new Date();
beforeAll(async () => {
  database = await createModelDatabase();
  simulator = await startSimulator(
    settingsFrom({ SIMULATOR_PORT: '0', PAYSTACK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' }),
  );
  control = new SimulatorControl(simulator.url);
  client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
  redis = createBlockingRedis(testState().redisUrl, () => undefined);
  world = new World(database.pool, database.owner);
  world.now = now;
  world.end = new Date(now.getTime() + DAY_MS);
  await world.create();
}, 300_000);
afterAll(async () => {
  redis?.disconnect();
  await simulator?.close();
  await database?.drop();
}, 300_000);

function worker(): ReconcileDaysService {
  return paymentServices(database.pool, redis, { now: () => now }, client).days;
}

const request = (reference: string, amount: number) => ({
  reference,
  amount,
  currency: 'GHS',
  email: 'payer@example.com',
  callbackUrl: 'http://localhost/back',
  cancelUrl: 'http://localhost/back',
});

/** A vote of ours whose payment the provider took; nothing tells us. @returns the reference */
async function paidInSilence(): Promise<string> {
  await world.cast(2);
  await world.begin(world.votes.at(-1) ?? '', 'ok');
  const reference = world.attempts.at(-1)?.reference ?? '';
  await client.initialize(request(reference, 200));
  await control.script(reference, { webhook: 'never' });
  await control.complete(reference);
  return reference;
}

async function stateOf(reference: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ state: string }>(
    'SELECT state FROM payments WHERE reference = $1',
    [reference],
  );
  return rows[0]?.state;
}

/** What is found and not explained. */
async function open(): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ reference: string; class: string }>(
    'SELECT reference, class FROM book_differences WHERE resolved_at IS NULL',
  );
  return Object.fromEntries(rows.map((row) => [row.reference, row.class]));
}

it('compares a day that is over both ways: settles what one side knows, and keeps what neither explains', async () => {
  const service = worker();
  const unbooked = await paidInSilence();
  const reversed = await paidInSilence();
  await world.settle({ reference: reversed, proof: (await client.verify(reversed)).proof, source: 'verify' });
  await control.reverse(reversed);
  const foreign = newReference();
  await client.initialize(request(foreign, 700));
  await control.script(foreign, { webhook: 'never' });
  await control.complete(foreign);
  // Counted by a proof that the provider knows nothing of any more.
  await world.cast(1);
  await world.begin(world.votes.at(-1) ?? '', 'ok');
  const invented = world.attempts.at(-1)?.reference ?? '';
  const proof = { status: 'success', amount: 100, currency: 'GHS', domain: 'test', paidAt: now } as const;
  await world.settle({ reference: invented, proof, source: 'webhook' });

  // The day is not over.
  await service.compareDue(running);
  expect(await open()).toEqual({});
  expect(await stateOf(unbooked)).toBe('INITIALIZED');

  now = new Date(now.getTime() + DAY_MS + 2 * 3_600_000);
  await service.compareDue(running);
  expect(await stateOf(unbooked)).toBe('COMPLETED');
  expect(await stateOf(reversed)).toBe('REVERSED');
  expect(await open()).toEqual({
    [foreign]: 'unknown-reference',
    [invented]: 'not-at-provider',
    // Until a super admin’s note.
    [reversed]: 'reversed',
  });
  const days = await database.pool.query<{ differences: number }>('SELECT differences FROM reconciled_days');
  expect(days.rows.reduce((sum, row) => sum + row.differences, 0)).toBe(2);

  // Explained: the provider shows it after all.
  await client.initialize(request(invented, 100));
  await control.complete(invented);
  now = new Date(now.getTime() + 7 * 3_600_000);
  await service.compareDue(running);
  expect(await open()).toEqual({ [foreign]: 'unknown-reference', [reversed]: 'reversed' });
}, 300_000);

it('a provider without an answer leaves the day for the next time', async () => {
  const dead = new PaystackClient({ baseUrl: 'http://127.0.0.1:1', secretKey: SECRET_KEY });
  const before = client;
  client = dead;
  now = new Date(now.getTime() + 7 * 3_600_000);
  const compared = async (): Promise<string> =>
    (await database.pool.query<{ at: string }>('SELECT max(checked_at)::text AS at FROM reconciled_days'))
      .rows[0]?.at ?? '';
  const last = await compared();
  await expect(worker().compareDue(running)).rejects.toBeInstanceOf(ProviderError);
  expect(await compared()).toBe(last);
  client = before;
});

it('compares a day again after 7, 30 and 90 days, and what went back shows at once', async () => {
  // A day of its own, on which the books agree: one with differences is compared every six hours.
  const start = Date.now() + 200 * DAY_MS;
  world = new World(database.pool, database.owner);
  world.now = new Date(start);
  world.end = new Date(start + DAY_MS);
  await world.create();
  const again: string[] = [];
  for (let payment = 0; payment < 3; payment++) {
    const reference = await paidInSilence();
    await world.settle({ reference, proof: (await client.verify(reference)).proof, source: 'verify' });
    again.push(reference);
  }
  const service = worker();
  const at = async (days: number): Promise<void> => {
    now = new Date(start + days * DAY_MS);
    await service.compareDue(running);
  };
  const states = () => Promise.all(again.map(stateOf));
  await at(2);
  for (const [index, days] of [7, 30, 90].entries()) {
    await control.reverse(again[index] ?? '');
    await at(days - 1);
    expect((await states())[index]).toBe('COMPLETED');
    await at(days + 1);
    expect((await states())[index]).toBe('REVERSED');
    expect(await open()).toMatchObject({ [again[index] ?? '']: 'reversed' });
    const waiting = await new PaymentDecisionsService(
      database.pool,
      client,
      settlementOf(database.pool, redis, { now: () => now }, client),
    ).waiting();
    expect(waiting.map(({ reference }) => reference)).toContain(again[index]);
  }
}, 300_000);
