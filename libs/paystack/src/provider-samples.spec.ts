import { answerJson, SmallServer } from '../../../test/support/small-server.js';
import { FIRST_PAGE, type ListPosition, nextPosition } from './paging.js';
import { parseCharge } from './charge-calls.js';
import { parseDispute } from './dispute-calls.js';
import { PaystackClient } from './paystack-client.js';
import { parseWebhook } from './webhook.js';
import { dispute } from '../test/provider-bodies.js';

/** What the provider's OpenAPI document and samples say and the rest of this suite takes for granted. */
let client: PaystackClient;
let asked: { method: string; url: URL; body: string; key: string | undefined }[];
let answers: ((url: URL) => unknown)[];
const server = SmallServer.reading((incoming, body, response) => {
  const url = new URL(incoming.url ?? '', 'http://provider');
  asked.push({ method: incoming.method ?? '', url, body, key: incoming.headers.authorization });
  answerJson(response, (answers.length > 1 ? answers.shift() : answers[0])?.(url));
});
beforeAll(async () => {
  await server.open();
  client = new PaystackClient({ baseUrl: server.url, secretKey: 'sk_test_x' });
});
beforeEach(() => {
  asked = [];
  answers = [];
});
afterAll(() => server.close());

const ok = (data: unknown, meta?: object) => ({ status: true, message: 'ok', data, ...(meta && { meta }) });
const refund = (id: number, transaction: unknown, fields: object = {}) => ({
  id,
  transaction,
  amount: 500,
  currency: 'GHS',
  status: 'processed',
  merchant_note: `Refund ${id}`,
  ...fields,
});

const from = new Date('2026-11-21T00:00:00Z');

it('a list is asked for its size by both names', async () => {
  answers = [() => ok([], { total: 0, perPage: 50, page: 1, pageCount: 0 })];
  await client.list({ status: 'success', from });
  const search = asked[0]?.url.searchParams;
  expect([search?.get('per_page'), search?.get('perPage'), search?.get('page')]).toEqual(['100', '100', '1']);
});

it('a list goes on after a page of fewer than 100 items when its meta says so', async () => {
  // The provider took no notice of the size and put 50 on a page.
  answers = [() => ok(Array(50).fill({}), { total: 60, perPage: '50', page: 1, pageCount: 2 })];
  expect((await client.list({ status: 'success', from })).next).toEqual({ page: 2 });
});

it('a list follows a cursor', async () => {
  answers = [() => ok([{}], { next: 'dW5kOjQ=', previous: null, perPage: 50 })];
  const { next } = await client.list({ status: 'success', from });
  answers = [() => ok([{}], { next: null, previous: 'null', perPage: 50 })];
  expect(next).toEqual({ cursor: 'dW5kOjQ=' });
  expect((await client.list({ status: 'success', from, at: next as ListPosition })).next).toBeNull();
  const search = asked[1]?.url.searchParams;
  expect([search?.get('use_cursor'), search?.get('next'), search?.get('page')]).toEqual([
    'true',
    'dW5kOjQ=',
    null,
  ]);
});

it.each<[object, ListPosition, number, ListPosition | null]>([
  [{ page: 1, pageCount: 1 }, FIRST_PAGE, 100, null],
  [{ page: 3, pageCount: 4 }, { page: 3 }, 0, { page: 4 }],
  [{ perPage: 20 }, FIRST_PAGE, 20, { page: 2 }],
  [{ perPage: 20 }, FIRST_PAGE, 19, null],
  [{}, FIRST_PAGE, 50, { page: 2 }],
  [{}, FIRST_PAGE, 49, null],
  [{ next: 'null' }, FIRST_PAGE, 50, null],
  [{}, { cursor: 'a' }, 50, null],
])('a list with meta %j, read from %j with %i items, goes on at %j', (meta, at, count, next) =>
  expect(nextPosition(meta as Record<string, unknown>, at, count)).toEqual(next),
);

it('a list is not read for ever when the provider answers another page than was asked for', () => {
  expect(() => nextPosition({ page: 1, pageCount: 9 }, { page: 2 }, 50)).toThrow('another page');
  expect(() => nextPosition({ next: 'a' }, { cursor: 'a' }, 50)).toThrow('another page');
});

const begunAt = new Date('2026-11-20T00:00:00Z');

it('refunds of a transaction are told from those of others, because the provider filters by date only', async () => {
  const theirs = refund(1, 7);
  const ours = refund(2, 8);
  answers = [
    () => ok([theirs, ours, refund(3, null, { transaction_reference: 'A-8' }), refund(4, { id: 8 })]),
  ];
  const found = await client.refunds.list(['8', 'A-8', '9'], begunAt);
  const idsOf = (name: string) => found.get(name)?.map(({ id }) => id);
  expect([idsOf('8'), idsOf('A-8'), idsOf('9'), asked.length]).toEqual([['2', '4'], ['3'], undefined, 1]);
});

