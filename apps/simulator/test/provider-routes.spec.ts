import { type Answer, type Json, world, type World } from './harness.js';
import { ROUTES } from './provider-facts.js';

let w: World;
beforeEach(async () => {
  w = await world();
});
afterEach(() => w.close());

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  w.client.call(method, path, body);
const reached = (id: unknown, status: string): Promise<Answer> =>
  w.client.until(
    () => call('GET', `/refund/${String(id)}`),
    ({ data }) => data.status === status,
  );

/** A payment that its payer disputes. @returns the dispute */
async function disputed(fields: Json = {}): Promise<{ reference: string; id: string }> {
  const reference = await w.client.paidReference(fields);
  await call('POST', `/simulator/transactions/${reference}/dispute`, {});
  const { id: transaction } = (await w.client.verify(reference)).data;
  const list = await call('GET', `/dispute?transaction=${String(transaction)}`);
  const [dispute] = list.json.data as Json[];
  return { reference, id: String(dispute?.id) };
}
const EVIDENCE = {
  customer_email: 'ama@example.com',
  customer_name: 'Ama Mensah',
  customer_phone: '0241234567',
  service_details: '5 votes for Kofi',
};

it('answers every route with the fields that the provider’s document and samples have', async () => {
  await w.client.faults({ defaults: { refundDelayMs: 1 } });
  await w.client.verify(await w.client.paidReference());
  await call('GET', '/transaction');
  await w.client.next({ refund: 'needs-attention' });
  const stuck = await w.client.paidReference();
  const refund = await call('POST', '/refund', { transaction: stuck });
  await call('GET', '/refund');
  await reached(refund.data.id, 'needs-attention');
  await call('POST', `/refund/retry_with_customer_details/${String(refund.data.id)}`, {
    refund_account_details: { currency: 'GHS', account_number: '0241234567', bank_id: '28' },
  });
  const { id: dispute } = await disputed();
  await call('GET', `/dispute/${dispute}`);
  await call('POST', `/dispute/${dispute}/evidence`, EVIDENCE);
  await call('GET', `/dispute/${dispute}/upload_url?upload_filename=receipt.pdf`);
  await call('PUT', `/dispute/${dispute}/resolve`, {
    ...{ resolution: 'declined', message: 'It was voted', refund_amount: 0, uploaded_filename: 'x' },
  });
  await call('GET', '/bank?currency=GHS&type=mobile_money');
  await call('GET', '/bank/resolve?account_number=0241234567&bank_code=MTN');
  const closed = await call('POST', '/simulator/settle', {});
  await call('GET', '/settlement');
  const [settlement] = closed.json.settlements as Json[];
  await call('GET', `/settlement/${String(settlement?.id)}/transactions`);
  const account = { business_name: 'Abato', settlement_bank: 'MTN', account_number: '0241234567' };
  const { data } = await call('POST', '/subaccount', { ...account, percentage_charge: 5 });
  await call('PUT', `/subaccount/${String(data.subaccount_code)}`, { business_name: 'Abato Ghana' });
  await call('GET', '/subaccount');
  expect(ROUTES.filter((route) => !w.client.seen.has(route))).toEqual([]);
});

describe('a list', () => {
  const references = ({ json }: Answer): unknown[] => (json.data as Json[]).map((item) => item.reference);

  it.each(['per_page', 'perPage'])('has the size that %s asks for', async (name) => {
    for (let made = 0; made < 3; made++) await w.client.paidReference();
    const page = await call('GET', `/transaction?${name}=2&page=2`);
    expect(page.json.meta).toMatchObject({ total: 3, perPage: 2, page: 2, pageCount: 2 });
    expect(references(page)).toHaveLength(1);
  });

  it('is read by cursor to its end, once each, although it grows at its front', async () => {
    const paid: unknown[] = [];
    for (let made = 0; made < 5; made++) paid.unshift(await w.client.paidReference());
    const seen: unknown[] = [];
    let next = '';
    do {
      const page = await call('GET', `/transaction?use_cursor=true&perPage=2${next && `&next=${next}`}`);
      seen.push(...references(page));
      next = (page.json.meta as { next: string | null }).next ?? '';
      if (seen.length === 2) await w.client.paidReference();
    } while (next);
    expect(seen).toEqual(paid);
  });

  it('of transactions is filtered by amount and channel', async () => {
    const card = await w.client.paidReference({ amount: 700 });
    await w.client.paidReference();
    expect(references(await call('GET', '/transaction?amount=700'))).toEqual([card]);
    expect(references(await call('GET', '/transaction?amount=700&channel=mobile_money'))).toEqual([]);
  });
});

