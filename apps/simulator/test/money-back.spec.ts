import { type Answer, type Json, world, type World } from './harness.js';

describe('money that goes back', () => {
  let w: World;
  beforeEach(async () => {
    w = await world();
    await w.client.faults({ defaults: { refundDelayMs: 10 } });
  });
  afterEach(() => w.close());

  function refund(transaction: unknown, fields: Json = {}): Promise<Answer> {
    return w.client.call('POST', '/refund', { transaction, ...fields });
  }

  function became(id: unknown, status: string): Promise<Answer> {
    return w.client.until(
      () => w.client.call('GET', `/refund/${String(id)}`),
      ({ data }) => data.status === status,
    );
  }

  it('is queued, processed, told by webhooks, and in the ledger once it is gone', async () => {
    const reference = await w.client.paidReference();
    const queued = await refund(reference);
    expect(queued.status).toBe(200);
    expect(queued.json.message).toBe('Refund has been queued for processing');
    expect(queued.data).toMatchObject({ status: 'pending', amount: 500, transaction: { reference } });
    await became(queued.data.id, 'processed');
    expect((await w.client.verify(reference)).data.status).toBe('reversed');
    expect(await w.client.totals()).toEqual({ paid: 500, refunded: 500, reversed: 0, disputed: 0, net: 0 });
    await w.merchant.got(1, 'refund.processed');
    const events = w.merchant.received.map(({ event }) => event).sort();
    expect(events).toEqual(['charge.success', 'refund.pending', 'refund.processed', 'refund.processing']);
    const processed = w.merchant.received.find(({ event }) => event === 'refund.processed');
    expect(processed?.data).toMatchObject({
      transaction_reference: reference,
      amount: '500',
      currency: 'GHS',
    });
  });

  it('shows the payment as on its way back until the money is gone', async () => {
    await w.client.next({ refundDelayMs: 60_000 });
    const reference = await w.client.paidReference();
    await refund(reference);
    expect((await w.client.verify(reference)).data.status).toBe('reversal_pending');
  });

  it('has its amount as a number when scripted', async () => {
    await w.client.next({ refundAmountAs: 'number' });
    await refund(await w.client.paidReference());
    expect((await w.merchant.got(1, 'refund.pending'))[0]?.data.amount).toBe(500);
  });

  it('goes back in parts, by id or reference, never more than was paid', async () => {
    const reference = await w.client.paidReference();
    const { id } = (await w.client.verify(reference)).data;
    const part = await refund(id, { amount: 200 });
    expect((await refund(reference, { amount: 301 })).status).toBe(400);
    await became(part.data.id, 'processed');
    expect((await w.client.verify(reference)).data.status).toBe('success');
    const rest = await refund(reference);
    expect(rest.data.amount).toBe(300);
    const again = await refund(reference);
    expect(again.status).toBe(400);
    expect(again.json.message).toBe('Transaction has been fully reversed');
    await became(rest.data.id, 'processed');
    expect(await w.client.totals()).toMatchObject({ refunded: 500, net: 0 });
    const list = await w.client.call('GET', `/refund?transaction=${String(id)}`);
    expect((list.json.data as Json[]).map(({ amount }) => amount)).toEqual([300, 200]);
  });

  it('goes back twice at a provider that takes a repeated call, and the ledger shows it', async () => {
    await w.client.faults({ repeatRefunds: 'accept', defaults: { refundDelayMs: 5 } });
    const reference = await w.client.paidReference();
    for (const answer of [await refund(reference), await refund(reference)])
      await became(answer.data.id, 'processed');
    expect(await w.client.totals()).toMatchObject({ paid: 500, refunded: 1000, net: -500 });
  });

  it('is refused for what was not paid or does not exist', async () => {
    expect((await refund(await w.client.newReference())).status).toBe(400);
    expect((await refund('nobody')).status).toBe(404);
    expect((await refund(undefined)).status).toBe(400);
    expect((await w.client.call('GET', '/refund/1')).status).toBe(404);
  });

  it('is queued although the answer was lost', async () => {
    await w.client.next({ refund: 'drop-after-accept' });
    const reference = await w.client.paidReference();
    await expect(refund(reference)).rejects.toThrow();
    const list = await w.client.call('GET', `/refund?transaction=${reference}`);
    expect(list.json.data).toHaveLength(1);
  });

  it('can fail, and the payment is a success again', async () => {
    await w.client.next({ refund: 'fails' });
    const reference = await w.client.paidReference();
    await became((await refund(reference)).data.id, 'failed');
    expect((await w.client.verify(reference)).data.status).toBe('success');
    await w.merchant.got(1, 'refund.failed');
    expect((await w.client.totals()).net).toBe(500);
  });

  it('can need attention, and goes through with the account of the payer', async () => {
    await w.client.faults({ defaults: { refundDelayMs: 3_600_000 } });
    const { data } = await w.client.initialize();
    await w.client.submit(`/checkout/${String(data.access_code)}/approve`, { card: '4084080000671902' });
    const { id } = (await refund(data.reference)).data;
    const retry = (body: Json) =>
      w.client.call('POST', `/refund/retry_with_customer_details/${String(id)}`, body);
    const account = { currency: 'GHS', account_number: '0551234987', bank_id: '28' };
    expect((await retry({ refund_account_details: account })).status).toBe(422);
    await w.client.advance(2 * 3_600_000);
    await became(id, 'needs-attention');
    await w.merchant.got(1, 'refund.needs-attention');
    expect((await retry({})).status).toBe(400);
    expect((await retry({ refund_account_details: account })).status).toBe(200);
    await w.client.advance(3_600_000);
    await became(id, 'processed');
  });

  it('is reversed by the network', async () => {
    const reference = await w.client.paidReference();
    const path = `/simulator/transactions/${reference}/reverse`;
    expect((await w.client.call('POST', path, { amount: 501 })).status).toBe(409);
    await w.client.call('POST', path, {});
    expect((await w.client.verify(reference)).data.status).toBe('reversed');
    expect(await w.client.totals()).toMatchObject({ paid: 500, reversed: 500, net: 0 });
  });

  it('is disputed: lost takes the money, won leaves it', async () => {
    const [lost, won] = [await w.client.paidReference(), await w.client.paidReference()];
    const dispute = (reference: string, body: Json = {}) =>
      w.client.call('POST', `/simulator/transactions/${reference}/dispute`, body);
    for (const reference of [lost, won]) expect((await dispute(reference)).status).toBe(200);
    expect((await dispute(lost)).status).toBe(409);
    await dispute(lost, { action: 'remind' });
    await dispute(lost, { action: 'resolve', resolution: 'merchant-accepted' });
    await dispute(won, { action: 'resolve', resolution: 'declined' });
    expect((await w.client.verify(lost)).data.status).toBe('reversed');
    expect((await w.client.verify(won)).data.status).toBe('success');
    expect(await w.client.totals()).toMatchObject({ paid: 1000, disputed: 500, net: 500 });
    const [resolved] = await w.merchant.got(2, 'charge.dispute.resolve');
    expect(resolved?.data).toMatchObject({
      refund_amount: 500,
      status: 'resolved',
      transaction: { currency: 'GHS' },
    });
    await w.merchant.got(1, 'charge.dispute.remind');
  });

  it('adds up by reference', async () => {
    const reference = await w.client.paidReference({ amount: 900 });
    await w.client.paidReference();
    const { json } = await w.client.call('GET', `/simulator/ledger?reference=${reference}`);
    expect(json).toMatchObject({
      payments: 1,
      totals: { paid: 900 },
      byReference: { [reference]: { paid: 900, net: 900, currency: 'GHS', status: 'success' } },
    });
    expect((await w.client.totals()).paid).toBe(1400);
  });
});
