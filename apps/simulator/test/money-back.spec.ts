import { type Answer, HOUR_MS, type Json, useWorld } from './harness.js';

const w = useWorld();
beforeEach(() => w.client.faults({ defaults: { refundDelayMs: 10 } }));

const refund = (transaction: unknown, fields: Json = {}): Promise<Answer> =>
  w.client.call('POST', '/refund', { transaction, ...fields });
const idOf = async (reference: string) => (await w.client.verify(reference)).data.id;

it('a refund is queued, processed, told by webhooks, and in the ledger once the money is gone', async () => {
  const reference = await w.client.paidReference();
  const queued = await refund(reference);
  expect(queued.json.message).toBe('Refund has been queued for processing');
  expect(queued.data).toMatchObject({ status: 'pending', amount: 500, transaction: { reference } });
  await w.client.refundIn(queued.data.id, 'processed');
  expect(await w.client.statusOf(reference)).toBe('reversed');
  expect(await w.client.totals()).toEqual({ paid: 500, refunded: 500, reversed: 0, disputed: 0, net: 0 });
  const [processed] = await w.merchant.got(1, 'refund.processed');
  const events = w.merchant.received.map(({ event }) => event).sort();
  expect(events).toEqual(['charge.success', 'refund.pending', 'refund.processed', 'refund.processing']);
  const told = { transaction_reference: reference, amount: '500', currency: 'GHS' };
  expect(processed?.data).toMatchObject(told);
});

it('a refund shows the payment as on its way back', async () => {
  await w.client.next({ refundDelayMs: 60_000 });
  const reference = await w.client.paidReference();
  await refund(reference);
  expect(await w.client.statusOf(reference)).toBe('reversal_pending');
  expect((await w.merchant.got(1, 'refund.pending'))[0]?.data.amount).toBe('500');
});

it('refunds go back in parts, by id or reference, never more than was paid', async () => {
  const reference = await w.client.paidReference();
  const id = await idOf(reference);
  const part = await refund(id, { amount: 200 });
  expect((await refund(reference, { amount: 301 })).status).toBe(400);
  await w.client.refundIn(part.data.id, 'processed');
  expect(await w.client.statusOf(reference)).toBe('success');
  const rest = await refund(reference);
  expect(rest.data.amount).toBe(300);
  const again = await refund(reference);
  expect([again.status, again.json.message]).toEqual([400, 'Transaction has been fully reversed']);
  await w.client.refundIn(rest.data.id, 'processed');
  expect(await w.client.totals()).toMatchObject({ refunded: 500, net: 0 });
  const list = await w.client.call('GET', `/refund?transaction=${String(id)}`);
  expect((list.json.data as Json[]).map(({ amount }) => amount)).toEqual([300, 200]);
});

it('a refund is refused for what was not paid or does not exist', async () => {
  expect((await refund(await w.client.newReference())).status).toBe(400);
  expect((await refund('nobody')).status).toBe(404);
  expect((await refund(undefined)).status).toBe(400);
  expect((await w.client.call('GET', '/refund/1')).status).toBe(404);
});

it('a refund can fail, and the payment is a success again', async () => {
  await w.client.next({ refund: 'fails' });
  const reference = await w.client.paidReference();
  await w.client.refundIn((await refund(reference)).data.id, 'failed');
  expect(await w.client.statusOf(reference)).toBe('success');
  await w.merchant.got(1, 'refund.failed');
  expect((await w.client.totals()).net).toBe(500);
});

it('a refund can need attention, and goes through with the account of the payer', async () => {
  await w.client.faults({ defaults: { refundDelayMs: HOUR_MS } });
  const { data } = await w.client.initialize();
  await w.client.submit(`/checkout/${String(data.access_code)}/approve`, { card: '4084080000671902' });
  const { id } = (await refund(data.reference)).data;
  const path = `/refund/retry_with_customer_details/${String(id)}`;
  const refund_account_details = { currency: 'GHS', account_number: '0551234987', bank_id: '28' };
  const retry = () => w.client.call('POST', path, { refund_account_details });
  expect((await retry()).status).toBe(422);
  await w.client.advance(2 * HOUR_MS);
  await w.client.refundIn(id, 'needs-attention');
  await w.merchant.got(1, 'refund.needs-attention');
  expect((await w.client.call('POST', path, {})).status).toBe(400);
  expect((await retry()).status).toBe(200);
  await w.client.advance(HOUR_MS);
  await w.client.refundIn(id, 'processed');
});