describe('a dispute', () => {
  it('takes evidence and a file, and is resolved once', async () => {
    const { id, reference } = await disputed();
    const evidence = await call('POST', `/dispute/${id}/evidence`, EVIDENCE);
    expect(evidence.data).toMatchObject({ dispute: Number(id), customer_name: 'Ama Mensah' });
    const upload = await call('GET', `/dispute/${id}/upload_url?upload_filename=receipt.pdf`);
    const { signedUrl, fileName } = upload.data;
    const headers = { 'content-type': 'application/pdf' };
    const put = await fetch(String(signedUrl), { method: 'PUT', headers, body: '%PDF-1.7' });
    expect(put.status).toBe(200);
    const file = await call('GET', `/simulator/uploads/${String(fileName)}`);
    expect(Buffer.from(String(file.json.base64), 'base64').toString()).toBe('%PDF-1.7');
    const resolution = { resolution: 'merchant-accepted', message: 'Sorry', uploaded_filename: fileName };
    const tooMuch = await call('PUT', `/dispute/${id}/resolve`, { ...resolution, refund_amount: 501 });
    expect(tooMuch.json.message).toBe('Refund amount cannot be greater than initial amount');
    const resolved = await call('PUT', `/dispute/${id}/resolve`, { ...resolution, refund_amount: 500 });
    expect(resolved.data).toMatchObject({ status: 'resolved', resolution: 'merchant-accepted' });
    expect(await w.client.totals()).toMatchObject({ disputed: 500, net: 0 });
    expect((await w.client.verify(reference)).data.status).toBe('reversed');
    const again = await call('PUT', `/dispute/${id}/resolve`, { ...resolution, refund_amount: 500 });
    expect(again.status).toBe(400);
  });

  it('that the merchant does not answer is accepted for it', async () => {
    const { reference } = await disputed();
    const action = { action: 'resolve', resolution: 'auto-accepted' };
    await call('POST', `/simulator/transactions/${reference}/dispute`, action);
    const [told] = await w.merchant.got(1, 'charge.dispute.resolve');
    expect(told?.data).toMatchObject({ resolution: 'auto-accepted', status: 'resolved' });
    expect(await w.client.totals()).toMatchObject({ disputed: 500 });
  });
});

describe('a split payment', () => {
  const account = { business_name: 'Volta', settlement_bank: 'MTN', account_number: '0241234567' };
  const subaccount = async (): Promise<string> =>
    String((await call('POST', '/subaccount', { ...account, percentage_charge: 0 })).data.subaccount_code);
  const balances = async () =>
    (await call('GET', '/simulator/balances')).json as unknown as {
      fees: number;
      main: Json;
      subaccounts: Record<string, Json>;
    };

  // GHS 10.00: the provider takes 1.95 %.
  it.each([
    ['account', { paystack: 20, integration: 30, subaccount: 950 }],
    ['subaccount', { paystack: 20, integration: 50, subaccount: 930 }],
  ])('pays the provider’s fee from the %s', async (bearer, shares) => {
    const code = await subaccount();
    const reference = await w.client.paidReference({
      ...{ amount: 1000, subaccount: code, transaction_charge: 50, bearer },
    });
    const { data } = await w.client.verify(reference);
    expect(data).toMatchObject({ fees: 20, fees_split: { ...shares, params: { bearer } } });
    expect(data.subaccount).toMatchObject({ subaccount_code: code });
    const before = await balances();
    expect(before.main.balance).toBe(shares.integration);
    expect(before.subaccounts[code]?.balance).toBe(shares.subaccount);
    await call('POST', `/simulator/transactions/${reference}/reverse`, { amount: 500 });
    const { main, subaccounts, fees } = await balances();
    const left = Number(main.balance) + Number(subaccounts[code]?.balance);
    expect([main.returned, left, fees]).toEqual([25, 480, 20]);
  });

  it('is refused for a subaccount that the provider does not know, and a charge above the amount', async () => {
    const code = await subaccount();
    for (const fields of [{ subaccount: 'ACCT_none' }, { subaccount: code, transaction_charge: 501 }]) {
      expect((await w.client.initialize({ amount: 500, ...fields })).status).toBe(400);
    }
  });
});

describe('a direct charge', () => {
  const charge = (fields: Json = {}) =>
    call('POST', '/charge', {
      ...{ email: 'payer@example.com', amount: 500, currency: 'GHS' },
      mobile_money: { phone: '0551234987', provider: 'mtn' },
      ...fields,
    });

  it.each([
    ['send_pin', 'submit_pin', { pin: '1234' }],
    ['send_phone', 'submit_phone', { phone: '0241234567' }],
    ['send_birthday', 'submit_birthday', { birthday: '1990-04-23' }],
    ['send_address', 'submit_address', { address: '1 Ring Rd', city: 'Accra', state: 'GA', zip_code: '1' }],
  ])('in %s waits for what %s brings', async (step, route, fields) => {
    await w.client.next({ charge: step });
    const { data } = await charge();
    expect(data.status).toBe(step);
    const { reference } = data;
    expect((await call('POST', `/charge/${route}`, { reference })).status).toBe(400);
    const answered = await call('POST', `/charge/${route}`, { ...fields, reference });
    expect(answered.data.status).toBe('pay_offline');
    expect((await call('POST', `/charge/${route}`, { ...fields, reference })).status).toBe(400);
  });

  it('leads to the page of a bank, and says in its own words what it wants', async () => {
    await w.client.next({ charge: 'open_url' });
    expect((await charge()).data).toMatchObject({
      status: 'open_url',
      url: expect.stringMatching(/^https:/),
    });
    await w.client.next({ charge: 'send_otp', displayText: 'Dial *170# and choose 6' });
    expect((await charge()).data.display_text).toBe('Dial *170# and choose 6');
  });

  it('that is refused with 200 says why in its data', async () => {
    await w.client.next({ charge: 'send_pin', refusesAnswer: true });
    const { reference } = (await charge()).data;
    const refused = await call('POST', '/charge/submit_pin', { pin: '1234', reference });
    expect([refused.status, refused.json]).toEqual([
      200,
      {
        status: false,
        message: 'Charge attempted',
        data: { status: 'failed', message: 'Insufficient funds' },
      },
    ]);
  });
});

it('reads JSON that does not say what it is', async () => {
  const response = await fetch(`${w.client.url}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_of_this_suite' },
    body: Buffer.from(JSON.stringify({ email: 'payer@example.com', amount: 500 })),
  });
  expect(response.status).toBe(200);
});

it('takes no address of a local machine for a payer, as the provider takes none', async () => {
  const { status } = await w.client.initialize({ email: 'v-1@localhost' });
  expect(status).toBe(400);
});
