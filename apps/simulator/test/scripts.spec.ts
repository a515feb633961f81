import { type Json, unanswered, useWorld } from './harness.js';

const w = useWorld();
const listed = async () => (await w.client.call('GET', '/transaction')).json.data;

it('scripts are used one each, in the order they were posted', async () => {
  await w.client.next({ outcome: 'failed', reason: 'Do not honour' });
  await w.client.next({ outcome: 'success', times: 2 });
  const outcomes: unknown[] = [];
  for (let made = 0; made < 4; made++) {
    const { data } = await w.client.initialize({ callback_url: 'http://shop.test/' });
    await w.client.submit(`/checkout/${String(data.access_code)}/approve`);
    outcomes.push((await w.client.verify(data.reference)).data.gateway_response);
  }
  expect(outcomes).toEqual(['Do not honour', 'Successful', 'Successful', 'Successful']);
});

it('scripts wait for their payer, by address, its name, phone or label, and leave the others to all', async () => {
  const amounts = { 'ama@example.com': 101, 'v-7': 102, Kofi: 103, '0241234568': 104 };
  for (const [payer, amount] of Object.entries(amounts)) await w.client.next({ amount, payer });
  await w.client.next({ amount: 105 });
  const taken = async (reference: unknown): Promise<unknown> => {
    await w.client.complete(String(reference));
    return (await w.client.verify(reference)).data.amount;
  };
  const by = (fields: Json) => w.client.newReference(fields);
  expect(await taken(await by({ email: 'efua@example.com' }))).toBe(105);
  expect(await taken((await w.client.charge('0241234568')).data.reference)).toBe(104);
  expect(await taken(await by({ label: 'Kofi' }))).toBe(103);
  expect(await taken(await by({ email: 'v-7@abato.example' }))).toBe(102);
  expect(await taken(await by({ email: 'efua@example.com' }))).toBe(500);
  expect(await taken(await by({ email: 'ama@example.com' }))).toBe(101);
  expect(await taken(await by({ email: 'ama@example.com' }))).toBe(500);
});

it('a wrong script is refused with its fields, and unknown fields are ignored', async () => {
  const wrong = await w.client.next({ outcome: 'maybe', amount: 1.5 });
  expect([wrong.status, wrong.json.message]).toEqual([400, expect.stringMatching(/outcome.*amount/)]);
  expect((await w.client.next({ somethingNew: true })).status).toBe(200);
});

it('a payment takes another amount and currency than asked, and the ledger says so', async () => {
  await w.client.next({ amount: 450, currency: 'NGN' });
  const { data } = await w.client.verify(await w.client.paidReference());
  expect(data).toMatchObject({ amount: 450, requested_amount: 500, currency: 'NGN' });
  const ledger = (await w.client.call('GET', '/simulator/ledger')).json;
  const taken = { [String(data.reference)]: { currency: 'NGN', paid: 450 } };
  expect(ledger).toMatchObject({ totals: { paid: 0 }, byReference: taken });
});

it('verify lies while the ledger keeps the truth', async () => {
  w.client.isTrueToProvider = false;
  const verifyAs = { amount: '5.00', currency: 'NGN', domain: 'live', reference: 'other' };
  await w.client.next({ verifyAs });
  const reference = await w.client.paidReference();
  expect((await w.client.verify(reference)).data).toMatchObject({ status: 'success', ...verifyAs });
  const truth = (await w.client.call('GET', `/simulator/transactions/${reference}`)).json;
  expect(truth).toMatchObject({ status: 'success', paid: true, balance: 500 });
});

it('verify tells a sequence of states, then the truth', async () => {
  await w.client.next({ verifyAs: ['ongoing', 'brand-new-state', { notFound: true }] });
  const reference = await w.client.paidReference();
  expect(await w.client.statusOf(reference)).toBe('ongoing');
  expect(await w.client.statusOf(reference)).toBe('brand-new-state');
  expect((await w.client.verify(reference)).json.message).toBe('Transaction reference not found');
  expect(await w.client.statusOf(reference)).toBe('success');
});