it('refunds of a transaction are looked for on every page, from ten minutes before the payment was begun on', async () => {
  answers = [
    () => ok([refund(1, 7)], { total: 2, perPage: 1, page: 1, pageCount: 2 }),
    () => ok([refund(2, 8)], { total: 2, perPage: 1, page: 2, pageCount: 2 }),
  ];
  expect((await client.refunds.list(['8'], begunAt)).get('8')?.map(({ note }) => note)).toEqual(['Refund 2']);
  expect(asked.map(({ url }) => url.searchParams.get('from'))).toEqual([
    '2026-11-19T23:50:00.000Z',
    '2026-11-19T23:50:00.000Z',
  ]);
});

it('refunds of a transaction are found beyond the first 2,000 of the list', async () => {
  const PAGES = 23;
  const others = Array.from({ length: 100 }, (_, nr) => refund(nr + 1, 7));
  answers = [
    (url) => {
      const page = Number(url.searchParams.get('page'));
      return ok(page === PAGES ? [refund(9_001, 8)] : others, { page, pageCount: PAGES });
    },
  ];
  const found = await client.refunds.list(['8', '9'], begunAt);
  expect([found.get('8')?.map(({ id }) => id), asked.length]).toEqual([['9001'], PAGES]);
});

it('refunds of a transaction are not said to be none when the list is too long to be read to its end', async () => {
  answers = [(url) => ok([refund(1, 7)], { page: Number(url.searchParams.get('page')), pageCount: 1_000 })];
  await expect(client.refunds.list(['8'], begunAt)).rejects.toThrow('more than 200 pages');
});

it('a charge that has failed keeps its reason although the envelope says only that it was tried', async () => {
  const data = { status: 'failed', message: 'Insufficient funds' };
  answers = [() => ({ status: false, message: 'Charge attempted', data })];
  const answer = {
    step: 'address',
    address: '1 Ring Rd',
    city: 'Accra',
    state: 'GA',
    zip_code: '1',
  } as const;
  expect(await client.charges.answer('A-1', answer)).toEqual({ ...data, url: null });
  expect(asked[0]?.url.pathname).toBe('/charge/submit_address');
  const { step: _, ...fields } = answer;
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ ...fields, reference: 'A-1' });
  answers = [() => ({ status: false, message: 'Transaction reference is invalid' })];
  await expect(client.charges.answer('A-1', answer)).rejects.toThrow('invalid');
});

it('a charge says what it asks for in the provider’s words, and leads to secure addresses only', () => {
  const words = { status: 'send_otp', display_text: 'Dial *170#', message: 'x' };
  expect(parseCharge(words)).toEqual({ status: 'send_otp', message: 'Dial *170#', url: null });
  const page = (url: unknown) => parseCharge({ status: 'open_url', url });
  expect(page('https://standard.paystack.co/close').url).toBe('https://standard.paystack.co/close');
  for (const wrong of ['http://bank.example/', 'javascript:alert(1)', 'close', 7, null])
    expect(page(wrong)).toEqual({ status: 'pending', message: null, url: null });
});

const request = { reference: 'A-1', amount: 500, currency: 'GHS', email: 'v@example.com' };
const paidFor = { contest: 'Volta Awards', nominee: 'Ama', votes: 5 };

it('metadata tells the provider’s dashboard what was paid for', async () => {
  answers = [() => ok({ authorization_url: 'https://c.example/1', access_code: '1', reference: 'A-1' })];
  await client.initialize({ ...request, callbackUrl: 'http://x/b', cancelUrl: 'http://x/c', paidFor });
  answers = [() => ok({ reference: 'A-1', status: 'pay_offline' })];
  await client.charges.begin({ ...request, phone: '0551234987', network: 'mtn', paidFor });
  const fields = asked.map(
    ({ body }) => (JSON.parse(body) as { metadata: Record<string, unknown> }).metadata,
  );
  expect(fields[0]?.['cancel_action']).toBe('http://x/c');
  for (const { custom_fields: shown } of fields) {
    expect(shown).toEqual([
      { display_name: 'Contest', variable_name: 'contest', value: 'Volta Awards' },
      { display_name: 'Nominee', variable_name: 'nominee', value: 'Ama' },
      { display_name: 'Votes', variable_name: 'votes', value: '5' },
    ]);
  }
});

const data = { ...dispute('charge.dispute.create', null).data, category: 'chargeback', currency: 'GHS' };

