import { createHash } from 'node:crypto';
import type { Actor } from '@abato/accounts';
import { type Confirmation, PaymentDecisionsService } from '@abato/payments';
import {
  addNote,
  keepWebhooks,
  type ListReversalsService,
  readInbox,
  ReadReturnsService,
  RefundService,
} from '@abato/testing/payments';
import { PaystackClient } from '@abato/paystack';
import { Transactions } from '@abato/database';
import { createLogger } from '@abato/testing/platform';
import { FIRST_PAGE } from '../support/first-page.js';
import { confirmationOf, paymentServices } from '../support/payment-services.js';
import { SweepsByHand } from '../support/run-sweeps.js';
import {
  control,
  counted as countedBy,
  redis,
  SECRET_KEY,
  simulator,
  startToday,
  useSimulator,
} from './model/at-simulator.js';
import { books, database, removeVoteOf, rowOf, useOwnWorld, world } from './model/own-world.js';
import { type ProviderProxy, startProviderProxy } from './money-returns/proxy.js';

/** Refunds, disputes and reversals as they are: in parts, by people at the provider, and beside refunds of ours. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A refund of the simulator is processed after two steps of a second. */
const PROCESSED_MS = 3_000;

useOwnWorld(startToday);
useSimulator();
let proxy: ProviderProxy;
let sweeps: SweepsByHand;
let lists: ListReversalsService;
let confirmation: Confirmation;
let client: PaystackClient;
const clock = { now: () => world.now };
const counted = (votes: number) => countedBy(client, votes);

beforeAll(async () => {
  proxy = await startProviderProxy(simulator.url);
});
afterAll(() => proxy?.close());

beforeEach(() => {
  Object.assign(proxy, { disputes: [], filters: true });
  client = new PaystackClient({ baseUrl: proxy.url, secretKey: SECRET_KEY });
  confirmation = confirmationOf(database.pool, redis, clock, client);
  sweeps = new SweepsByHand();
  const log = createLogger('worker', 'silent');
  new RefundService(new Transactions(database.pool), clock, log, client, confirmation, sweeps);
  new ReadReturnsService(new Transactions(database.pool), clock, log, client, confirmation, sweeps);
  lists = paymentServices(database.pool, redis, clock, client).reversals;
});

/** A person at the provider gives money back, and it arrives. */
async function refundedThere(reference: string, amount: number): Promise<void> {
  await client.refunds.send({
    transaction: reference,
    amount,
    currency: 'GHS',
    note: 'asked for by telephone',
  });
  await control.advance(PROCESSED_MS);
}

/** The provider's webhook about a refund, which names none. Told again, the bytes are the same. */
async function told(reference: string, amount: number): Promise<void> {
  const data = { status: 'processed', transaction_reference: reference, refund_reference: null, amount };
  const rawBody = Buffer.from(JSON.stringify({ event: 'refund.processed', data }));
  const digest = createHash('sha256').update(rawBody).digest();
  await keepWebhooks(database.pool, [{ rawBody, digest, event: 'refund.processed', reference }], world.now);
  await readInbox(confirmation, (error) => {
    throw error;
  });
  await sweeps.run();
}

async function bookedOf(reference: string): Promise<{ state: string; votes: number[]; returned: number }> {
  const row = await rowOf<{ state: string; votes: number[]; returned: number }>(
    `SELECT p.state, p.returned_pesewas::int AS returned, ARRAY(SELECT l.votes FROM vote_ledger l WHERE l.vote_id = p.vote_id
       ORDER BY kind = 'REVERSAL', step) AS votes
     FROM payments p WHERE p.reference = $1`,
    reference,
  );
  return row ?? { state: 'none', votes: [], returned: 0 };
}

const order = (reference: string) => world.orderRefund(reference);

/** Payments of this test that wait for a person. */
const waiting = async () =>
  (
    await new PaymentDecisionsService(new Transactions(database.pool), client, confirmation).waiting(
      FIRST_PAGE,
    )
  ).items.filter(({ contestId }) => contestId === world.contestId);

