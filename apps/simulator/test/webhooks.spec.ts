import { retryDelayMs, wireJson } from '../src/webhooks.js';
import { hmac, type Json, world, type World } from './harness.js';

describe('webhooks', () => {
  let w: World;
  beforeEach(async () => {
    w = await world();
  });
  afterEach(() => w.close());

  it('are signed over bytes that no JSON writer reproduces', async () => {
    const reference = await w.client.paidReference({ metadata: { name: 'Adwoa Ɛsi 🎤', path: 'a/b' } });
    const [webhook] = await w.merchant.got(1);
    expect(webhook?.headers['x-paystack-signature']).toBe(hmac(webhook?.raw ?? ''));
    expect(hmac(JSON.stringify(JSON.parse(webhook?.raw ?? '')))).not.toBe(
      webhook?.headers['x-paystack-signature'],
    );
    expect(webhook?.event).toBe('charge.success');
    expect(webhook?.data).toMatchObject({
      reference,
      status: 'success',
      amount: 500,
      currency: 'GHS',
      metadata: { name: 'Adwoa Ɛsi 🎤', path: 'a/b' },
    });
  });

  it('are sent for success only', async () => {
    for (const outcome of ['failed', 'abandoned'])
      await w.client.complete(await w.client.newReference(), { outcome });
    const paid = await w.client.paidReference();
    await w.merchant.got(1);
    expect(w.merchant.received.map(({ data }) => data.reference)).toEqual([paid]);
  });

  it('are repeated until the answer is exactly 200', async () => {
    w.merchant.answers.push(500, 201, 302, 404, 200);
    await w.client.paidReference();
    const tries = await w.merchant.got(5);
    expect(new Set(tries.map(({ raw }) => raw)).size).toBe(1);
    await w.client.until(
      () => w.client.call('GET', '/simulator/webhooks'),
      ({ json }) => Array.isArray(json) && json.length === 0,
    );
    expect(w.merchant.received).toHaveLength(5);
  });

  it('come in copies, late, or never, as scripted', async () => {
    await w.client.next({ webhook: 'duplicate' });
    await w.client.paidReference();
    expect(await w.merchant.got(3)).toHaveLength(3);

    await w.client.next({ webhook: 'never' });
    const silent = await w.client.paidReference();
    await w.client.next({ webhook: 'late', webhookDelayMs: 150 });
    const started = Date.now();
    const late = await w.client.paidReference();
    const last = (await w.merchant.got(4))[3];
    expect(last?.data.reference).toBe(late);
    expect((last?.at ?? 0) - started).toBeGreaterThanOrEqual(145);
    expect(w.merchant.received.some(({ data }) => data.reference === silent)).toBe(false);
  });

  it('come before the redirect when scripted', async () => {
    await w.client.next({ webhook: 'before-redirect' });
    const { data } = await w.client.initialize({ callback_url: 'http://shop.test/back' });
    const answer = await w.client.submit(`/checkout/${String(data.access_code)}/approve`);
    expect(answer.status).toBe(303);
    expect(w.merchant.received).toHaveLength(1);
  });

  it('can be forged, and a forger does not try twice', async () => {
    w.merchant.answers.push(401);
    const reference = await w.client.newReference();
    const sent = await w.client.call('POST', `/simulator/transactions/${reference}/webhook`, {
      forged: true,
      as: 'success',
    });
    expect(sent.json.answers).toEqual([401]);
    const [forged] = w.merchant.received;
    expect(forged?.data).toMatchObject({ reference, status: 'success' });
    expect(forged?.headers['x-paystack-signature']).not.toBe(hmac(forged?.raw ?? ''));
    expect((await w.client.call('GET', '/simulator/webhooks')).json).toEqual([]);
    expect((await w.client.totals()).paid).toBe(0);
  });

  it('are held and released in another order', async () => {
    await w.client.faults({ webhooks: 'hold' });
    const references: string[] = [];
    for (let i = 0; i < 4; i += 1) references.push(await w.client.paidReference());
    expect(w.merchant.received).toEqual([]);
    const released = await w.client.call('POST', '/simulator/webhooks/release', {
      order: 'reversed',
      times: 2,
    });
    expect(released.json.sent).toBe(8);
    const order = w.merchant.received.map(({ data }) => data.reference);
    expect(order).toEqual([...references, ...references].reverse());
    expect((await w.client.call('GET', '/simulator/webhooks')).json).toEqual([]);
  });

  it('lie about a payment when scripted, while the ledger keeps the truth', async () => {
    await w.client.next({ webhookAs: { amount: 1, currency: 'NGN', domain: 'live' } });
    const reference = await w.client.paidReference();
    const [webhook] = await w.merchant.got(1);
    expect(webhook?.data).toMatchObject({ amount: 1, currency: 'NGN', domain: 'live', reference });
    expect((await w.client.totals()).paid).toBe(500);
  });

  it.each([
    ['zero', 0],
    ['empty', ''],
    ['null', null],
    ['string', '{"a":1}'],
    ['object', { a: 1 }],
  ])('carry metadata as %s', async (metadataAs, metadata) => {
    await w.client.next({ metadataAs });
    await w.client.paidReference({ metadata: { a: 1 } });
    expect((await w.merchant.got(1))[0]?.data.metadata).toEqual(metadata);
  });
});

describe('the retry clock', () => {
  it('is every 3 minutes for the first 4 tries, then hourly for 72 hours, scaled', () => {
    const minutes = 60_000;
    expect([1, 2, 3, 4].map((attempts) => retryDelayMs(attempts, 0, 1))).toEqual(
      [3, 3, 3, 60].map((m) => m * minutes),
    );
    expect(retryDelayMs(1, 0, 1 / 600)).toBe(300);
    expect(retryDelayMs(60, 72 * 60 * minutes, 1)).toBeNull();
    expect(retryDelayMs(60, 71 * 60 * minutes, 1)).toBe(60 * minutes);
  });
});

describe('the bytes on the wire', () => {
  it('mean what was written', () => {
    const value: Json = { a: 'é/ü/Ɛ 🎤 "\\ \n', list: [1, null, { deep: true }], none: null, number: 12.5 };
    expect(JSON.parse(wireJson(value))).toEqual(value);
  });
});
