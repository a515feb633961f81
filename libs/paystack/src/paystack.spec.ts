import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { answerJson, SmallServer } from '../../../test/support/small-server.js';
import { chargeSuccess, dispute, mobileMoneySuccess, refund } from '../test/provider-bodies.js';
import type { ProviderError } from './errors.js';
import { parseAnswer } from './transport.js';
import { parseTransaction } from './transactions.js';
import { isSignedByProvider, parseWebhook } from './webhook.js';
import { PaystackClient } from './paystack-client.js';

it('a transaction of a foreign card is read with its fee, and without parts that nothing reports', () => {
  const told = parseTransaction({
    ...mobileMoneySuccess,
    channel: 'card',
    fees: 650,
    fees_split: null,
    subaccount: {},
    plan_object: {},
    authorization: { ...mobileMoneySuccess.authorization, country_code: 'US', channel: 'card' },
  });
  expect(told.proof).toMatchObject({
    status: 'success',
    amount: 500,
    currency: 'GHS',
    fees: 650,
    split: null,
  });
});

it('a transaction is translated without anything personal', () => {
  expect(parseTransaction(mobileMoneySuccess)).toEqual({
    reference: 'A-7N42DGM5TFLNXR5C5TCD6ZQ1C0',
    proof: {
      status: 'success',
      amount: 500,
      requestedAmount: 500,
      currency: 'GHS',
      domain: 'live',
      transactionId: '5000000123',
      paidAt: new Date('2026-11-21T20:01:02.000Z'),
      channel: 'mobile_money',
      fees: 10,
      providerStatus: 'success',
      message: 'madePayment',
      split: null,
    },
  });
  expect(JSON.stringify(parseTransaction(mobileMoneySuccess))).not.toMatch(/0551234987|ama@|154\.160|AUTH_/);
});

it.each([
  ['success', 'success'],
  ['SUCCESS', 'success'],
  ['failed', 'failed'],
  ['abandoned', 'abandoned'],
  ['reversed', 'reversed'],
  ['ongoing', 'waiting'],
  ['reversal_pending', 'waiting'],
  ['tomorrow', 'waiting'],
  [undefined, 'waiting'],
  [7, 'waiting'],
])('a transaction with status %s is %s', (status, expected) =>
  expect(parseTransaction({ status }).proof.status).toBe(expected),
);

it.each([
  [500, 500],
  ['500', 500],
  [0, 0],
  [499.5, Number.NaN],
  ['5.00', Number.NaN],
  [-500, Number.NaN],
  [1e300, Number.NaN],
  [null, Number.NaN],
  [{}, Number.NaN],
])('a transaction with amount %p has the amount %p', (amount, expected) =>
  expect(parseTransaction({ amount }).proof.amount).toBe(expected),
);

it.each([null, undefined, 0, '', [], 'text'])(
  'a transaction of an unexpected shape (%p) proves nothing',
  (data) => {
    const { reference, proof } = parseTransaction(data);
    expect([reference, proof.status, proof.amount, proof.currency]).toEqual([
      null,
      'waiting',
      Number.NaN,
      '',
    ]);
  },
);

const parse = (body: unknown) => parseWebhook(Buffer.from(JSON.stringify(body)));

it('a webhook of a payment carries its proof, whatever its metadata looks like', () => {
  for (const metadata of [0, '', null, {}, 'text', { cancel_action: 'x' }]) {
    const event = parse({ ...chargeSuccess, data: { ...chargeSuccess.data, metadata } });
    expect(event).toMatchObject({
      kind: 'transaction',
      reference: chargeSuccess.data.reference,
      proof: { status: 'success' },
    });
  }
});