it('a partial refund at the provider takes back votes in proportion, rounded for the payer, is shown until a note, and the next one adds to it', async () => {
  const reference = await counted(10);
  await refundedThere(reference, 550);
  await told(reference, 550);
  expect(await bookedOf(reference)).toEqual({ state: 'COMPLETED', votes: [10, -5], returned: 550 });
  const [case_] = await waiting();
  expect(case_).toMatchObject({ reference, reason: 'returned-in-part', returnedAmount: 5.5 });
  const superAdmin = { id: world.contestId, role: 'SUPER_ADMIN' } as Actor;
  expect(await books().ofContest(superAdmin, world.contestId)).toMatchObject({
    taken: 10,
    refunded: 5.5,
    counted: 4.5,
    difference: 0,
    provider: [{ class: 'returned-in-part', reference, providerAmount: 4.5, bookedAmount: 10 }],
  });
  await addNote(
    database.pool,
    { actor: superAdmin, paymentId: case_?.id ?? '', note: 'Asked by the payer' },
    clock.now(),
  );
  expect(await waiting()).toEqual([]);

  // However often it is told, and by whichever list.
  await told(reference, 550);
  await lists.read();
  await sweeps.run();
  expect(await bookedOf(reference)).toEqual({ state: 'COMPLETED', votes: [10, -5], returned: 550 });

  await refundedThere(reference, 430);
  await told(reference, 430);
  expect(await bookedOf(reference)).toMatchObject({
    state: 'COMPLETED',
    votes: [10, -5, -4],
    returned: 980,
  });
  await refundedThere(reference, 20);
  await told(reference, 20);
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: [10, -5, -4, -1], returned: 1000 });
  expect(await control.show(reference)).toMatchObject({ balance: 0 });
});

it('a partial refund at the provider is told apart from another of the same amount, although their webhooks are the same bytes', async () => {
  const reference = await counted(10);
  await refundedThere(reference, 500);
  await told(reference, 500);
  await refundedThere(reference, 500);
  await told(reference, 500);
  // The second webhook is a duplicate for the inbox: the list tells.
  await lists.read();
  await sweeps.run();
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: [10, -5, -5], returned: 1000 });
});

it('a partial refund at the provider and a reversal after it take back the rest only', async () => {
  const reference = await counted(10);
  await refundedThere(reference, 300);
  await told(reference, 300);
  await control.reverse(reference);
  await lists.read();
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: [10, -3, -7], returned: 1000 });
  expect((await waiting()).map(({ reason }) => reason)).toEqual(['reversed']);
});

it('a partial refund at the provider and a refund of ours together return exactly what was taken', async () => {
  const reference = await counted(10);
  await refundedThere(reference, 200);
  // Nothing has told of it: the list that is read before asking does.
  await order(reference);
  await sweeps.run();
  expect((await control.show(reference)).refunds.map(({ amount }) => amount).sort()).toEqual([200, 800]);
  await control.advance(PROCESSED_MS);
  await told(reference, 800);
  expect(await bookedOf(reference)).toEqual({ state: 'REFUNDED', votes: [10, -10], returned: 1000 });
  expect(await control.ledger(reference)).toMatchObject({ paid: 1000, refunded: 1000, net: 0 });
});

it('a partial refund at the provider that is under way is waited for, and what it leaves is asked for when it has failed', async () => {
  const reference = await counted(10);
  await control.script(reference, { webhook: 'never', refund: 'fails' });
  await client.refunds.send({
    transaction: reference,
    amount: 1000,
    currency: 'GHS',
    note: 'by telephone',
  });
  await order(reference);
  await sweeps.run();
  expect((await control.show(reference)).refunds).toHaveLength(1);
  await control.advance(PROCESSED_MS);
  await control.script(reference, { webhook: 'never', refund: 'ok' });
  world.now = new Date(world.now.getTime() + 31 * MINUTE);
  await sweeps.run();
  await control.advance(PROCESSED_MS);
  await told(reference, 1000);
  expect(await bookedOf(reference)).toMatchObject({ state: 'REFUNDED', returned: 1000 });
});

it('a refund of ours asks at once for what one under way at the provider leaves', async () => {
  const reference = await counted(10);
  await control.script(reference, { webhook: 'never', refundDelayMs: 20 * DAY });
  await client.refunds.send({ transaction: reference, amount: 300, currency: 'GHS', note: 'by telephone' });
  await order(reference);
  await sweeps.run();
  expect((await control.show(reference)).refunds.map(({ amount }) => amount).sort()).toEqual([300, 700]);
});

it('a refund of ours that waits for another one for 14 days is a case for a person', async () => {
  const reference = await counted(10);
  await control.script(reference, { webhook: 'never', refundDelayMs: 20 * DAY });
  await client.refunds.send({
    transaction: reference,
    amount: 1000,
    currency: 'GHS',
    note: 'by telephone',
  });
  await order(reference);
  for (const [days, state] of [
    [0, 'REFUNDING'],
    [13, 'REFUNDING'],
    [2, 'REFUND_ATTENTION'],
  ] as const) {
    world.now = new Date(world.now.getTime() + days * DAY);
    await sweeps.run();
    expect(await bookedOf(reference)).toMatchObject({ state });
  }
  expect((await control.show(reference)).refunds).toHaveLength(1);
});

