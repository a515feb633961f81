import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { PaystackClient, RefundService } from '@abato/payments';
import { createBlockingRedis, createLogger } from '@abato/platform';
import { settlementOf } from '../support/payment-services.js';
import { SweepsByHand } from '../support/run-sweeps.js';
import { testState } from '../support/state.js';
import { begun, database, removeVoteOf, useOwnWorld, world } from './model/own-world.js';

/** A provider that loses the answer to every refund request and lists none: the money may have gone back or not. */

const MINUTE = 60_000;
let redis: Redis;
let server: Server;
/** Requests for a refund that reached the provider. */
let asked = 0;
useOwnWorld();
beforeAll(async () => {
  redis = createBlockingRedis(testState().redisUrl, () => undefined);
  server = createServer((request, response) => {
    if (request.method === 'POST') {
      asked++;
      request.socket.destroy();
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: true, message: 'Refunds retrieved', data: [] }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 300_000);
afterAll(async () => {
  redis?.disconnect();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

function refundSweeps(): SweepsByHand {
  const clock = { now: () => world.now };
  const log = createLogger('worker', 'silent');
  const { port } = server.address() as AddressInfo;
  const client = new PaystackClient({ baseUrl: `http://127.0.0.1:${port}`, secretKey: 'sk_test_refunds' });
  const settlement = settlementOf(database.pool, redis, clock, client);
  const sweeps = new SweepsByHand();
  new RefundService(database.pool, clock, log, client, settlement, sweeps);
  return sweeps;
}

/** A payment that counts, and whose refund has been ordered. @returns its reference */
async function aRefundToSend(): Promise<string> {
  const reference = await begun();
  world.provider.pay(reference, world.now);
  await world.settle(world.answerAbout(reference, 'verify'));
  await world.orderRefund(reference);
  return reference;
}

beforeEach(() => {
  asked = 0;
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

it('a refund that cannot be worked on keeps no other refund waiting', async () => {
  const broken = await aRefundToSend();
  await aRefundToSend();
  await removeVoteOf(broken);
  await expect(refundSweeps().run()).rejects.toThrow();
  expect(asked).toBe(1);
});
