import { PaymentDecisionsService } from '@abato/payments';
import type { ReconcileDaysService } from '@abato/testing/payments';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { Transactions } from '@abato/database';
import { newReference } from '@abato/platform';
import { FIRST_PAGE } from '../support/first-page.js';
import { confirmationOf, paymentServices } from '../support/payment-services.js';
import {
  control,
  counted,
  paidInSilence,
  redis,
  requestFor as request,
  SECRET_KEY,
  simulator,
  startToday,
  useSimulator,
} from './model/at-simulator.js';
import { database, removeVoteOf, stateOf, useOwnWorld, world } from './model/own-world.js';
import { World } from './model/world.js';

const DAY_MS = 86_400_000;
/** The signal of a worker that does not stop. */
const running = new AbortController().signal;

let now = new Date();
useOwnWorld(startToday);
useSimulator();
let client: PaystackClient;
beforeEach(() => {
  client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
});

function worker(): ReconcileDaysService {
  return paymentServices(database.pool, redis, { now: () => now }, client).days;
}

/** A contest whose payments are begun at another time than today. */
async function worldAt(start: number): Promise<World> {
  const other = new World(database.pool, database.owner);
  other.now = new Date(start);
  other.end = new Date(start + DAY_MS);
  await other.create();
  return other;
}

/** What is found and not explained. */
async function open(): Promise<Record<string, string>> {
  const rows = await database.sql<{ reference: string; class: string }>`SELECT reference, class
    FROM book_differences WHERE resolved_at IS NULL`;
  return Object.fromEntries(rows.map((row) => [row.reference, row.class]));
}

it('compares a day that is over both ways: settles what one side knows, and keeps what neither explains', async () => {
  const service = worker();
  const unbooked = await paidInSilence(client, 2);
  const reversed = await counted(client, 2);
  await control.reverse(reversed);
  const foreign = newReference();
  await client.initialize(request(foreign, 700));
  await control.script(foreign, { webhook: 'never' });
  await control.complete(foreign);
  // Counted by a proof that the provider knows nothing of any more.
  const invented = await world.castAndBegin();
  const proof = { status: 'success', amount: 100, currency: 'GHS', domain: 'test', paidAt: now } as const;
  await world.confirm({ reference: invented, proof, source: 'webhook' });

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
});

it('a provider without an answer leaves the day for the next time', async () => {
  const start = Date.now() + 100 * DAY_MS;
  const reference = await counted(client, 1, await worldAt(start));
  await control.reverse(reference);
  const comparisons = async (): Promise<number | null> =>
    (await database.pool.query('SELECT FROM reconciled_days WHERE checked_at = $1', [now])).rowCount;
  now = new Date(start + 2 * DAY_MS);
  client = new PaystackClient({ baseUrl: 'http://127.0.0.1:1', secretKey: SECRET_KEY });
  await expect(worker().compareDue(running)).rejects.toBeInstanceOf(ProviderError);
  expect([await comparisons(), await stateOf(reference)]).toEqual([0, 'COMPLETED']);
  client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
  await worker().compareDue(running);
  expect(await comparisons()).toBeGreaterThan(0);
  expect(await stateOf(reference)).toBe('REVERSED');
});

it('compares a day again after 7, 30 and 90 days, and what went back shows at once', async () => {
  // A day of its own, on which the books agree: one with differences is compared every six hours.
  const start = Date.now() + 200 * DAY_MS;
  const of = await worldAt(start);
  const again: string[] = [];
  while (again.length < 3) again.push(await counted(client, 2, of));
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
      new Transactions(database.pool),
      client,
      confirmationOf(database.pool, redis, { now: () => now }, client),
    ).waiting(FIRST_PAGE);
    expect(waiting.items.map(({ reference }) => reference)).toContain(again[index]);
  }
});

it('compares the rest of a day on which a payment cannot be settled, and shows that one', async () => {
  const start = Date.now() + 400 * DAY_MS;
  const of = await worldAt(start);
  const [broken, kept] = [await counted(client, 1, of), await counted(client, 1, of)];
  for (const reference of [broken, kept]) await control.reverse(reference);
  await removeVoteOf(broken);
  now = new Date(start + 2 * DAY_MS);
  await worker().compareDue(running);
  expect(await stateOf(kept)).toBe('REVERSED');
  expect(await open()).toMatchObject({ [kept]: 'reversed', [broken]: 'not-at-provider' });
});

it('compares the other days when one cannot be compared', async () => {
  const start = Date.now() + 600 * DAY_MS;
  const reference = await counted(client, 1, await worldAt(start));
  await control.reverse(reference);
  let calls = 0;
  client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY }, undefined, {
    // The oldest day comes first.
    pass: () => (calls++ ? Promise.resolve() : Promise.reject(new ProviderError('unreachable', 'down'))),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  now = new Date(start + 2 * DAY_MS);
  await expect(worker().compareDue(running)).rejects.toBeInstanceOf(ProviderError);
  expect(await stateOf(reference)).toBe('REVERSED');
});
