import { type Json, useWorld } from './harness.js';

const CALLBACK = 'http://shop.test/payment/verify?lang=en';

const w = useWorld();

async function opened(
  fields: Json = {},
): Promise<{ reference: string; path: string; page(): Promise<string> }> {
  const { data } = await w.client.initialize({ callback_url: CALLBACK, label: 'Kofi', ...fields });
  const path = `/checkout/${String(data.access_code)}`;
  const page = async () => (await fetch(w.client.url + path)).text();
  return { reference: String(data.reference), path, page };
}

it('the checkout page shows whom and how much, says that it is a test, and escapes what the merchant sent', async () => {
  const { page } = await opened({ amount: 123_450, label: '<img src=x onerror=alert(1)>"&' });
  const text = await page();
  expect(text).toContain('GHS 1,234.50');
  expect(text).toContain('Abato');
  expect(text).toContain('Test mode');
  expect(text).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#38;');
  expect(text).not.toContain('<img src=x');
  for (const button of ['approve', 'decline', 'abandon', 'pay-on-phone']) {
    expect(text).toContain(`data-testid="${button}"`);
  }
});

it('the checkout page runs nothing but its own script and posts only to itself and the way back', async () => {
  const { path } = await opened({ metadata: { cancel_action: 'https://shop.test/cancel' } });
  const policy = (await fetch(w.client.url + path)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://shop.test https://shop.test;");
  expect(policy).not.toContain('unsafe');
});

it('the checkout page sends the browser back with both parameters after an approval, and takes money once', async () => {
  const { path, reference } = await opened();
  const first = await w.client.submit(`${path}/approve`);
  const second = await w.client.submit(`${path}/approve`);
  const back = `http://shop.test/payment/verify?lang=en&trxref=${reference}&reference=${reference}`;
  expect(first).toEqual({ status: 303, location: back });
  expect(second.location).toBe(back);
  expect((await w.client.totals()).paid).toBe(500);
});

it('the checkout page declines, and lets the payer try again', async () => {
  const { path, page, reference } = await opened();
  expect((await w.client.submit(`${path}/decline`)).location).toContain(`reference=${reference}`);
  expect((await w.client.verify(reference)).data).toMatchObject({
    status: 'failed',
    gateway_response: 'Declined',
  });
  expect(await page()).toContain('The last attempt failed');
  await w.client.submit(`${path}/approve`);
  expect((await w.client.verify(reference)).data.status).toBe('success');
});

it('the checkout page goes to cancel_action after a cancel, else to the callback', async () => {
  const own = await opened({ metadata: { cancel_action: 'https://shop.test/cancel?x=1' } });
  expect((await w.client.submit(`${own.path}/abandon`)).location).toBe('https://shop.test/cancel?x=1');
  expect((await w.client.verify(own.reference)).data.status).toBe('abandoned');
  const plain = await opened({ metadata: { cancel_action: 'javascript:alert(1)' } });
  expect((await w.client.submit(`${plain.path}/abandon`)).location).toContain('trxref=');
});

it('the checkout page never sends the payer back when there is no callback, or when the tab was closed', async () => {
  const nowhere = await opened({ callback_url: undefined });
  expect((await w.client.submit(`${nowhere.path}/approve`)).location).toBe(nowhere.path);
  expect(await nowhere.page()).toContain('Payment successful');
  const closed = await opened();
  expect((await w.client.submit(`${closed.path}/approve-and-close`)).location).toBe(closed.path);
  expect((await w.client.verify(closed.reference)).data.status).toBe('success');
});

it('the checkout page asks on the phone, and is paid by mobile money when the phone approves', async () => {
  const { path, page, reference } = await opened();
  await w.client.submit(`${path}/phone`, { network: 'mtn', phone: '+233 55 123 4987' });
  expect(await page()).toContain('Approve the prompt on your phone');
  expect((await w.client.verify(reference)).data.status).toBe('ongoing');
  expect((await w.client.submit(`${path}/phone-approve`)).location).toContain('trxref=');
  const { data } = await w.client.verify(reference);
  expect(data).toMatchObject({
    status: 'success',
    channel: 'mobile_money',
    gateway_response: 'Approved',
    message: 'madePayment',
  });
  expect(data.authorization).toMatchObject({
    bank: 'MTN Mobile Money',
    bin: '055XXX',
    last4: 'X987',
    reusable: false,
  });
});

it('the checkout page is not paid when the phone declines, and offers other ways', async () => {
  const { path, page, reference } = await opened();
  await w.client.submit(`${path}/phone`, { network: 'vod', phone: '0201234567' });
  await w.client.submit(`${path}/other-way`);
  expect(await page()).toContain('How would you like to pay?');
  await w.client.submit(`${path}/phone`, { network: 'vod', phone: '0201234567' });
  await w.client.submit(`${path}/phone-decline`);
  expect((await w.client.verify(reference)).data).toMatchObject({
    status: 'failed',
    channel: 'mobile_money',
  });
});

it('the checkout page closes the prompt when the payer does not answer in time', async () => {
  await w.client.next({ promptTimeoutMs: 30 });
  const { path, reference } = await opened();
  await w.client.submit(`${path}/phone`, { network: 'mtn', phone: '0551234987' });
  const ended = await w.client.until(
    () => w.client.verify(reference),
    ({ data }) => data.status === 'failed',
  );
  expect(ended.data.gateway_response).toContain('timed out');
});

it('the checkout page refuses a number that is none, and an unknown link', async () => {
  const { path, reference } = await opened();
  expect((await w.client.submit(`${path}/phone`, { phone: '12' })).status).toBe(400);
  expect((await w.client.verify(reference)).data.status).toBe('abandoned');
  expect((await fetch(`${w.client.url}/checkout/unknown`)).status).toBe(404);
  expect((await w.client.submit('/checkout/unknown/approve')).status).toBe(404);
});

it.each([
  ['4084080000005408', 'Declined'],
  ['4084080000670037', 'Insufficient Funds'],
])('knows the test card %s', async (card, gateway_response) => {
  const { path, reference } = await opened();
  await w.client.submit(`${path}/approve`, { card });
  expect((await w.client.verify(reference)).data).toMatchObject({ status: 'failed', gateway_response });
});

it('the checkout page tells an open page where to go when the payment is decided elsewhere', async () => {
  const { path, reference } = await opened();
  const state = () => w.client.call('GET', `${path}/state`);
  expect((await state()).json).toEqual({ decisions: 0, go: null });
  await w.client.complete(reference);
  expect((await state()).json).toMatchObject({
    decisions: 1,
    go: expect.stringContaining(reference) as string,
  });
});