it('a webhook of a refund carries its status, whether its amount is a text or a number', () => {
  expect(parse(refund('processed', '10000'))).toEqual({
    kind: 'refund',
    event: 'refund.processed',
    reference: 'A-7N42DGM5TFLNXR5C5TCD6ZQ1C0',
    status: 'processed',
  });
  expect(parse(refund('pending', 20_000))).toMatchObject({ kind: 'refund', status: 'pending' });
  expect(parse(refund('exploded', 1))).toMatchObject({ kind: 'other' });
});

it('a webhook of a dispute says whether it is opened, lost or won', () => {
  const status = (event: string, resolution: string | null) => {
    const parsed = parse(dispute(event, resolution));
    return parsed.kind === 'transaction' ? parsed.proof.status : parsed.kind;
  };
  expect(status('charge.dispute.create', null)).toBe('disputed');
  expect(status('charge.dispute.remind', null)).toBe('disputed');
  expect(status('charge.dispute.resolve', 'merchant-accepted')).toBe('reversed');
  expect(status('charge.dispute.resolve', 'declined')).toBe('dispute-won');
  expect(status('charge.dispute.resolve', 'something new')).toBe('other');
});

it('a webhook with a text that the database cannot hold names nothing: without the part it is another text', () => {
  const { reference } = chargeSuccess.data;
  const about = (name: string) =>
    parse({ ...chargeSuccess, data: { ...chargeSuccess.data, reference: name } });
  expect(about(reference)).toMatchObject({ reference });
  for (const part of ['\u0000', '\ud800', '\udc00\ud800']) {
    expect(about(`${reference.slice(0, 5)}${part}${reference.slice(5)}`)).toMatchObject({
      reference: null,
    });
    expect(parse({ event: `transfer${part}.success` })).toMatchObject({ kind: 'other', event: null });
  }
});

it('a webhook is cut between letters, also between those that take two places', () => {
  const note = (text: string) => {
    const event = parse({ ...chargeSuccess, data: { ...chargeSuccess.data, message: text } });
    return event.kind === 'transaction' ? event.proof.message : event.kind;
  };
  expect(note('👑 paid')).toBe('👑 paid');
  expect(note(`${'x'.repeat(299)}👑`)).toBe('x'.repeat(299));
  expect(note(`${'x'.repeat(298)}👑👑`)).toBe(`${'x'.repeat(298)}👑`);
});

it('a webhook of a dispute tells what was taken and what went back', () => {
  const parsed = parse(dispute('charge.dispute.resolve', 'merchant-accepted'));
  const { amount } = mobileMoneySuccess;
  expect(parsed).toMatchObject({ proof: { amount, takenAmount: amount } });
  expect(parseTransaction({ ...mobileMoneySuccess, status: 'reversed' }).proof.takenAmount).toBe(amount);
});

it.each(['', 'null', '[]', '{"event":5}', '{', '"x"', '{"event":"transfer.success","data":null}'])(
  'a webhook that is something else (%s) changes nothing',
  (body) => expect(parseWebhook(Buffer.from(body)).kind).toBe('other'),
);

const body = Buffer.from('{ "event" : "x", "note": "\\u20b5" }');
const signature = createHmac('sha512', 'key').update(body).digest('hex');

it('a signature holds for these bytes and this key only', () => {
  expect(isSignedByProvider(body, signature, 'key')).toBe(true);
  expect(isSignedByProvider(body, signature.toUpperCase(), 'key')).toBe(true);
  expect(isSignedByProvider(body, signature, 'other')).toBe(false);
  expect(isSignedByProvider(Buffer.concat([body, Buffer.from(' ')]), signature, 'key')).toBe(false);
  for (const wrong of [undefined, '', 'zz', signature.slice(2), `${signature}00`])
    expect(isSignedByProvider(body, wrong, 'key')).toBe(false);
});

const now = new Date('2026-11-21T20:00:00Z');
const failureOf = (status: number, body: string, headers = {}): ProviderError => {
  try {
    parseAnswer({ status, body, ...headers }, now);
  } catch (error) {
    return error as ProviderError;
  }
  throw new Error('was taken for a success');
};