it('the network reverses a payment', async () => {
  const reference = await w.client.paidReference();
  expect((await w.client.control(reference, 'reverse', { amount: 501 })).status).toBe(409);
  await w.client.control(reference, 'reverse');
  expect(await w.client.statusOf(reference)).toBe('reversed');
  expect(await w.client.totals()).toMatchObject({ paid: 500, reversed: 500, net: 0 });
});

it('a dispute that is lost takes the money, and one that is won leaves it', async () => {
  const [lost, won] = [await w.client.paidReference(), await w.client.paidReference()];
  const dispute = (reference: string, body?: Json) => w.client.control(reference, 'dispute', body);
  for (const reference of [lost, won]) expect((await dispute(reference)).status).toBe(200);
  expect((await dispute(lost)).status).toBe(409);
  await dispute(lost, { action: 'remind' });
  await dispute(lost, { action: 'resolve', resolution: 'auto-accepted' });
  await dispute(won, { action: 'resolve', resolution: 'declined' });
  expect([await w.client.statusOf(lost), await w.client.statusOf(won)]).toEqual(['reversed', 'success']);
  expect(await w.client.totals()).toMatchObject({ paid: 1000, disputed: 500, net: 500 });
  const [resolved] = await w.merchant.got(2, 'charge.dispute.resolve');
  const told = { refund_amount: 500, status: 'resolved', resolution: 'auto-accepted' };
  expect(resolved?.data).toMatchObject({ ...told, transaction: { currency: 'GHS' } });
  await w.merchant.got(1, 'charge.dispute.remind');
});

it('a dispute takes evidence and a file, and is resolved once', async () => {
  const reference = await w.client.paidReference();
  await w.client.control(reference, 'dispute');
  const list = await w.client.call('GET', '/dispute');
  const [{ id } = {}] = list.json.data as Json[];
  const call = (method: string, what: string, body?: Json) =>
    w.client.call(method, `/dispute/${String(id)}/${what}`, body);
  const customer = { customer_email: 'ama@example.com', customer_name: 'Ama Mensah' };
  const service = { customer_phone: '0241234567', service_details: '5 votes for Kofi' };
  const evidence = await call('POST', 'evidence', { ...customer, ...service });
  expect(evidence.data).toMatchObject({ dispute: id, customer_name: 'Ama Mensah' });
  const { signedUrl, fileName } = (await call('GET', 'upload_url?upload_filename=receipt.pdf')).data;
  const headers = { 'content-type': 'application/pdf' };
  const put = await fetch(String(signedUrl), { method: 'PUT', headers, body: '%PDF-1.7' });
  expect(put.status).toBe(200);
  const resolution = { resolution: 'merchant-accepted', message: 'Sorry', uploaded_filename: fileName };
  const resolve = (refund_amount: number) => call('PUT', 'resolve', { ...resolution, refund_amount });
  expect((await resolve(501)).json.message).toBe('Refund amount cannot be greater than initial amount');
  const resolved = { status: 'resolved', resolution: 'merchant-accepted' };
  expect((await resolve(500)).data).toMatchObject(resolved);
  expect(await w.client.totals()).toMatchObject({ disputed: 500, net: 0 });
  expect(await w.client.statusOf(reference)).toBe('reversed');
  expect((await resolve(500)).status).toBe(400);
});

it('the ledger adds up by reference', async () => {
  const reference = await w.client.paidReference({ amount: 900 });
  await w.client.paidReference();
  const { json } = await w.client.call('GET', `/simulator/ledger?reference=${reference}`);
  const sums = { paid: 900, refunded: 0, reversed: 0, disputed: 0, net: 900, currency: 'GHS' };
  expect(json).toMatchObject({ totals: { paid: 900 } });
  expect(json.byReference).toEqual({ [reference]: sums });
  expect((await w.client.totals()).paid).toBe(1400);
});
