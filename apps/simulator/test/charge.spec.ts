import { type Json, useWorld } from './harness.js';

const w = useWorld({ SIMULATOR_PHONE_APPROVES_MS: '60' });
const submit = (what: string, body: Json) => w.client.call('POST', `/charge/submit_${what}`, body);
const settled = (reference: unknown) =>
  w.client.until(
    () => w.client.check(reference),
    ({ data }) => !['pay_offline', 'pending', 'send_otp'].includes(String(data.status)),
  );

it('a charge asks on the phone and is paid when the phone approves', async () => {
  const { json, data } = await w.client.charge('0241112222');
  expect(json.message).toBe('Charge attempted');
  const display_text = 'Please complete authorization process on your mobile phone';
  expect(data).toMatchObject({ status: 'pay_offline', display_text });
  expect((await w.client.check(data.reference)).json.message).toBe('Reference check successful');
  const paid = await settled(data.reference);
  expect(paid.data).toMatchObject({ status: 'success', channel: 'mobile_money', amount: 500 });
  const [webhook] = await w.merchant.got(1);
  expect(webhook?.data).toMatchObject({ reference: data.reference, message: 'madePayment' });
});

it('a charge is under way until the phone answers', async () =>
  expect(await w.client.statusOf((await w.client.charge('0240000003')).data.reference)).toBe('ongoing'));

it('Telecel wants a voucher, takes the right one, and the charge fails after three wrong ones', async () => {
  const { data } = await w.client.charge('0201112222', 'VOD');
  expect(data).toMatchObject({ status: 'send_otp', display_text: expect.stringContaining('*110#') });
  const send = (otp: string, reference = data.reference) => submit('otp', { otp, reference });
  expect((await send('000000')).data.status).toBe('send_otp');
  expect((await send('123456')).data.status).toBe('pay_offline');
  expect((await send('123456')).status).toBe(400);
  expect((await settled(data.reference)).data.status).toBe('success');
  const other = (await w.client.charge('0201112223', 'vod')).data.reference;
  for (const wrong of ['1', '2']) await send(wrong, other);
  expect((await send('3', other)).data).toMatchObject({ status: 'failed' });
  expect((await send('123456', 'nobody')).json.message).toBe('Transaction reference is invalid');
});

it('the test numbers behave as the table says', async () => {
  const numbers: [phone: string, status: string, message: string | null][] = [
    ['0551234987', 'success', 'madePayment'],
    ['0240000001', 'failed', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'],
    ['0240000002', 'failed', 'The customer declined the payment'],
    ['0270000005', 'failed', 'The mobile money number is not registered'],
    ['0270000006', 'success', 'madePayment'],
  ];
  const ends = numbers.map(async ([phone]) => {
    const { reference } = (await w.client.charge(phone)).data;
    const { status } = (await settled(reference)).data;
    return [phone, status, (await w.client.verify(reference)).data.message];
  });
  expect(await Promise.all(ends)).toEqual(numbers);
});

it('a charge times out when the payer does not answer, and may still be paid after that', async () => {
  await w.client.next({ promptTimeoutMs: 40 });
  const { reference } = (await w.client.charge('0240000003')).data;
  expect((await settled(reference)).data.status).toBe('timeout');
  expect(await w.client.statusOf(reference)).toBe('failed');
  await w.client.complete(String(reference));
  expect((await w.client.check(reference)).data.status).toBe('success');
});

it('a charge can be pending first, and can want a voucher after that', async () => {
  const plain = (await w.client.charge('0240000004')).data;
  expect([plain.status, await w.client.statusOf(plain.reference)]).toEqual(['pending', 'pending']);
  const { reference, status } = (await w.client.charge('0240000008')).data;
  expect(status).toBe('pending');
  const ask = () => w.client.check(reference);
  const asked = await w.client.until(ask, ({ data }) => data.status !== 'pending');
  expect(asked.data.status).toBe('send_otp');
  await submit('otp', { otp: '123456', reference });
  expect((await settled(reference)).data.status).toBe('success');
});

it('a charge follows a script, and the page of its phone answers it', async () => {
  const byHand = String((await w.client.charge('0240000003')).data.reference);
  await w.client.next({ charge: 'send_otp', outcome: 'failed', reason: 'Wrong PIN' });
  const { reference } = (await w.client.charge('0241112222')).data;
  await submit('otp', { otp: '123456', reference });
  expect((await settled(reference)).data).toMatchObject({ status: 'failed', message: 'Wrong PIN' });
  expect((await w.client.check(byHand)).data.status).toBe('pay_offline');
  const page = await fetch(`${w.client.url}/phone/${byHand}`);
  expect(await page.text()).toContain('data-testid="phone-approve"');
  await w.client.submit(`${new URL(page.url).pathname}/phone-approve`);
  expect((await w.client.check(byHand)).data.status).toBe('success');
});

it('a charge is carried out when its answer is lost', async () => {
  await w.client.next({ initialize: 'drop-after-accept' });
  await expect(w.client.charge('0551234987', 'mtn', { reference: 'lost-1' })).rejects.toThrow();
  expect((await settled('lost-1')).data.status).toBe('success');
});

it.each([
  [{ mobile_money: undefined }, 'Only mobile money can be charged directly here'],
  [{ mobile_money: { phone: '12', provider: 'mtn' } }, 'Invalid phone number'],
  [{ mobile_money: { phone: '0551234987', provider: 'glo' } }, 'Mobile money provider is invalid'],
  [{ email: '' }, 'Email Address is required'],
])('a charge with %j is refused', async (fields, message) => {
  const answer = await w.client.charge('0551234987', 'mtn', fields);
  expect([answer.status, answer.json.message]).toEqual([400, message]);
});