it.each([
  [400, '{"status":false,"message":"Transaction reference not found"}', 'not-found'],
  [
    404,
    '{"status":false,"message":"Transaction reference not found","code":"transaction_not_found"}',
    'not-found',
  ],
  [400, '{"status":false,"message":"Invalid amount"}', 'rejected'],
  [401, '{"status":false,"message":"Invalid key"}', 'rejected'],
  [200, '{"status":false,"message":"No"}', 'rejected'],
  [200, '<html>', 'unknown'],
  [200, '', 'unknown'],
  [200, '[]', 'unknown'],
  [502, '{"status":false,"message":"Bad gateway"}', 'unknown'],
  [429, '{"status":false,"message":"Rate limit exceeded!"}', 'rate-limited'],
])('an answer %i %s is %s', (status, body, failure) => expect(failureOf(status, body).failure).toBe(failure));

it('an answer takes the reset header for a span or for a moment', () => {
  const wait = (rateLimitReset: string | null) => failureOf(429, '{}', { rateLimitReset }).details.retryAfter;
  expect(wait('17')).toBe(17);
  expect(wait(String(now.getTime() / 1000 + 42))).toBe(42);
  expect(wait(null)).toBe(60);
  expect(wait('soon')).toBe(60);
  expect(wait('0')).toBe(1);
});

describe('the client', () => {
  let answer: RequestListener;
  let client: PaystackClient;
  const request = {
    reference: 'A-1',
    amount: 500,
    currency: 'GHS',
    email: 'v@example.com',
    callbackUrl: 'https://abato.example/payment/verify',
    cancelUrl: 'https://abato.example/payment/verify?cancelled=true',
  };

  const server = new SmallServer((incoming, response) => answer(incoming, response));
  beforeAll(async () => {
    await server.open();
    client = new PaystackClient({ baseUrl: server.url, secretKey: 'sk_test_x' });
  });
  afterAll(() => server.close());

  const says = (status: number, body: unknown): void => {
    answer = (_, response) => answerJson(response, body, status);
  };
  const failure = async (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'ok',
      (error: ProviderError) => error.failure,
    );

  it('takes an address only for the reference it asked about', async () => {
    const data = { authorization_url: 'https://checkout.example/1', access_code: '1', reference: 'A-1' };
    says(200, { status: true, message: 'Authorization URL created', data });
    expect(await client.initialize(request)).toEqual({
      authorizationUrl: data.authorization_url,
      accessCode: '1',
    });
    says(200, { status: true, message: 'ok', data: { ...data, reference: 'A-2' } });
    expect(await failure(client.initialize(request))).toBe('unknown');
    says(200, { status: true, message: 'ok', data: { ...data, authorization_url: 'javascript:alert(1)' } });
    expect(await failure(client.initialize(request))).toBe('unknown');
  });

  it('takes a duplicate reference for its own lost call', async () => {
    says(400, { status: false, message: 'Duplicate Transaction Reference', code: 'duplicate_reference' });
    expect(await failure(client.initialize(request))).toBe('unknown');
  });

  it('does not take one payment’s answer for another’s', async () => {
    says(200, { status: true, message: 'Verification successful', data: mobileMoneySuccess });
    expect(await failure(client.verify('A-2'))).toBe('unknown');
  });

  it('tells a broken connection from one that never was', async () => {
    answer = (incoming) => incoming.socket.destroy();
    expect(await failure(client.verify('A-1'))).toBe('unknown');
    const gone = await new SmallServer(() => undefined).open();
    const nobody = new PaystackClient({ baseUrl: gone.url, secretKey: 'sk_test_x' });
    await gone.close();
    expect(await failure(nobody.verify('A-1'))).toBe('unreachable');
  });

  it('follows no redirect: the key stays with the provider', async () => {
    answer = (_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    };
    expect(await failure(client.verify('A-1'))).toBe('unknown');
  });
});
