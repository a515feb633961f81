import type { Redis } from 'ioredis';
import {
  EvidenceService,
  type ListReversalsService,
  PaymentDecisionsService,
  PaystackClient,
  ProviderError,
  ReconciliationService,
} from '@abato/payments';
import { createBlockingRedis } from '@abato/platform';
import { type RunningSimulator, startSimulator } from '../../apps/simulator/src/app.js';
import { settingsFrom } from '../../apps/simulator/src/core/settings.js';
import { paymentServices, settlementOf } from '../support/payment-services.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { createModelDatabase, type ModelDatabase } from './model/database.js';
import { World } from './model/world.js';

/** Money that goes back at the provider without a dispute and without a webhook. */
const SECRET_KEY = 'sk_test_reversals';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let database: ModelDatabase;
let simulator: RunningSimulator;
let control: SimulatorControl;
let redis: Redis;
let world: World;
const clock = { now: () => world.now };
let calls: string[];
let refuse: boolean;
const settings = () => ({ baseUrl: simulator.url, secretKey: SECRET_KEY });

beforeAll(async () => {
  database = await createModelDatabase();
  simulator = await startSimulator(
    settingsFrom({ SIMULATOR_PORT: '0', PAYSTACK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' }),
  );
  control = new SimulatorControl(simulator.url);
  redis = createBlockingRedis(testState().redisUrl, () => undefined);
}, 300_000);
afterAll(async () => {
  redis?.disconnect();
  await simulator?.close();
  await database?.drop();
}, 300_000);
beforeEach(async () => {
  world = new World(database.pool, database.owner);
  world.now = new Date();
  world.end = new Date(Date.now() + DAY);
  await world.create();
  calls = [];
  refuse = false;
});

/** A worker that has just started. Its calls to the provider are noted. */
function worker(): ListReversalsService {
  const client = new PaystackClient(settings(), undefined, {
    pass: (purpose) => {
      calls.push(purpose);
      return refuse ? Promise.reject(new ProviderError('rate-limited', 'enough')) : Promise.resolve();
    },
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  return paymentServices(database.pool, redis, clock, client).reversals;
}

/** A counted vote whose provider tells nothing from now on. @returns its reference */
async function counted(votes: number): Promise<string> {
  await world.cast(votes);
  await world.begin(world.votes.at(-1) ?? '', 'ok');
  const reference = world.attempts.at(-1)?.reference ?? '';
  const client = new PaystackClient(settings());
  const address = 'http://localhost/back';
  await client.initialize({
    reference,
    amount: votes * 100,
    currency: 'GHS',
    email: 'payer@example.com',
    callbackUrl: address,
    cancelUrl: address,
  });
  await control.script(reference, { webhook: 'never' });
  await control.complete(reference);
  await world.settle({ reference, proof: (await client.verify(reference)).proof, source: 'verify' });
  return reference;
}

async function bookedOf(reference: string): Promise<{ state: string; votes: number } | undefined> {
  const { rows } = await database.pool.query<{ state: string; votes: number }>(
    `SELECT p.state, (SELECT coalesce(sum(votes), 0)::int FROM vote_ledger l WHERE l.vote_id = p.vote_id) AS votes
     FROM payments p WHERE p.reference = $1`,
    [reference],
  );
  return rows[0];
}

it('is found within the hour, takes the votes back, and waits for a super admin’s note', async () => {
  const reference = await counted(3);
  const kept = await counted(2);
  const service = worker();
  await service.read();
  expect(await bookedOf(reference)).toEqual({ state: 'COMPLETED', votes: 3 });
  await control.reverse(reference);
  world.now = new Date(world.now.getTime() + 31 * MINUTE);
  await service.read();
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: 0 });
  expect(await bookedOf(kept)).toEqual({ state: 'COMPLETED', votes: 2 });

  const books = new ReconciliationService(database.pool, clock);
  const client = new PaystackClient(settings());
  const settlement = settlementOf(database.pool, redis, clock, client);
  const decisions = new PaymentDecisionsService(database.pool, client, settlement);
  expect(await books.differences()).toEqual([
    expect.objectContaining({ class: 'reversed', reference, contestId: world.contestId, bookedAmount: 3 }),
  ]);
  const waiting = await decisions.waiting();
  expect(waiting).toEqual([expect.objectContaining({ reference, state: 'REVERSED', reason: 'reversed' })]);

  const actor = { id: world.contestId } as Parameters<EvidenceService['addNote']>[0];
  await new EvidenceService(database.pool, clock).addNote(
    actor,
    waiting[0]?.id ?? '',
    'Reported to the network',
  );
  expect([await books.differences(), await decisions.waiting()]).toEqual([[], []]);
  // The list still has it: a case that is closed stays closed.
  world.now = new Date(world.now.getTime() + 31 * MINUTE);
  await service.read();
  expect(await books.differences()).toEqual([]);
}, 300_000);

it('asks once in half an hour, and again at once after a refusal', async () => {
  await counted(1);
  const service = worker();
  for (let minute = 0; minute < 60; minute++) {
    await service.read();
    world.now = new Date(world.now.getTime() + MINUTE);
  }
  // Reversed payments, refunds and disputes, each twice (ADR 83).
  expect(calls).toEqual(Array.from({ length: 6 }, () => 'books'));
  refuse = true;
  await service.read();
  refuse = false;
  await service.read();
  expect(calls).toHaveLength(6 + 1 + 3);
}, 300_000);

it('is found within a day for payments of the last 120 days, and not asked about later', async () => {
  const [reference, old] = [await counted(1), await counted(1)];
  const service = worker();
  await service.read();
  const start = world.now.getTime();
  await control.reverse(reference);
  world.now = new Date(start + 5 * DAY);
  await service.read();
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: 0 });

  calls = [];
  world.now = new Date(start + 121 * DAY);
  await control.reverse(old);
  await worker().read();
  expect(calls).toEqual([]);
  expect(await bookedOf(old)).toEqual({ state: 'COMPLETED', votes: 1 });
}, 300_000);
