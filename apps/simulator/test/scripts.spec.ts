import { Client, type Json, world, type World } from './harness.js';

/** Longer than any test takes: what waits for it happens only when the clock is moved. */
const HOUR_MS = 3_600_000;

/** Whether a call was left without an answer. */
async function unanswered(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch {
    return true;
  }
}

describe('scripted payments', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());
  beforeEach(() => w.client.call('DELETE', '/simulator'));

  it('use one script each, in the order they were posted', async () => {
    await w.client.next({ outcome: 'failed', reason: 'Do not honour' });
    await w.client.next({ outcome: 'success', times: 2 });
    const outcomes: unknown[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { data } = await w.client.initialize({ callback_url: 'http://shop.test/' });
      await w.client.submit(`/checkout/${String(data.access_code)}/approve`);
      outcomes.push((await w.client.verify(String(data.reference))).data.gateway_response);
    }
    expect(outcomes).toEqual(['Do not honour', 'Successful', 'Successful', 'Successful']);
  });

  it('wait for their payer, by address, name of the address, phone or label, and leave the others to all payers', async () => {
    const amounts = { 'ama@example.com': 101, 'v-7': 102, Kofi: 103, '0241234568': 104 };
    for (const [payer, amount] of Object.entries(amounts)) await w.client.next({ amount, payer });
    await w.client.next({ amount: 105 });
    const taken = async (reference: string): Promise<unknown> => {
      await w.client.complete(reference);
      return (await w.client.verify(reference)).data.amount;
    };
    const phone = { phone: '0241234568', provider: 'mtn' };
    const charge = (fields: Json) =>
      w.client.call('POST', '/charge', {
        email: 'payer@example.com',
        amount: 500,
        currency: 'GHS',
        ...fields,
      });
    expect(await taken(await w.client.newReference({ email: 'efua@example.com' }))).toBe(105);
    expect(await taken(String((await charge({ mobile_money: phone })).data.reference))).toBe(104);
    expect(await taken(await w.client.newReference({ label: 'Kofi' }))).toBe(103);
    expect(await taken(await w.client.newReference({ email: 'v-7@abato.example' }))).toBe(102);
    expect(await taken(await w.client.newReference({ email: 'efua@example.com' }))).toBe(500);
    expect(await taken(await w.client.newReference({ email: 'ama@example.com' }))).toBe(101);
    expect(await taken(await w.client.newReference({ email: 'ama@example.com' }))).toBe(500);
  });

  it('say what is wrong with a script and ignore fields they do not know', async () => {
    const wrong = await w.client.next({ outcome: 'maybe', amount: 1.5 });
    expect(wrong.status).toBe(400);
    expect(wrong.json.message).toMatch(/outcome.*amount/);
    expect((await w.client.next({ somethingNew: true })).status).toBe(200);
  });

  it('take another amount and currency than asked, and the ledger says so', async () => {
    await w.client.next({ amount: 450, currency: 'NGN' });
    const reference = await w.client.paidReference();
    expect((await w.client.verify(reference)).data).toMatchObject({
      amount: 450,
      requested_amount: 500,
      currency: 'NGN',
    });
    const ledger = (await w.client.call('GET', '/simulator/ledger')).json;
    expect(ledger.totals).toMatchObject({ paid: 0 });
    expect(ledger.otherCurrencies).toMatchObject({ NGN: { paid: 450 } });
  });

  it('can put the fee on the payer', async () => {
    await w.client.next({ feesToCustomer: true });
    const reference = await w.client.paidReference({ amount: 10_000 });
    expect((await w.client.verify(reference)).data).toMatchObject({
      amount: 10_195,
      requested_amount: 10_000,
    });
  });

  it('lie in verify while the ledger keeps the truth', async () => {
    w.client.isTrueToProvider = false;
    await w.client.next({
      verifyAs: { amount: '5.00', currency: 'NGN', domain: 'live', reference: 'other' },
    });
    const reference = await w.client.paidReference();
    expect((await w.client.verify(reference)).data).toMatchObject({
      status: 'success',
      amount: '5.00',
      currency: 'NGN',
      domain: 'live',
      reference: 'other',
    });
    expect((await w.client.totals()).paid).toBe(500);
  });

  it('tell a sequence of states, failures and silence, then the truth', async () => {
    await w.client.next({
      verifyAs: [
        'ongoing',
        'brand-new-state',
        { http: 503 },
        { notFound: true },
        { drop: true },
        { hangMs: 20 },
      ],
    });
    const reference = await w.client.paidReference();
    expect((await w.client.verify(reference)).data.status).toBe('ongoing');
    expect((await w.client.verify(reference)).data.status).toBe('brand-new-state');
    expect((await w.client.verify(reference)).status).toBe(503);
    expect((await w.client.verify(reference)).json.message).toBe('Transaction reference not found');
    expect(await unanswered(w.client.verify(reference))).toBe(true);
    expect(await unanswered(w.client.verify(reference))).toBe(true);
    expect((await w.client.verify(reference)).data.status).toBe('success');
  });

  it('happen by themselves, step by step', async () => {
    const paidAt = '2026-11-01T10:00:00.000Z';
    await w.client.next({
      timeline: [
        { status: 'ongoing' },
        { status: 'failed', afterMs: HOUR_MS, reason: 'Timed out' },
        { status: 'success', afterMs: HOUR_MS, paidAt },
        { status: 'reversed', afterMs: HOUR_MS },
      ],
    });
    const reference = await w.client.newReference();
    const seen: unknown[] = [];
    for (const passedMs of [0, HOUR_MS, HOUR_MS, HOUR_MS]) {
      await w.client.advance(passedMs);
      seen.push((await w.client.verify(reference)).data.status);
    }
    expect(seen).toEqual(['ongoing', 'failed', 'success', 'reversed']);
    expect((await w.client.verify(reference)).data.paid_at).toBe(paidAt);
    expect(await w.client.totals()).toMatchObject({ paid: 500, reversed: 500, net: 0 });
  });

  it('succeed late after a failure', async () => {
    await w.client.next({ afterwards: [{ status: 'success', afterMs: HOUR_MS }] });
    const reference = await w.client.newReference();
    await w.client.complete(reference, { outcome: 'failed' });
    expect((await w.client.verify(reference)).data.status).toBe('failed');
    await w.client.advance(HOUR_MS);
    expect((await w.client.verify(reference)).data.status).toBe('success');
  });

  it('can be scripted by reference before and after they exist', async () => {
    const before = await w.client.call('POST', '/simulator/transactions/mine-1/script', { amount: 100 });
    expect(before.json).toMatchObject({ known: false });
    await w.client.next({ amount: 200 });
    await w.client.newReference({ reference: 'mine-1' });
    const after = await w.client.call('POST', '/simulator/transactions/mine-1/script', { currency: 'KES' });
    expect(after.json).toMatchObject({ known: true });
    await w.client.complete('mine-1');
    expect((await w.client.verify('mine-1')).data).toMatchObject({ amount: 100, currency: 'KES' });
    const other = await w.client.paidReference();
    expect((await w.client.verify(other)).data.amount).toBe(200);
  });

  it('are not found for a while after they were made', async () => {
    await w.client.next({ verifyNotFoundMs: HOUR_MS });
    const reference = await w.client.newReference();
    expect((await w.client.verify(reference)).status).toBe(400);
    expect((await w.client.call('GET', '/transaction')).json.data).toEqual([]);
    await w.client.advance(HOUR_MS);
    expect((await w.client.verify(reference)).status).toBe(200);
  });

  it('are left out of lists while their script says so', async () => {
    await w.client.next({ listed: false });
    const reference = await w.client.newReference();
    expect((await w.client.call('GET', '/transaction')).json.data).toEqual([]);
    await w.client.call('POST', `/simulator/transactions/${reference}/script`, { listed: true });
    expect((await w.client.call('GET', '/transaction')).json.data).toMatchObject([{ reference }]);
  });

  it.each([
    ['timeout', false],
    ['drop', false],
    ['timeout-after-accept', true],
    ['drop-after-accept', true],
  ])('leave initialize unanswered: %s', async (initialize, accepted) => {
    await w.client.next({ initialize, hangMs: 20 });
    expect(await unanswered(w.client.initialize({ reference: 'lost-1' }))).toBe(true);
    expect((await w.client.verify('lost-1')).status).toBe(accepted ? 200 : 400);
    // The script was used up: the next attempt is ordinary.
    expect((await w.client.initialize({ reference: 'lost-2' })).status).toBe(200);
  });

  it.each([
    ['error-500', 500, false],
    ['error-500-after-accept', 500, true],
    ['error-429', 429, false],
  ])('fail initialize: %s', async (initialize, status, accepted) => {
    await w.client.next({ initialize });
    const broken = await w.client.initialize({ reference: 'broken-1' });
    expect(broken.status).toBe(status);
    expect(broken.headers.get('x-ratelimit-reset')).toBe(status === 429 ? '60' : null);
    expect((await w.client.verify('broken-1')).status).toBe(accepted ? 200 : 400);
  });

  it('complete without a body, whatever content type is named', async () => {
    const reference = await w.client.newReference();
    const response = await fetch(`${w.client.url}/simulator/transactions/${reference}/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expect((await w.client.verify(reference)).data.status).toBe('success');
  });

  it('keep a paid payment paid', async () => {
    const reference = await w.client.paidReference();
    expect((await w.client.complete(reference, { outcome: 'failed' })).status).toBe(409);
    expect((await w.client.complete(reference)).json).toMatchObject({ changed: false, status: 'success' });
    expect((await w.client.complete('nobody')).status).toBe(404);
  });

  it('give their truth to a test', async () => {
    await w.client.next({ verifyAs: 'pending' });
    const reference = await w.client.paidReference();
    expect(await w.client.truth(reference)).toMatchObject({ status: 'success', paid: true, balance: 500 });
  });
});

describe('faults for all payments', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());
  beforeEach(() => w.client.call('DELETE', '/simulator'));

  it('limit calls as the provider does, each endpoint by itself', async () => {
    const reference = await w.client.newReference();
    await w.client.faults({ rateLimit: { limit: 2, windowMs: 60_000 } });
    // At once: they come in any order.
    const answers = await Promise.all([1, 2, 3].map(() => w.client.verify(reference)));
    const [first, , third] = answers.sort((one, other) => one.status - other.status);
    expect(first?.headers.get('x-ratelimit-limit')).toBe('2');
    expect(third?.status).toBe(429);
    expect(third?.json).toMatchObject({
      message: 'Rate limit exceeded!',
      code: 'rate_limited',
      type: 'api_error',
    });
    expect(third?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(third?.headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(60);
    expect((await w.client.initialize()).status).toBe(200);
    await w.client.faults({ rateLimit: { limit: 1, resetAs: 'epoch' } });
    const reset = Number((await w.client.verify(reference)).headers.get('x-ratelimit-reset'));
    expect(reset).toBeGreaterThan(Date.now() / 1000);
  });

  it('hit a share of the calls, the same ones for the same seed', async () => {
    const pattern = async (): Promise<number[]> => {
      await w.client.faults({ errorRate: 0.3, tooManyRate: 0.2, errorStatus: 502, seed: 42 });
      const statuses: number[] = [];
      for (let i = 0; i < 30; i += 1) statuses.push((await w.client.call('GET', '/bank')).status);
      return statuses;
    };
    const first = await pattern();
    expect(new Set(first)).toEqual(new Set([200, 429, 502]));
    expect(await pattern()).toEqual(first);
  });

  it('lose answers of calls that were carried out', async () => {
    await w.client.faults({ dropAfterRate: 1, endpoints: ['initialize'] });
    expect(await unanswered(w.client.initialize({ reference: 'done-1' }))).toBe(true);
    expect((await w.client.verify('done-1')).status).toBe(200);
  });

  it('hang, slow down and go away, for the calls that were named, until reset', async () => {
    const reference = await w.client.newReference();
    await w.client.faults({ hangRate: 1, hangMs: 10, endpoints: ['verify'] });
    expect(await unanswered(w.client.verify(reference))).toBe(true);
    expect((await w.client.call('GET', '/bank')).status).toBe(200);

    await w.client.faults({ latencyMs: 40 });
    const started = Date.now();
    await w.client.verify(reference);
    expect(Date.now() - started).toBeGreaterThanOrEqual(38);

    await w.client.faults({ down: true });
    expect(await unanswered(w.client.verify(reference))).toBe(true);
    expect((await w.client.faults({ reset: true })).json).toMatchObject({ down: false, latencyMs: 0 });
    expect((await w.client.verify(reference)).status).toBe(200);
  });

  it('refuse what makes no sense', async () => {
    expect((await w.client.faults({ errorRate: 2 })).status).toBe(400);
  });

  it('are forgotten, with everything else, by a reset', async () => {
    const reference = await w.client.paidReference();
    await w.client.next({ amount: 1 });
    await w.client.faults({ webhooks: 'never' });
    await w.client.call('DELETE', '/simulator');
    expect((await w.client.verify(reference)).status).toBe(400);
    expect((await w.client.totals()).paid).toBe(0);
    const fresh = await w.client.paidReference();
    expect((await w.client.verify(fresh)).data.amount).toBe(500);
  });

  it('do not break on a body that is no JSON', async () => {
    const response = await fetch(`${new Client(w.client.url).url}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_of_this_suite', 'content-type': 'application/json' },
      body: '{broken',
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as Json).status).toBe(false);
  });
});
