import { type Answer, type Json, world, type World } from './harness.js';

let w: World;
let code: string;
beforeEach(async () => {
  w = await world();
  const account = { business_name: 'Volta', settlement_bank: 'MTN', account_number: '0241234567' };
  code = String(
    (await call('POST', '/subaccount', { ...account, percentage_charge: 0 })).data.subaccount_code,
  );
});
afterEach(() => w.close());

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  w.client.call(method, path, body);
/** GHS 10.00, of which the subaccount has GHS 9.30. */
const paid = (): Promise<string> =>
  w.client.paidReference({ amount: 1000, subaccount: code, transaction_charge: 50, bearer: 'subaccount' });
const close = async (how: Json = {}): Promise<Json[]> =>
  (await call('POST', '/simulator/settle', how)).json.settlements as Json[];
const list = async (query: string): Promise<Json[]> =>
  (await call('GET', `/settlement?${query}`)).json.data as Json[];
const balance = async (): Promise<Json | undefined> => {
  const { subaccounts } = (await call('GET', '/simulator/balances')).json;
  return (subaccounts as Record<string, Json>)[code];
};

it('a closed day pays each account its parts, once, on the next day', async () => {
  const references = [await paid(), await paid()];
  expect(await close()).toHaveLength(2);
  expect(await close()).toEqual([]);
  const [settlement, ...others] = await list(`subaccount=${code}`);
  expect(others).toEqual([]);
  expect(settlement).toMatchObject({
    ...{ status: 'success', total_amount: 1860, effective_amount: 1860, deductions: null },
    ...{ total_fees: 40, total_processed: 2000 },
  });
  expect(String(settlement?.settlement_date)).toMatch(/T00:00:00.000Z$/);
  const { json } = await call('GET', `/settlement/${String(settlement?.id)}/transactions`);
  const listed = (json.data as Json[]).map(({ reference }) => reference);
  expect([...listed].sort()).toEqual([...references].sort());
  expect(await list('subaccount=none')).toMatchObject([{ total_amount: 100 }]);
  expect(await balance()).toMatchObject({ received: 1860, paidOut: 1860, onTheWay: 0, balance: 0 });
});

it('settlements are listed by account, state and time, by pages', async () => {
  await paid();
  await close();
  expect(await list('')).toHaveLength(2);
  expect(await list('perPage=1&page=2')).toHaveLength(1);
  expect(await list('status=failed')).toEqual([]);
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  expect(await list(`from=${later}`)).toEqual([]);
  expect(await list(`subaccount=ACCT_other`)).toEqual([]);
  expect((await call('GET', '/settlement/1/transactions')).status).toBe(404);
});

it('a failed settlement pays nothing, and its transactions are in the next one', async () => {
  await paid();
  const [failed] = await close({ subaccount: code, status: 'failed' });
  expect(await balance()).toMatchObject({ paidOut: 0, balance: 930 });
  await close({ subaccount: code });
  expect(await balance()).toMatchObject({ paidOut: 930, balance: 0 });
  const again = await call('POST', `/simulator/settlements/${String(failed?.id)}`, { status: 'success' });
  expect(again.status).toBe(409);
});

it('one that is under way is paid out when it has succeeded', async () => {
  await paid();
  const [settlement] = await close({ subaccount: code, status: 'processing' });
  expect(await balance()).toMatchObject({ onTheWay: 930, paidOut: 0, balance: 930 });
  await call('POST', `/simulator/settlements/${String(settlement?.id)}`, { status: 'success' });
  expect(await balance()).toMatchObject({ onTheWay: 0, paidOut: 930, balance: 0 });
});

it('a short one pays less than its transactions are worth', async () => {
  await paid();
  expect(await close({ subaccount: code, short: 30 })).toMatchObject([
    { totalAmount: 930, effectiveAmount: 900 },
  ]);
  expect(await balance()).toMatchObject({ paidOut: 900, balance: 30 });
});

it('what went back to payers is kept from the next one', async () => {
  const reference = await paid();
  await close({ subaccount: code });
  await call('POST', `/simulator/transactions/${reference}/reverse`, { amount: 500 });
  expect(await balance()).toMatchObject({ returned: 475, balance: -475 });
  await paid();
  expect(await close({ subaccount: code })).toMatchObject([
    { totalAmount: 930, deductions: 475, effectiveAmount: 455 },
  ]);
  expect(await balance()).toMatchObject({ balance: 0 });
});
