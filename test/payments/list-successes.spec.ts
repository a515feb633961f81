import {
  beginAttempt,
  LIST_PAGE_SIZE,
  type ListSuccessesService,
  PaystackClient,
  ProviderError,
  recordBegun,
} from '@abato/payments';
import { createBlockingRedis } from '@abato/platform';
import { type RunningSimulator, startSimulator } from '../../apps/simulator/src/app.js';
import { settingsFrom } from '../../apps/simulator/src/core/settings.js';
import { paymentServices } from '../support/payment-services.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { createModelDatabase, type ModelDatabase } from './model/database.js';
import { World } from './model/world.js';

const SECRET_KEY = 'sk_test_list';
const PAID = LIST_PAGE_SIZE + 5;

let database: ModelDatabase;
let simulator: RunningSimulator;
beforeAll(async () => {
  database = await createModelDatabase();
  simulator = await startSimulator(
    settingsFrom({ SIMULATOR_PORT: '0', PAYSTACK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' }),
  );
}, 300_000);
afterAll(async () => {
  await simulator?.close();
  await database?.drop();
}, 300_000);

it('reads on where the limit of calls has stopped it, so that the oldest payments are reached too', async () => {
  // A limit that lets one call pass for each reading.
  let left = 0;
  const night = await aNight({
    pass: () =>
      left-- > 0
        ? Promise.resolve()
        : Promise.reject(new ProviderError('rate-limited', 'enough', { retryAfter: 1 })),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  left = 1;
  await night.list.read();
  expect(await night.counted()).toBe(LIST_PAGE_SIZE);
  left = 1;
  await night.list.read();
  expect(await night.counted()).toBe(PAID);
  night.redis.disconnect();
}, 300_000);

it('ends after the page in hand when the worker stops, and goes on there when asked again', async () => {
  const stop = new AbortController();
  const night = await aNight({
    pass: async () => stop.abort(),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  await night.list.read(stop.signal);
  expect(await night.counted()).toBe(LIST_PAGE_SIZE);
  await night.list.read();
  expect(await night.counted()).toBe(PAID);
  night.redis.disconnect();
}, 300_000);

interface Night {
  list: ListSuccessesService;
  counted: () => Promise<number | undefined>;
  redis: ReturnType<typeof createBlockingRedis>;
}

/** A contest with more payments at the provider than one page lists, and the service that reads them through a gate of calls. */
async function aNight(gate: ConstructorParameters<typeof PaystackClient>[2]): Promise<Night> {
  const redis = createBlockingRedis(testState().redisUrl, () => undefined);
  const world = new World(database.pool, database.owner);
  world.now = new Date();
  world.end = new Date(Date.now() + 3_600_000);
  const clock = { now: () => world.now };
  await world.create();
  const settings = { baseUrl: simulator.url, secretKey: SECRET_KEY };
  await payFor(world, new PaystackClient(settings), new SimulatorControl(simulator.url));

  const client = new PaystackClient(settings, undefined, gate);
  const { list } = paymentServices(database.pool, redis, clock, client);
  const counted = async (): Promise<number | undefined> => {
    const { rows } = await database.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM payments WHERE contest_id = $1 AND state = 'COMPLETED'`,
      [world.contestId],
    );
    return rows[0]?.n;
  };
  return { list, counted, redis };
}

/** Votes paid for at the provider of which no webhook has told us. */
async function payFor(world: World, client: PaystackClient, control: SimulatorControl): Promise<void> {
  for (let i = 0; i < PAID; i++) {
    await world.cast(1);
    const voteId = world.votes.at(-1) ?? '';
    const takePermit = () => client.takePermit('initialize');
    const begun = await beginAttempt(database.pool, { voteId, flow: 'CHECKOUT' }, world.now, takePermit);
    if (begun.kind !== 'begun') throw new Error(`cannot begin: ${begun.kind}`);
    const { reference, amountPesewas: amount } = begun;
    await control.script(reference, { webhook: 'never' });
    const address = 'http://localhost/payment/verify';
    const page = await client.initialize(
      {
        reference,
        amount,
        currency: 'GHS',
        email: 'payer@example.com',
        callbackUrl: address,
        cancelUrl: address,
      },
      begun.permit,
    );
    await recordBegun(
      database.pool,
      begun,
      { state: 'INITIALIZED', source: 'initialize', ...page },
      world.now,
    );
    await control.complete(reference, 'success', { paidAt: world.now.toISOString() });
  }
}
