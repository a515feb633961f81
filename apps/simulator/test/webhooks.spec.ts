import { retryDelayMs, wireJson } from '../src/webhooks.js';
import { hmac, type Json, useWorld } from './harness.js';

const w = useWorld();
const owed = () => w.client.call('GET', '/simulator/webhooks');

it('webhooks are signed over bytes that no JSON writer reproduces', async () => {
  const metadata = { name: 'Adwoa Ɛsi 🎤', path: 'a/b' };
  const reference = await w.client.paidReference({ metadata });
  const [webhook] = await w.merchant.got(1);
  const signature = webhook?.headers['x-paystack-signature'];
  expect(signature).toBe(hmac(webhook?.raw ?? ''));
  expect(signature).not.toBe(hmac(JSON.stringify(JSON.parse(webhook?.raw ?? ''))));
  expect(webhook?.event).toBe('charge.success');
  const payment = { reference, status: 'success', amount: 500, currency: 'GHS', metadata };
  expect(webhook?.data).toMatchObject(payment);
});

it('webhooks of payments are sent for success only', async () => {
  for (const outcome of ['failed', 'abandoned'])
    await w.client.complete(await w.client.newReference(), { outcome });
  const paid = await w.client.paidReference();
  await w.merchant.got(1);
  expect(w.merchant.received.map(({ data }) => data.reference)).toEqual([paid]);
});

it('a webhook is repeated until the answer is exactly 200', async () => {
  w.merchant.answers.push(500, 201, 302, 404, 200);
  await w.client.paidReference();
  const tries = await w.merchant.got(5);
  expect(new Set(tries.map(({ raw }) => raw)).size).toBe(1);
  await w.client.until(owed, ({ json }) => Array.isArray(json) && json.length === 0);
  expect(w.merchant.received).toHaveLength(5);
});

it('webhooks come in copies or never, as scripted', async () => {
  await w.client.next({ webhookCopies: 3 });
  await w.client.paidReference();
  expect(await w.merchant.got(3)).toHaveLength(3);
  await w.client.next({ webhook: 'never' });
  await w.client.paidReference();
  const told = await w.client.paidReference();
  expect((await w.merchant.got(4))[3]?.data.reference).toBe(told);
});

it('a webhook comes before the redirect when scripted', async () => {
  await w.client.next({ webhook: 'before-redirect' });
  const { data } = await w.client.initialize({ callback_url: 'http://shop.test/back' });
  expect((await w.client.submit(`/checkout/${String(data.access_code)}/approve`)).status).toBe(303);
  expect(w.merchant.received).toHaveLength(1);
});

it('a webhook can be forged, and a forger does not try twice', async () => {
  w.merchant.answers.push(401);
  const reference = await w.client.newReference();
  const sent = await w.client.control(reference, 'webhook', { forged: true, as: 'success' });
  expect(sent.json.answers).toEqual([401]);
  const [forged] = w.merchant.received;
  expect(forged?.data).toMatchObject({ reference, status: 'success' });
  expect(forged?.headers['x-paystack-signature']).not.toBe(hmac(forged?.raw ?? ''));
  expect((await owed()).json).toEqual([]);
  expect((await w.client.totals()).paid).toBe(0);
});

it('webhooks are held and released in another order', async () => {
  await w.client.faults({ webhooks: 'hold' });
  const references: string[] = [];
  for (let made = 0; made < 4; made++) references.push(await w.client.paidReference());
  expect(w.merchant.received).toEqual([]);
  const order = { order: 'reversed', times: 2 };
  expect((await w.client.call('POST', '/simulator/webhooks/release', order)).json.sent).toBe(8);
  const received = w.merchant.received.map(({ data }) => data.reference);
  expect(received).toEqual([...references, ...references].reverse());
  expect((await owed()).json).toEqual([]);
});

it('the retry clock is every 3 minutes for the first 4 tries, then hourly for 72 hours, scaled', () => {
  const minute = 60_000;
  const early = [1, 2, 3, 4].map((attempts) => retryDelayMs(attempts, 0, 1));
  expect(early).toEqual([3, 3, 3, 60].map((minutes) => minutes * minute));
  expect(retryDelayMs(1, 0, 1 / 600)).toBe(300);
  expect(retryDelayMs(60, 72 * 60 * minute, 1)).toBeNull();
  expect(retryDelayMs(60, 71 * 60 * minute, 1)).toBe(60 * minute);
});

it('the bytes on the wire mean what was written', () => {
  const value: Json = { a: 'é/ü/Ɛ 🎤 "\\ \n', list: [1, null, { deep: true }], none: null, number: 12.5 };
  expect(JSON.parse(wireJson(value))).toEqual(value);
});