it('a refund of another payment is never taken for ours, also when the provider’s list takes no notice of the transaction', async () => {
  const [other, reference] = [await counted(10), await counted(10)];
  await refundedThere(other, 1000);
  proxy.filters = false;
  await order(reference);
  await sweeps.run();
  await control.advance(PROCESSED_MS);
  await told(reference, 1000);
  expect(await control.ledger(reference)).toMatchObject({ refunded: 1000, net: 0 });
  expect(await bookedOf(reference)).toMatchObject({ state: 'REFUNDED', returned: 1000 });
  expect(await bookedOf(other)).toMatchObject({ state: 'COMPLETED', returned: 0 });
  await told(other, 1000);
  expect(await bookedOf(other)).toMatchObject({ state: 'REVERSED', returned: 1000 });
});

it('money that goes back without a word is found in the list of refunds within half an hour, also of an old payment', async () => {
  const reference = await counted(4);
  await lists.read();
  await refundedThere(reference, 100);
  world.now = new Date(world.now.getTime() + 31 * MINUTE);
  await lists.read();
  await sweeps.run();
  expect(await bookedOf(reference)).toEqual({ state: 'COMPLETED', votes: [4, -1], returned: 100 });
  expect((await waiting()).map(({ reason }) => reason)).toEqual(['returned-in-part']);
});

it('money that goes back without a word is found in the list of disputes, and a dispute that is lost in part ends', async () => {
  const reference = await counted(4);
  const transaction = (await control.show(reference)).data;
  const dispute = (id: number, status: string, resolution: string | null, amount: number): object => ({
    id,
    status,
    resolution,
    refund_amount: amount,
    currency: 'GHS',
    domain: 'test',
    transaction,
  });
  const read = async (...found: object[]): Promise<void> => {
    proxy.disputes = found;
    world.now = new Date(world.now.getTime() + 31 * MINUTE);
    await lists.read();
  };
  const won = dispute(11, 'resolved', 'declined', 400);
  const open = dispute(12, 'awaiting-merchant-feedback', null, 200);
  for (let times = 0; times < 2; times++) await read(won, open);
  expect(await bookedOf(reference)).toMatchObject({ state: 'DISPUTED', returned: 0 });
  // The old dispute did not close it on the way.
  const opened = await rowOf<{ times: number }>(
    `SELECT count(*)::int AS times FROM payment_events e JOIN payments p ON p.id = e.payment_id
       WHERE p.reference = $1 AND e.to_state = 'DISPUTED' AND e.from_state <> 'DISPUTED'`,
    reference,
  );
  expect(opened?.times).toBe(1);
  await read(won, dispute(12, 'resolved', 'merchant-accepted', 200));
  expect(await bookedOf(reference)).toEqual({ state: 'COMPLETED', votes: [4, -2], returned: 200 });
  await read(won, dispute(12, 'resolved', 'merchant-accepted', 200));
  expect(await bookedOf(reference)).toMatchObject({ state: 'COMPLETED', returned: 200 });
  expect((await waiting()).map(({ reason }) => reason)).toEqual(['returned-in-part']);
});

it('money that goes back without a word is a refund under way for too long: a person decides', async () => {
  const reference = await counted(1);
  await control.script(reference, { webhook: 'never', refundDelayMs: 20 * DAY });
  await order(reference);
  await sweeps.run();
  world.now = new Date(world.now.getTime() + 13 * DAY);
  await sweeps.run();
  expect(await bookedOf(reference)).toMatchObject({ state: 'REFUNDING' });
  world.now = new Date(world.now.getTime() + 2 * DAY);
  await sweeps.run();
  expect(await bookedOf(reference)).toMatchObject({ state: 'REFUND_ATTENTION' });
});

// Last: each reading of the lists tries the broken ones again.
it('money that goes back without a word is found when the refunds of another payment cannot be worked on', async () => {
  const [before, kept, after] = [await counted(2), await counted(4), await counted(2)];
  for (const reference of [before, kept, after]) await refundedThere(reference, 100);
  await lists.read();
  await removeVoteOf(before);
  await removeVoteOf(after);
  await expect(sweeps.run()).rejects.toThrow('has no vote');
  expect(await bookedOf(kept)).toEqual({ state: 'COMPLETED', votes: [4, -1], returned: 100 });
});
