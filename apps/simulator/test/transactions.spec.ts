import { type Json, world, type World } from './harness.js';

describe('the provider API for transactions', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());
  beforeEach(() => w.client.call('DELETE', '/simulator'));

  it('gives a checkout link, and calls the payment abandoned until the payer acts', async () => {
    const made = await w.client.initialize({ reference: 'A-1', metadata: '{"voteId":"v1"}', label: 'Ama' });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({ status: true, message: 'Authorization URL created' });
    expect(made.data.reference).toBe('A-1');
    expect(made.data.authorization_url).toBe(`${w.client.url}/checkout/${String(made.data.access_code)}`);

    const { json, data } = await w.client.verify('A-1');
    expect(json.message).toBe('Verification successful');
    expect(data).toMatchObject({
      status: 'abandoned',
      domain: 'test',
      amount: 500,
      requested_amount: 500,
      currency: 'GHS',
      metadata: { voteId: 'v1' },
      paid_at: null,
      fees: null,
      authorization: {},
    });
    expect(data.id).toBeGreaterThan(2 ** 32);
  });

  it.each([
    [{ email: undefined }, 400, 'Email Address is required', 'missing_params'],
    [{ email: 'nobody' }, 400, 'Invalid Email Address Passed', 'invalid_email_address'],
    [{ amount: undefined }, 400, 'Amount is required', 'missing_params'],
    [{ amount: 9 }, 400, 'Invalid Amount Sent', 'invalid_amount'],
    [{ amount: 12.5 }, 400, 'Invalid Amount Sent', 'invalid_amount'],
    [{ amount: '-500' }, 400, 'Invalid Amount Sent', 'invalid_amount'],
    [{ currency: 'EUR' }, 400, 'Currency not supported by merchant', 'unsupported_currency'],
    [{ callback_url: 'javascript:alert(1)' }, 400, 'Invalid callback url', 'invalid_params'],
  ])('refuses %j', async (fields: Json, status, message, code) => {
    const answer = await w.client.initialize(fields);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ status: false, message, code, type: 'validation_error' });
    expect(answer.json.meta).toHaveProperty('nextStep');
  });

  it('takes an amount as text, the smallest amount, and makes a reference when none is given', async () => {
    const answer = await w.client.initialize({ amount: '10' });
    expect(answer.status).toBe(200);
    expect((await w.client.verify(String(answer.data.reference))).data.amount).toBe(10);
  });

  it('refuses an underscore in a reference and a reference that is taken', async () => {
    expect((await w.client.initialize({ reference: 'a_b' })).status).toBe(400);
    await w.client.initialize({ reference: 'a-b.c=1' });
    const again = await w.client.initialize({ reference: 'a-b.c=1' });
    expect(again.status).toBe(400);
    expect(again.json).toMatchObject({
      message: 'Duplicate Transaction Reference',
      code: 'duplicate_reference',
    });
  });

  it('wants the right key', async () => {
    const wrong = await w.client.call('GET', '/transaction/verify/x', undefined, 'sk_test_other');
    expect(wrong.status).toBe(401);
    expect(wrong.json).toMatchObject({ status: false, message: 'Invalid key' });
    expect((await w.client.call('GET', '/transaction', undefined, null)).status).toBe(401);
  });

  it('says 400, or 404 when told so, for an unknown reference, and 400 for none', async () => {
    const unknown = await w.client.verify('nobody-1');
    expect(unknown.status).toBe(400);
    expect(unknown.json.message).toBe('Transaction reference not found');
    await w.client.faults({ notFoundStatus: 404 });
    expect((await w.client.verify('nobody-1')).status).toBe(404);
    expect((await w.client.verify('')).json.message).toBe('Transaction ID should be numeric.');
  });

  it('lists newest first, by page, status and time', async () => {
    const references: string[] = [];
    for (let i = 0; i < 5; i += 1) references.push(await w.client.newReference());
    for (const reference of references.slice(0, 3)) await w.client.complete(reference);
    const page = await w.client.call('GET', '/transaction?status=success&perPage=2&page=2');
    expect(page.json.meta).toMatchObject({ total: 3, perPage: 2, page: 2, pageCount: 2, total_volume: 1500 });
    expect((page.json.data as Json[]).map(({ reference }) => reference)).toEqual([references[0]]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await w.client.call('GET', `/transaction?from=${later}`)).json.data).toEqual([]);
    expect((await w.client.call('GET', '/transaction?from=yesterday')).status).toBe(400);
  });

  it('reads a form body like JSON', async () => {
    const response = await fetch(`${w.client.url}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_of_this_suite' },
      body: new URLSearchParams({ email: 'a@example.com', amount: '700', reference: 'form-1' }),
    });
    expect(response.status).toBe(200);
    expect((await w.client.verify('form-1')).data.amount).toBe(700);
  });

  it('lists the wallets of Ghana', async () => {
    const banks = await w.client.call('GET', '/bank?currency=GHS&type=mobile_money');
    expect((banks.json.data as Json[]).map(({ code }) => code).sort()).toEqual(['ATL', 'MTN', 'VOD']);
  });
});