it('a dispute is read from a list, from the answer to its resolution and from webhooks', async () => {
  answers = [() => ok([data], { page: 1, pageCount: 1 })];
  const { items } = await client.disputes.since({ from: new Date('2026-11-20T00:00:00Z') });
  const expected = { id: '2', status: 'awaiting-merchant-feedback', refundAmount: 500, outcome: null };
  expect(items).toMatchObject([{ ...expected, dueAt: new Date('2026-11-23T20:00:00.000Z') }]);
  answers = [() => ok(data)];
  const answer = {
    resolution: 'declined',
    message: 'It was paid.',
    refundAmount: 0,
    uploadedFilename: 'a',
  } as const;
  expect(await client.disputes.resolve('2', answer)).toMatchObject(expected);
  await expect(client.disputes.resolve('3', answer)).rejects.toThrow('another dispute');
  const body = Buffer.from(JSON.stringify({ event: 'charge.dispute.create', data }));
  expect(parseWebhook(body)).toMatchObject({ kind: 'transaction', dispute: expected });
});

it('a dispute that the merchant does not answer is lost', () => {
  const resolved = (resolution: string) => parseDispute({ ...data, status: 'resolved', resolution }).outcome;
  expect(['auto-accepted', 'merchant-accepted', 'declined', 'new'].map(resolved)).toEqual([
    'lost',
    'lost',
    'won',
    null,
  ]);
});

it('a dispute is answered with evidence, a file and a resolution; the key does not go where the file goes', async () => {
  answers = [() => ok({ id: 21, dispute: 2 })];
  const person = { customerEmail: 'a@b.example', customerName: 'Ama', customerPhone: '024' };
  expect(await client.disputes.addEvidence('2', { ...person, serviceDetails: '5 votes' })).toBe('21');
  answers = [() => ok({ signedUrl: `${server.url}/put?signature=1`, fileName: 'qesp' }), () => ok(null)];
  const file = { name: 'receipt.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') };
  expect(await client.disputes.upload('2', file)).toBe('qesp');
  expect(asked[2]).toMatchObject({ method: 'PUT', body: '%PDF', key: undefined });
  answers = [() => ok({ ...data, status: 'resolved', resolution: 'declined' })];
  const resolved = await client.disputes.resolve('2', {
    resolution: 'declined',
    message: 'Voted',
    refundAmount: 0,
    uploadedFilename: 'qesp',
    evidence: '21',
  });
  expect(resolved.outcome).toBe('won');
  expect(JSON.parse(asked[3]?.body ?? '')).toEqual({
    resolution: 'declined',
    message: 'Voted',
    refund_amount: 0,
    uploaded_filename: 'qesp',
    evidence: 21,
  });
});

it('a dispute takes no address to upload to that is not secure', async () => {
  answers = [() => ok({ signedUrl: 'http://elsewhere.example/', fileName: 'qesp' })];
  const file = { name: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('') };
  await expect(client.disputes.upload('2', file)).rejects.toThrow('no address');
});

const sample = {
  id: 3090024,
  domain: 'live',
  status: 'success',
  currency: 'GHS',
  integration: 463433,
  total_amount: 995,
  effective_amount: 995,
  total_fees: 5,
  total_processed: 1000,
  deductions: null,
  settlement_date: '2022-11-09T00:00:00.000Z',
  settled_by: null,
  createdAt: '2022-11-09T01:04:08.000Z',
  updatedAt: '2022-11-09T08:12:01.000Z',
};
const list = (fields: object = {}) => {
  answers = [() => ok([{ ...sample, ...fields }])];
  return client.settlements.list({ account: 'ACCT_1', from: new Date(0), at: FIRST_PAGE });
};

it('a settlement of the provider is what reaches the account, on its day, whatever else is new in it', async () => {
  const day = new Date('2022-11-09T00:00:00Z');
  const read = { id: '3090024', status: 'SUCCESS', currency: 'GHS', amount: 995, deductions: 0, day };
  expect((await list()).items).toEqual([read]);
  expect(asked[0]?.url.searchParams.get('subaccount')).toBe('ACCT_1');
  expect((await list({ status: 'on-hold', deductions: [{ amount: 5 }] })).items).toEqual([
    { ...read, status: 'PENDING' },
  ]);
  expect((await list({ effective_amount: 900, deductions: 95 })).items).toEqual([
    { ...read, amount: 900, deductions: 95 },
  ]);
  await expect(list({ effective_amount: 9.5, total_amount: null })).rejects.toMatchObject({
    failure: 'unknown',
  });
});

it('a settlement of the provider has the account’s part of each transaction, where the provider tells it', async () => {
  const whole = { reference: 'A-1', amount: 1000, fees: 20, fees_split: null };
  const split = { ...whole, fees_split: { paystack: 20, integration: 50, subaccount: 930 } };
  const parts = async (account: string) => {
    answers = [() => ok([whole, split, { amount: 5 }])];
    const { items } = await client.settlements.transactions({ id: '1', account, at: FIRST_PAGE });
    return items.map(({ part }) => part);
  };
  expect(await parts('ACCT_1')).toEqual([null, 930]);
  expect(await parts('none')).toEqual([980, 50]);
  expect(asked[0]?.url.pathname).toBe('/settlement/1/transactions');
});