it('a payment can be scripted by its reference', async () => {
  await w.client.next({ amount: 100 });
  const reference = await w.client.newReference();
  await w.client.control(reference, 'script', { currency: 'KES' });
  await w.client.complete(reference);
  expect((await w.client.verify(reference)).data).toMatchObject({ amount: 100, currency: 'KES' });
  expect((await w.client.control('other-1', 'script', { amount: 100 })).status).toBe(404);
});

it('a payment is left out of lists while its script says so', async () => {
  await w.client.next({ listed: false });
  const reference = await w.client.newReference();
  expect(await listed()).toEqual([]);
  await w.client.control(reference, 'script', { listed: true });
  expect(await listed()).toMatchObject([{ reference }]);
});

it.each([
  ['drop', 0, false],
  ['drop-after-accept', 0, true],
  ['error-500', 500, false],
])('initialize fails with %s', async (initialize, status, accepted) => {
  await w.client.next({ initialize });
  const answer = await w.client.initialize({ reference: 'lost-1' }).catch(() => null);
  expect(answer?.status ?? 0).toBe(status);
  expect((await w.client.verify('lost-1')).status).toBe(accepted ? 200 : 400);
  // The script was used up: the next attempt is ordinary.
  expect((await w.client.initialize({ reference: 'lost-2' })).status).toBe(200);
});

it('a paid payment stays paid', async () => {
  const reference = await w.client.paidReference();
  expect((await w.client.complete(reference, { outcome: 'failed' })).status).toBe(409);
  expect((await w.client.complete(reference)).json).toMatchObject({ changed: false, status: 'success' });
  expect((await w.client.complete('nobody')).status).toBe(404);
});

it('a rate limit counts each endpoint by itself, with the provider’s headers', async () => {
  const reference = await w.client.newReference();
  await w.client.faults({ rateLimit: { limit: 2, windowMs: 60_000 } });
  // At once: they come in any order.
  const answers = await Promise.all([1, 2, 3].map(() => w.client.verify(reference)));
  const [first, , third] = answers.sort((one, other) => one.status - other.status);
  expect(first?.headers.get('x-ratelimit-limit')).toBe('2');
  const refusal = { message: 'Rate limit exceeded!', code: 'rate_limited', type: 'api_error' };
  expect([third?.status, third?.json]).toEqual([429, expect.objectContaining(refusal)]);
  expect(third?.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(Number(third?.headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(60);
  expect((await w.client.initialize()).status).toBe(200);
});

it('faults hit a share of the calls, the same ones for the same seed', async () => {
  const pattern = async (): Promise<number[]> => {
    await w.client.faults({ errorRate: 0.3, tooManyRate: 0.2, errorStatus: 502, seed: 42 });
    const statuses: number[] = [];
    for (let made = 0; made < 30; made++) statuses.push((await w.client.call('GET', '/bank')).status);
    return statuses;
  };
  const first = await pattern();
  expect(new Set(first)).toEqual(new Set([200, 429, 502]));
  expect(await pattern()).toEqual(first);
});

it('the calls that a fault names lose answers, slow down and go away, until reset', async () => {
  const reference = await w.client.newReference();
  await w.client.faults({ dropAfterRate: 1, endpoints: ['initialize'] });
  expect(await unanswered(w.client.initialize({ reference: 'done-1' }))).toBe(true);
  expect((await w.client.verify('done-1')).status).toBe(200);
  await w.client.faults({ latencyMs: 40 });
  const started = Date.now();
  await w.client.verify(reference);
  expect(Date.now() - started).toBeGreaterThanOrEqual(38);
  await w.client.faults({ down: true });
  expect(await unanswered(w.client.verify(reference))).toBe(true);
  expect((await w.client.faults({ reset: true })).json).toMatchObject({ down: false, latencyMs: 0 });
  expect((await w.client.verify(reference)).status).toBe(200);
  expect((await w.client.faults({ errorRate: 2 })).status).toBe(400);
});

it('a reset forgets payments, scripts and faults', async () => {
  const reference = await w.client.paidReference();
  await w.client.next({ amount: 1 });
  await w.client.faults({ webhooks: 'never' });
  await w.client.call('DELETE', '/simulator');
  expect((await w.client.verify(reference)).status).toBe(400);
  expect((await w.client.totals()).paid).toBe(0);
  expect((await w.client.verify(await w.client.paidReference())).data.amount).toBe(500);
});
