import { type Answer, type Json, SECRET_KEY, useWorld } from './harness.js';

const w = useWorld();
const call = (method: string, path: string, body?: unknown) => w.client.call(method, path, body);
const referencesOf = ({ json }: Answer): unknown[] => (json.data as Json[]).map((item) => item.reference);

it('initialize gives a checkout link, and the payment is abandoned until the payer acts', async () => {
  const made = await w.client.initialize({ reference: 'A-1', metadata: { voteId: 'v1' }, label: 'Ama' });
  expect(made.json).toMatchObject({ status: true, message: 'Authorization URL created' });
  expect(made.data.authorization_url).toBe(`${w.client.url}/checkout/${String(made.data.access_code)}`);
  const { json, data } = await w.client.verify('A-1');
  expect(json.message).toBe('Verification successful');
  const amounts = { amount: 500, requested_amount: 500, currency: 'GHS', fees: null };
  const state = { status: 'abandoned', domain: 'test', paid_at: null, authorization: {} };
  expect(data).toMatchObject({ ...amounts, ...state, metadata: { voteId: 'v1' } });
  expect(data.id).toBeGreaterThan(2 ** 32);
});

it.each([
  [{ email: undefined }, 'Email Address is required', 'missing_params'],
  [{ email: 'nobody' }, 'Invalid Email Address Passed', 'invalid_email_address'],
  [{ email: 'v-1@localhost' }, 'Invalid Email Address Passed', 'invalid_email_address'],
  [{ amount: undefined }, 'Amount is required', 'missing_params'],
  [{ amount: 9 }, 'Invalid Amount Sent', 'invalid_amount'],
  [{ amount: 12.5 }, 'Invalid Amount Sent', 'invalid_amount'],
  [{ amount: '-500' }, 'Invalid Amount Sent', 'invalid_amount'],
  [{ currency: 'EUR' }, 'Currency not supported by merchant', 'unsupported_currency'],
  [{ callback_url: 'javascript:alert(1)' }, 'Invalid callback url', 'invalid_params'],
  [{ reference: 'a_b' }, expect.stringContaining('invalid characters'), 'invalid_params'],
])('initialize refuses %j', async (fields: Json, message, code) => {
  const answer = await w.client.initialize(fields);
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ status: false, message, code, type: 'validation_error' });
  expect(answer.json.meta).toHaveProperty('nextStep');
});

it('initialize takes an amount as text and makes a reference, and refuses one that is taken', async () => {
  const { data } = await w.client.initialize({ amount: '10' });
  expect((await w.client.verify(data.reference)).data.amount).toBe(10);
  await w.client.initialize({ reference: 'a-b.c=1' });
  const again = await w.client.initialize({ reference: 'a-b.c=1' });
  const refusal = { message: 'Duplicate Transaction Reference', code: 'duplicate_reference' };
  expect([again.status, again.json]).toEqual([400, expect.objectContaining(refusal)]);
});

it('a wrong key and no key are refused', async () => {
  const wrong = await w.client.call('GET', '/transaction/verify/x', undefined, 'sk_test_other');
  expect([wrong.status, wrong.json.message]).toEqual([401, 'Invalid key']);
  expect((await w.client.call('GET', '/transaction', undefined, null)).status).toBe(401);
});

it('an unknown reference is 400, or 404 when a test says so', async () => {
  const unknown = await w.client.verify('nobody-1');
  expect([unknown.status, unknown.json.message]).toEqual([400, 'Transaction reference not found']);
  await w.client.faults({ notFoundStatus: 404 });
  expect((await w.client.verify('nobody-1')).status).toBe(404);
});

it('the list shows the newest first, by page, status and time', async () => {
  const references: string[] = [];
  for (let made = 0; made < 5; made++) references.push(await w.client.newReference());
  for (const reference of references.slice(0, 3)) await w.client.complete(reference);
  const page = await call('GET', '/transaction?status=success&perPage=2&page=2');
  expect(page.json.meta).toMatchObject({ total: 3, perPage: 2, page: 2, pageCount: 2 });
  expect(referencesOf(page)).toEqual([references[0]]);
  expect((await call('GET', '/transaction?per_page=2')).json.meta).toMatchObject({ perPage: 2 });
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(referencesOf(await call('GET', `/transaction?from=${later}`))).toEqual([]);
  expect((await call('GET', '/transaction?from=yesterday')).status).toBe(400);
});

it('a form is read like JSON', async () => {
  const body = new URLSearchParams({ email: 'a@example.com', amount: '700', reference: 'typed-1' });
  const headers = { authorization: `Bearer ${SECRET_KEY}` };
  const address = `${w.client.url}/transaction/initialize`;
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
  expect((await w.client.verify('typed-1')).data.amount).toBe(700);
});

it('a body that is no JSON is refused', async () => {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{broken' };
  const response = await fetch(`${w.client.url}/transaction/initialize`, init);
  expect([response.status, ((await response.json()) as Json).status]).toEqual([400, false]);
});

it('the wallets of Ghana are listed', async () => {
  const banks = await call('GET', '/bank?currency=GHS&type=mobile_money');
  expect((banks.json.data as Json[]).map(({ code }) => code).sort()).toEqual(['ATL', 'MTN', 'VOD']);
});
