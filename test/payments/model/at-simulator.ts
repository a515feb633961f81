import type { PaystackClient } from '@abato/paystack';
import { type RunningSimulator, startSimulator } from '../../../apps/simulator/src/app.js';
import { settingsFrom } from '../../../apps/simulator/src/core/settings.js';
import { useRedis } from '../../support/own-redis.js';
import { SimulatorControl } from '../../support/simulator.js';
import { world } from './own-world.js';
import type { World } from './world.js';

/** Payment specs whose payments are those of the provider's simulator. Its time is the real one. */

export const SECRET_KEY = 'sk_test_simulated';
const DAY_MS = 86_400_000;

/** Each file that imports this module has its own; they are set before its first test. */
export let simulator: RunningSimulator;
export let control: SimulatorControl;
export { redis } from '../../support/own-redis.js';

/** Registers the hooks. */
export function useSimulator(): void {
  useRedis();
  beforeAll(async () => {
    simulator = await startSimulator(
      settingsFrom({ SIMULATOR_PORT: '0', PAYSTACK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' }),
    );
    control = new SimulatorControl(simulator.url);
  });
  afterAll(async () => {
    await simulator?.close();
  });
}

/** A world at the simulator's time, whose contest ends in a day. */
export function startToday(today: World): void {
  today.now = new Date();
  today.end = new Date(today.now.getTime() + DAY_MS);
}

/**
 * Votes of GHS 1 each whose payment the provider took; it tells nothing by itself.
 * @returns the reference
 */
export async function paidInSilence(
  client: PaystackClient,
  votes: number,
  of: World = world,
): Promise<string> {
  const reference = await of.castAndBegin(votes);
  await client.initialize(requestFor(reference, votes * 100));
  await control.script(reference, { webhook: 'never' });
  await control.complete(reference);
  return reference;
}

/** The same, counted by an answer of the provider. @returns the reference */
export async function counted(client: PaystackClient, votes: number, of: World = world): Promise<string> {
  const reference = await paidInSilence(client, votes, of);
  await of.confirm({ reference, proof: (await client.verify(reference)).proof, source: 'verify' });
  return reference;
}

/** @param amount in pesewas */
export function requestFor(reference: string, amount: number): Parameters<PaystackClient['initialize']>[0] {
  const address = 'http://localhost/back';
  const payer = { email: 'payer@example.com', callbackUrl: address, cancelUrl: address };
  return { reference, amount, currency: 'GHS', ...payer };
}
