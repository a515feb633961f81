import { ReadReturnsService, RefundService } from '@abato/testing/payments';
import { PaystackClient } from '@abato/paystack';
import { Transactions } from '@abato/database';
import { createLogger } from '@abato/testing/platform';
import { redis, useRedis } from '../support/own-redis.js';
import { confirmationOf } from '../support/payment-services.js';
import { SweepsByHand } from '../support/run-sweeps.js';
import { answerJson, SmallServer } from '../support/small-server.js';
import { begun, database, removeVoteOf, rowOf, sql, stateOf, useOwnWorld, world } from './model/own-world.js';

/** A provider that loses the answer to every refund request, unless it takes it, and lists none: the money may have gone back or not. */

const MINUTE = 60_000;

/** Requests for a refund that reached the provider, and readings of its list. */
let asked = 0;
let readings = 0;

/** What the provider says of the refund with the id in the path, and of all in its list. */
let stuck: object | null = null;

/** Whether a request for a refund is answered. */
let takes = false;

/** Until when the account's other refunds were made, and how many pages they fill; more than are read unless said otherwise. */
let othersUntil: Date | null = null;
let pages = 201;

/** What happens while the provider answers. */
let meanwhile = (): Promise<unknown> => Promise.resolve();
useOwnWorld();
useRedis();
const server = new SmallServer((request, response) => {
  if (request.method === 'POST') {
    asked++;
    if (!takes) return void request.socket.destroy();
    const data = { id: 7, status: 'pending', amount: 100, currency: 'GHS' };
    return answerJson(response, { status: true, message: 'Refund has been queued for processing', data });
  }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
  const isList = pathname === '/refund';
  if (isList) readings++;
  const data = isList ? [stuck].filter(Boolean) : stuck;
  const page = Number(searchParams.get('page'));
  const isLong = isList && othersUntil && new Date(searchParams.get('from') ?? 0) < othersUntil;
  const meta = isLong ? { page, pageCount: pages } : undefined;
  void meanwhile().then(() =>
    answerJson(response, { status: true, message: 'Refunds retrieved', data, meta }),
  );
});
beforeAll(() => server.open());
afterAll(() => server.close());

function refundSweeps(): SweepsByHand {
  const clock = { now: () => world.now };
  const log = createLogger('worker', 'silent');
  const client = new PaystackClient({ baseUrl: server.url, secretKey: 'sk_test_refunds' });
  const confirmation = confirmationOf(database.pool, redis, clock, client);
  const sweeps = new SweepsByHand();
  new RefundService(new Transactions(database.pool), clock, log, client, confirmation, sweeps);
  new ReadReturnsService(new Transactions(database.pool), clock, log, client, confirmation, sweeps);
  return sweeps;
}

/** A payment that counts, and whose refund has been ordered. @returns its reference */
async function aRefundToSend(): Promise<string> {
  const reference = await begun();
  world.provider.pay(reference, world.now);
  await world.confirm(world.answerAbout(reference, 'verify'));
  await world.orderRefund(reference);
  return reference;
}

const refundOf = (reference: string): Promise<unknown> =>
  rowOf(
    'SELECT r.status, r.last_error FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.reference = $1',
    reference,
  );

beforeEach(() => {
  asked = 0;
  stuck = null;
  takes = false;
  othersUntil = null;
  pages = 201;
  meanwhile = () => Promise.resolve();
});

it('a refund with a lost answer is asked for again after ten minutes and not before', async () => {
  await aRefundToSend();
  const start = world.now.getTime();
  const sweeps = refundSweeps();
  const askedBy = async (ms: number): Promise<number> => {
    world.now = new Date(start + ms);
    await sweeps.run();
    return asked;
  };
  expect(await askedBy(0)).toBe(1);
  // The provider is asked what it has, again and again, and shows nothing.
  for (let ms = MINUTE; ms < 10 * MINUTE; ms += MINUTE) expect(await askedBy(ms)).toBe(1);
  expect(await askedBy(11 * MINUTE)).toBe(2);
  expect(await askedBy(12 * MINUTE)).toBe(2);
});

const BEFORE_MS = 20 * MINUTE;

it('with more refunds of earlier payments than are read a refund is asked for all the same', async () => {
  takes = true;
  othersUntil = new Date(world.now.getTime() - BEFORE_MS);
  const reference = await aRefundToSend();
  await refundSweeps().run();
  expect(asked).toBe(1);
  expect(await refundOf(reference)).toEqual({ status: 'ACCEPTED', last_error: null });
});

it('with more refunds of earlier payments than are read the refunds of a payment that a webhook told of are read all the same', async () => {
  othersUntil = new Date(world.now.getTime() - BEFORE_MS);
  const reference = await aRefundToSend();
  await sql`UPDATE payments SET returns_check_at = ${world.now} WHERE reference = ${reference}`;
  await refundSweeps().run();
  expect(await rowOf('SELECT returns_check_at AS due FROM payments WHERE reference = $1', reference)).toEqual(
    {
      due: null,
    },
  );
});

