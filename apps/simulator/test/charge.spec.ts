import { type Answer, type Json, world, type World } from './harness.js';

describe('direct mobile-money charges', () => {
  let w: World;
  beforeAll(async () => {
    w = await world({ SIMULATOR_PHONE_APPROVES_MS: '60' });
  });
  afterAll(() => w.close());
  beforeEach(() => w.client.call('DELETE', '/simulator'));

  function charge(phone: string, provider = 'mtn', fields: Json = {}): Promise<Answer> {
    const body = {
      email: 'a@example.com',
      amount: 500,
      currency: 'GHS',
      mobile_money: { phone, provider },
      ...fields,
    };
    return w.client.call('POST', '/charge', body);
  }

  function check(reference: unknown): Promise<Answer> {
    return w.client.call('GET', `/charge/${String(reference)}`);
  }

  const settled = (reference: unknown) =>
    w.client.until(
      () => check(reference),
      ({ data }) => !['pay_offline', 'pending', 'send_otp'].includes(String(data.status)),
    );

  it('ask on the phone and are paid when it approves', async () => {
    const { status, json, data } = await charge('0241112222');
    expect(status).toBe(200);
    expect(json.message).toBe('Charge attempted');
    expect(data).toMatchObject({
      status: 'pay_offline',
      display_text: 'Please complete authorization process on your mobile phone',
    });
    expect((await check(data.reference)).json.message).toBe('Reference check successful');
    const paid = await settled(data.reference);
    expect(paid.data).toMatchObject({ status: 'success', channel: 'mobile_money', amount: 500 });
    const webhook = (await w.merchant.got(1)).find((received) => received.data.reference === data.reference);
    expect(webhook?.data).toMatchObject({ status: 'success', message: 'madePayment' });
  });

  it('are under way until the phone answers', async () => {
    const slow = await world({ SIMULATOR_PHONE_APPROVES_MS: '180000' });
    try {
      const { data } = await slow.client.call('POST', '/charge', {
        email: 'a@example.com',
        amount: 500,
        currency: 'GHS',
        mobile_money: { phone: '0241112222', provider: 'mtn' },
      });
      expect((await slow.client.verify(String(data.reference))).data.status).toBe('ongoing');
    } finally {
      await slow.close();
    }
  });

  it('want a voucher from Telecel, take the right one, and fail after three wrong ones', async () => {
    const { data } = await charge('0201112222', 'VOD');
    expect(data).toMatchObject({
      status: 'send_otp',
      display_text: expect.stringContaining('*110#') as string,
    });
    const submit = (otp: string, reference = data.reference) =>
      w.client.call('POST', '/charge/submit_otp', { otp, reference });
    expect((await submit('000000')).data.status).toBe('send_otp');
    expect((await submit('123456')).data.status).toBe('pay_offline');
    expect((await submit('123456')).status).toBe(400);
    expect((await settled(data.reference)).data.status).toBe('success');

    const other = (await charge('0201112223', 'vod')).data.reference;
    await submit('1', other);
    await submit('2', other);
    expect((await submit('3', other)).data).toMatchObject({ status: 'failed' });
    expect((await submit('123456', 'nobody')).json.message).toBe('Transaction reference is invalid');
  });

  it('know the test numbers', async () => {
    const numbers: [phone: string, status: string, message: string | null][] = [
      ['0551234987', 'success', 'madePayment'],
      ['0240000001', 'failed', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'],
      ['0240000002', 'failed', 'The customer declined the payment'],
      ['0270000005', 'failed', 'The mobile money number is not registered'],
      ['0270000006', 'success', 'madePayment'],
    ];
    const ends = numbers.map(async ([phone]) => {
      const { reference } = (await charge(phone)).data;
      const { status } = (await settled(reference)).data;
      return [phone, status, (await w.client.verify(String(reference))).data.message];
    });
    expect(await Promise.all(ends)).toEqual(numbers);
  });

  it('time out when the payer does not answer, and may still be paid after that', async () => {
    await w.client.next({ promptTimeoutMs: 40 });
    const { data } = await charge('0240000003');
    const reference = String(data.reference);
    expect(data.status).toBe('pay_offline');
    expect((await settled(reference)).data.status).toBe('timeout');
    expect((await w.client.verify(reference)).data.status).toBe('failed');
    await w.client.complete(reference);
    expect((await check(reference)).data.status).toBe('success');
  });

  it('can be pending first', async () => {
    const { data } = await charge('0240000004');
    expect(data.status).toBe('pending');
    expect((await w.client.verify(String(data.reference))).data.status).toBe('pending');
  });

  it('can want a voucher after having been pending', async () => {
    const { reference, status } = (await charge('0240000008')).data;
    expect(status).toBe('pending');
    const asked = await w.client.until(
      () => check(reference),
      ({ data }) => data.status !== 'pending',
    );
    expect(asked.data.status).toBe('send_otp');
    await w.client.call('POST', '/charge/submit_otp', { otp: '123456', reference });
    expect((await settled(reference)).data.status).toBe('success');
  });

  it('follow a script', async () => {
    await w.client.next({ approvesMs: null });
    const byHand = String((await charge('0241112222')).data.reference);
    await w.client.next({ charge: 'send_otp', outcome: 'failed', reason: 'Wrong PIN', approvesMs: 10 });
    const failing = String((await charge('0241112222')).data.reference);
    await w.client.call('POST', '/charge/submit_otp', { otp: '123456', reference: failing });
    expect((await settled(failing)).data).toMatchObject({ status: 'failed', message: 'Wrong PIN' });
    expect((await check(byHand)).data.status).toBe('pay_offline');

    const page = await fetch(`${w.client.url}/phone/${byHand}`);
    expect(await page.text()).toContain('data-testid="phone-approve"');
    const { pathname } = new URL(page.url);
    await w.client.submit(`${pathname}/phone-approve`);
    expect((await check(byHand)).data.status).toBe('success');
  });

  it('are carried out when the answer is lost', async () => {
    await w.client.next({ initialize: 'drop-after-accept' });
    await expect(charge('0551234987', 'mtn', { reference: 'lost-1' })).rejects.toThrow();
    expect((await settled('lost-1')).data.status).toBe('success');
  });

  it.each([
    [{ mobile_money: undefined }, 'Only mobile money can be charged directly here'],
    [{ mobile_money: { phone: '12', provider: 'mtn' } }, 'Invalid phone number'],
    [{ mobile_money: { phone: '0551234987', provider: 'glo' } }, 'Mobile money provider is invalid'],
    [{ email: '' }, 'Email Address is required'],
  ])('refuse %j', async (fields, message) => {
    const answer = await charge('0551234987', 'mtn', fields);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toBe(message);
  });
});
