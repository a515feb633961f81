import { type Answer, type Json, useWorld } from './harness.js';

const w = useWorld();
let code: string;
const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  w.client.call(method, path, body);
beforeEach(async () => {
  const account = { business_name: 'Volta', settlement_bank: 'MTN', account_number: '0241234567' };
  const { data } = await call('POST', '/subaccount', { ...account, percentage_charge: 0 });
  code = String(data.subaccount_code);
});

/** GHS 10.00, of which the provider takes 1.95 % and the main account GHS 0.50. */
const paid = (bearer = 'subaccount'): Promise<string> =>
  w.client.paidReference({ amount: 1000, subaccount: code, transaction_charge: 50, bearer });
const close = async (how: Json = {}): Promise<Json[]> =>
  (await call('POST', '/simulator/settle', how)).json.settlements as Json[];
const list = async (query: string): Promise<Json[]> =>
  (await call('GET', `/settlement?${query}`)).json.data as Json[];
const change = (id: unknown, status: string) =>
  call('POST', `/simulator/settlements/${String(id)}`, { status });
const balances = async () =>
  (await call('GET', '/simulator/balances')).json as unknown as {
    fees: number;
    main: Json;
    subaccounts: Record<string, Json>;
  };
const balance = async () => (await balances()).subaccounts[code];

it.each([
  ['account', { paystack: 20, integration: 30, subaccount: 950 }],
  ['subaccount', { paystack: 20, integration: 50, subaccount: 930 }],
])('a split payment pays the provider’s fee from the %s', async (bearer, shares) => {
  const reference = await paid(bearer);
  const { data } = await w.client.verify(reference);
  expect(data).toMatchObject({ fees: 20, fees_split: { ...shares, params: { bearer } } });
  expect(data.subaccount).toMatchObject({ subaccount_code: code });
  expect((await balances()).main.balance).toBe(shares.integration);
  expect((await balance())?.balance).toBe(shares.subaccount);
  await w.client.control(reference, 'reverse', { amount: 500 });
  const { main, fees } = await balances();
  const left = Number(main.balance) + Number((await balance())?.balance);
  expect([main.returned, left, fees]).toEqual([25, 480, 20]);
});

it('a split payment is refused for an unknown subaccount and a charge above the amount', async () => {
  for (const fields of [{ subaccount: 'ACCT_none' }, { subaccount: code, transaction_charge: 501 }])
    expect((await w.client.initialize({ amount: 500, ...fields })).status).toBe(400);
});

it('a closed day pays each account its parts, once, on the next day', async () => {
  const references = [await paid(), await paid()];
  expect(await close()).toHaveLength(2);
  expect(await close()).toEqual([]);
  const [settlement, ...others] = await list(`subaccount=${code}`);
  expect(others).toEqual([]);
  const amounts = { total_amount: 1860, effective_amount: 1860, total_fees: 40, total_processed: 2000 };
  expect(settlement).toMatchObject({ status: 'success', deductions: null, ...amounts });
  expect(String(settlement?.settlement_date)).toMatch(/T00:00:00.000Z$/);
  const { json } = await call('GET', `/settlement/${String(settlement?.id)}/transactions`);
  const listed = (json.data as Json[]).map(({ reference }) => reference);
  expect([...listed].sort()).toEqual([...references].sort());
  expect(await list('subaccount=none')).toMatchObject([{ total_amount: 100 }]);
  expect(await balance()).toMatchObject({ received: 1860, paidOut: 1860, onTheWay: 0, balance: 0 });
});

it('settlements are listed by account and time, by pages', async () => {
  await paid();
  await close();
  expect(await list('')).toHaveLength(2);
  expect(await list('perPage=1&page=2')).toHaveLength(1);
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  for (const query of [`from=${later}`, 'subaccount=ACCT_other']) expect(await list(query)).toEqual([]);
  expect((await call('GET', '/settlement/1/transactions')).status).toBe(404);
});

it('a failed settlement pays nothing, and its transactions are in the next one', async () => {
  await paid();
  const [failed] = await close({ subaccount: code, status: 'failed' });
  expect(await balance()).toMatchObject({ paidOut: 0, balance: 930 });
  await close({ subaccount: code });
  expect(await balance()).toMatchObject({ paidOut: 930, balance: 0 });
  expect((await change(failed?.id, 'success')).status).toBe(409);
});

it('what went back to payers is kept from the next settlement', async () => {
  const reference = await paid();
  await close({ subaccount: code });
  await w.client.control(reference, 'reverse', { amount: 500 });
  expect(await balance()).toMatchObject({ returned: 475, balance: -475 });
  await paid();
  const [settlement] = await close({ subaccount: code });
  expect(settlement).toMatchObject({ totalAmount: 930, deductions: 475, effectiveAmount: 455 });
  expect(await balance()).toMatchObject({ balance: 0 });
});
