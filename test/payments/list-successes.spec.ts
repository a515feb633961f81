import type { ListSuccessesService } from '@abato/testing/payments';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { LIST_PAGE_SIZE } from '@abato/testing/paystack';
import { paymentServices } from '../support/payment-services.js';
import {
  control,
  paidInSilence,
  redis,
  requestFor,
  SECRET_KEY,
  simulator,
  startToday,
  useSimulator,
} from './model/at-simulator.js';
import { database, removeVoteOf, rowOf, sql, useOwnWorld, world } from './model/own-world.js';

/** More payments at the provider than one page lists. */
const PAID = LIST_PAGE_SIZE + 5;

useOwnWorld(startToday);
useSimulator();

type Gate = ConstructorParameters<typeof PaystackClient>[2];

/** The service that reads the list, its calls through a gate. */
function listThrough(gate?: Gate): ListSuccessesService {
  const client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY }, undefined, gate);
  return paymentServices(database.pool, redis, { now: () => world.now }, client).list;
}

/** Votes paid for at the provider of which no webhook has told us. @returns their references */
async function paid(count: number): Promise<string[]> {
  const client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
  const references: string[] = [];
  while (references.length < count) references.push(await paidInSilence(client, 1));
  return references;
}

const counted = async (): Promise<number | undefined> =>
  (
    await rowOf<{ n: number }>(
      `SELECT count(*)::int AS n FROM payments WHERE contest_id = $1 AND state = 'COMPLETED'`,
      world.contestId,
    )
  )?.n;

it('reads on where the limit of calls has stopped it, so that the oldest payments are reached too', async () => {
  // A limit that lets one call pass for each reading.
  let left = 0;
  await paid(PAID);
  const list = listThrough({
    pass: () =>
      left-- > 0
        ? Promise.resolve()
        : Promise.reject(new ProviderError('rate-limited', 'enough', { retryAfter: 1 })),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  left = 1;
  await list.read();
  expect(await counted()).toBe(LIST_PAGE_SIZE);
  left = 1;
  await list.read();
  expect(await counted()).toBe(PAID);
});

it('ends after the page in hand when the worker stops, and goes on there when asked again', async () => {
  const stop = new AbortController();
  await paid(PAID);
  const list = listThrough({
    pass: async () => stop.abort(),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  await list.read(stop.signal);
  expect(await counted()).toBe(LIST_PAGE_SIZE);
  await list.read();
  expect(await counted()).toBe(PAID);
});

it('counts the other payments when one cannot be settled', async () => {
  const [before = '', , after = ''] = await paid(3);
  await removeVoteOf(before);
  await removeVoteOf(after);
  await listThrough().read();
  expect(await counted()).toBe(1);
});

describe('a direct charge whose next step the provider does not tell', () => {
  afterEach(() => control.faults({ reset: true }));
  const client = () => new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });

  /** Waits at the provider, and is due to be asked about. @returns its reference */
  async function pendingCharge(): Promise<string> {
    await world.cast(1);
    await world.begin(world.votes.at(-1) ?? '', 'ok', 'CHARGE');
    const reference = world.attempts.at(-1)?.reference ?? '';
    await client().initialize(requestFor(reference, 100));
    await sql`UPDATE payments SET charge_status = 'pending' WHERE reference = ${reference}`;
    world.now = new Date(world.now.getTime() + 11_000);
    return reference;
  }

  it.each([{ errorRate: 1 }, { tooManyRate: 1 }])(
    'is asked about no sooner than others, and keeps no other waiting (%j)',
    async (fault) => {
      await control.faults({ endpoints: ['check-charge'], ...fault });
      const { sweeps } = paymentServices(database.pool, redis, { now: () => world.now }, client());
      for (const times of [1, 2]) {
        const reference = await pendingCharge();
        await sweeps.checkDue();
        const checked = 'SELECT checked_at, check_started_at, checks FROM payments WHERE reference = $1';
        expect([times, await rowOf(checked, reference)]).toEqual([
          times,
          { checked_at: world.now, check_started_at: null, checks: 1 },
        ]);
      }
    },
  );
});