it('with more refunds of earlier payments than are read and of later ones, a refund waits: the list cannot say that it was never asked for', async () => {
  takes = true;
  const reference = await aRefundToSend();
  othersUntil = new Date(world.now.getTime() + MINUTE);
  await refundSweeps().run();
  expect(asked).toBe(0);
  expect(await refundOf(reference)).toMatchObject({ last_error: expect.stringContaining('200 pages') });
});

it('a refund that cannot be worked on keeps no other refund waiting', async () => {
  const broken = await aRefundToSend();
  await aRefundToSend();
  await removeVoteOf(broken);
  await expect(refundSweeps().run()).rejects.toThrow();
  expect(asked).toBe(1);
});

/** Accepted by the provider, which says that it is stuck. @param due the column whose reading is due */
async function readWhile(due: 'refunds.next_attempt_at' | 'payments.returns_check_at'): Promise<string> {
  const reference = await aRefundToSend();
  await world.confirm({ reference, proof: { status: 'refund-sent' }, source: 'refund' });
  const [table, column] = due.split('.');
  const rows = await sql<{ id: string; transaction: string }>`UPDATE refunds r SET status = 'ACCEPTED',
       provider_refund_id = '5', sent_at = ${world.now}, next_attempt_at = NULL FROM payments p
       WHERE p.id = r.payment_id AND p.reference = ${reference}
       RETURNING p.id, p.provider_transaction_id::text AS transaction`;
  const [id, transaction] = [rows[0]?.id, rows[0]?.transaction];
  await database.owner.query(
    `UPDATE ${table} SET ${column} = $2 WHERE ${table === 'refunds' ? 'payment_id' : 'id'} = $1`,
    [id, world.now],
  );
  stuck = { id: 5, status: 'needs-attention', amount: 100, transaction: Number(transaction) };
  await refundSweeps().run();
  return (await stateOf(reference)) ?? '';
}

it.each(['refunds.next_attempt_at', 'payments.returns_check_at'] as const)(
  'a refund that needs attention when it is read waits for a person, unless an account was given while the provider answered (%s)',
  async (due) => {
    expect(await readWhile(due)).toBe('REFUND_ATTENTION');
    let isFirst = true;
    meanwhile = async () => {
      if (!isFirst) return;
      isFirst = false;
      const reference = world.attempts.at(-1)?.reference ?? '';
      await world.confirm({ reference, proof: { status: 'refund-stuck' }, source: 'refund' });
      world.now = new Date(world.now.getTime() + 1);
      await world.confirm({ reference, proof: { status: 'refund-retried' }, source: 'manual' });
    };
    expect(await readWhile(due)).toBe('REFUNDING');
  },
);

it.each([1, 300])('%i refunds that are due cost a call each, and one reading of the list', async (due) => {
  const PAGES = 25;
  const first = await aRefundToSend();
  await copiesOf(first, due - 1);
  const sweeps = refundSweeps();
  [takes, pages, othersUntil] = [true, PAGES, new Date(world.now.getTime() + 1_000 * MINUTE)];
  readings = 0;
  // Reading so long a list takes more time than a reading is valid for when it is short.
  meanwhile = () => {
    world.now = new Date(world.now.getTime() + 2_000);
    return Promise.resolve();
  };
  await sweeps.run();
  expect([asked, readings]).toEqual([due, PAGES]);
});

/** Further refunds that are due, each of a payment and a vote of its own, without settling each. */
async function copiesOf(reference: string, count: number): Promise<void> {
  await sql`WITH o AS (
       SELECT p AS payment, v AS vote, r AS refund, nr, gen_random_uuid() AS payment_id,
       gen_random_uuid() AS vote_id
       FROM payments p JOIN votes v ON v.id = p.vote_id
       JOIN refunds r ON r.payment_id = p.id, generate_series(1, ${count}::int) nr
       WHERE p.reference = ${reference}),
     v AS (INSERT INTO votes
     SELECT (jsonb_populate_record(vote, jsonb_build_object('id', vote_id, 'idempotency_key', vote_id))).*
     FROM o),
     p AS (INSERT INTO payments
     SELECT (jsonb_populate_record(payment, jsonb_build_object('id', payment_id, 'vote_id', vote_id,
       'reference', ${reference} || nr, 'provider_transaction_id', 1000000 + nr))).* FROM o)
     INSERT INTO refunds
     SELECT (jsonb_populate_record(refund, jsonb_build_object('id', gen_random_uuid(), 'payment_id',
     payment_id))).* FROM o`;
}
