import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Redis } from 'ioredis';
import { aContest, aUser, aVote } from '../support/builders.js';
import { ApiClient, formOf } from '../support/http.js';
import { anIpv4Address } from '../support/networks.js';
import { apiDocument, apiRoutes } from '../support/open-api.js';
import { testState } from '../support/state.js';
import { freeContest } from '../support/transparency.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const KILOBYTE = 1024;

/** Bodies that must cost nothing, each with the answer of every route that may have a body. */
const TOO_MUCH: [string, string, number, string][] = [
  ['80,000 empty objects in a list', `[${Array(80_000).fill('{}').join()}]`, 413, 'BODY_TOO_LARGE'],
  ['100,000 opening brackets', '['.repeat(100_000), 413, 'BODY_TOO_LARGE'],
  ['a short list of empty objects', `[${Array(5_000).fill('{}').join()}]`, 400, 'MALFORMED_REQUEST'],
  ['16,000 opening brackets', '['.repeat(16_000), 400, 'MALFORMED_REQUEST'],
  ['nine levels', `${'{"phone":'.repeat(9)}1${'}'.repeat(9)}`, 400, 'MALFORMED_REQUEST'],
  ['5,000 objects in a field', `{"phone":[${Array(5_000).fill('{}').join()}]}`, 400, 'MALFORMED_REQUEST'],
  [
    '201 keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, 1]))),
    400,
    'MALFORMED_REQUEST',
  ],
  ['an empty list', '[]', 400, 'MALFORMED_REQUEST'],
  ['null', 'null', 400, 'MALFORMED_REQUEST'],
  ['a text', '"text"', 400, 'MALFORMED_REQUEST'],
  ['a number', '7', 400, 'MALFORMED_REQUEST'],
];

/** `POST /contests` takes 256 KB and 6,000 keys: it has a test of its own. */
const ROUTES = apiRoutes()
  .filter(({ method, path }) => method !== 'GET' && !(method === 'POST' && path === '/api/contests'))
  .map(({ method, path }) => ({
    method,
    path: path
      .replace('/api', '')
      .replace('{provider}', 'paystack')
      .replaceAll(/\{\w+\}/g, randomUUID()),
  }));

describe.each(TOO_MUCH)('%s', (_, body, status, code) => {
  it('is refused by every route before anything asks who sends it', async () => {
    const client = new ApiClient();
    for (const { method, path } of ROUTES) {
      const answer = await client.call(method, path, body, { headers: JSON_TYPE });
      expect([method, path, answer.status, answer.code]).toEqual([method, path, status, code]);
    }
  });
});

it.each([
  ['6,001 keys', `{"categories":[${Array(6_001).fill('1').join()}]}`, 400, 'MALFORMED_REQUEST'],
  ['nine levels', `${'{"categories":'.repeat(9)}1${'}'.repeat(9)}`, 400, 'MALFORMED_REQUEST'],
  ['200,000 opening brackets', '['.repeat(200_000), 400, 'MALFORMED_REQUEST'],
  ['more than 256 KB', JSON.stringify({ title: 'x'.repeat(256 * KILOBYTE) }), 413, 'BODY_TOO_LARGE'],
])('a new contest of %s is refused before anything asks who sends it', async (_, body, status, code) => {
  const headers = { ...JSON_TYPE, authorization: 'Bearer none' };
  expect(await new ApiClient().post('/contests', body, { headers })).toMatchObject({ status, code });
});

it('a new contest of a sender without a token is read like any other body: at most 16 KB and 200 keys', async () => {
  const refusals = await Promise.all(
    [
      JSON.stringify({ title: 'x'.repeat(17 * KILOBYTE) }),
      `{"categories":[${Array(201).fill('1').join()}]}`,
    ].map((body) => new ApiClient().post('/contests', body, { headers: JSON_TYPE })),
  );
  expect(refusals.map(({ code }) => code)).toEqual(['BODY_TOO_LARGE', 'MALFORMED_REQUEST']);
});

const padded = (bytes: number): string => `{"phone":"${'x'.repeat(bytes - 12)}"}`;

it('the length of a body is at most 16 KB', async () => {
  for (const path of ['/votes/find', '/votes/cast', '/auth/login', '/payments/paystack/initialize']) {
    const client = new ApiClient();
    const taken = await client.post(path, padded(16 * KILOBYTE), { headers: JSON_TYPE });
    expect([path, taken.status, taken.code]).toEqual([path, 400, 'VALIDATION_FAILED']);
    const refused = await client.post(path, padded(16 * KILOBYTE + 1), { headers: JSON_TYPE });
    expect([path, refused.status, refused.code]).toEqual([path, 413, 'BODY_TOO_LARGE']);
  }
});

it('the length of a body is at most 64 KB where long texts belong', async () => {
  const owner = await aUser().save();
  const description = (length: number) => ({ description: 'x'.repeat(length) });
  const contest = await aContest().ownedBy(owner).save();
  const put = (length: number) => owner.api.put(`/contests/${contest.id}`, description(length));
  expect((await put(10_000)).status).toBe(200);
  expect((await put(60_000)).code).toBe('VALIDATION_FAILED');
  expect((await put(66_000)).status).toBe(413);
  // A letter that is sent as \uXXXX has six bytes.
  const escaped = `{"description":"${'\\u0254'.repeat(10_000)}"}`;
  expect((await owner.api.put(`/contests/${contest.id}`, escaped, { headers: JSON_TYPE })).status).toBe(200);
});

const send = (body: string, signature?: string) =>
  new ApiClient().post('/payments/paystack/webhook', body, {
    headers: { ...JSON_TYPE, ...(signature && { 'x-paystack-signature': signature }) },
  });
const signed = (body: string) => send(body, createHmac('sha512', 'sk_test_local').update(body).digest('hex'));

it('a webhook is not parsed before its signature was found right', async () => {
  for (const body of ['['.repeat(100_000), 'no JSON at all', '[]', 'null'])
    expect(await send(body)).toMatchObject({ status: 401, code: 'INVALID_SIGNATURE' });
});

it('a webhook may have more keys and levels than other bodies, and is an object', async () => {
  const fields = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, { a: { b: {} } }]));
  expect(
    (await signed(JSON.stringify({ event: 'x', data: { a: { b: { c: { d: fields } } } } }))).status,
  ).toBe(200);
  for (const body of ['['.repeat(100_000), '{"a":'.repeat(40_000), '[]', 'null', '"x"'])
    expect(await signed(body)).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonx', 'nonsense'])(
  'another type than JSON is refused: %s',
  async (type) => {
    const contest = await aContest().save();
    for (const [path, body] of [
      ['/votes/cast', JSON.stringify(aVote(contest))],
      ['/auth/forgot-password', JSON.stringify({ email: 'a@example.com' })],
      ['/votes/find', 'phone=0241234567&reference=x'],
    ] as const) {
      const answer = await new ApiClient().post(path, body, { headers: { 'content-type': type } });
      expect([path, answer.status, answer.code]).toEqual([path, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  },
);

it('another type than JSON is refused when nothing is said about the type', async () =>
  expect(await answerTo(testState().baseUrl, '/api/votes/find', {}, '{}')).toBe(415));

describe('a limit of tries', () => {
  const redis = new Redis(testState().redisUrl);
  afterAll(() => redis.disconnect());

  it.each([
    ['login', '/auth/login'],
    ['register', '/auth/register'],
    ['forgotPassword', '/auth/forgot-password'],
    ['resetPassword', '/auth/reset-password'],
    ['findVote', '/votes/find'],
    ['findVote', '/votes/appeal'],
    ['prompt', '/payments/paystack/charge'],
  ])('of an address is asked before the body comes: %s', async (kind, path) => {
    const [waits, another] = [anIpv4Address(), anIpv4Address()];
    await redis.set(`abato:waits:${kind}:address:${waits}`, 1, 'EX', 60);
    const send = (address: string, body: string | null) =>
      answerTo(testState().baseUrl, `/api${path}`, { ...JSON_TYPE, 'x-forwarded-for': address }, body);
    // The body is promised and never sent: a route that waits for it does not answer.
    expect(await send(waits, null)).toBe(429);
    expect(await send(waits, '[]')).toBe(429);
    expect(await send(another, '[]')).toBe(400);
  });

  it('of an address to guess receipt codes are refused beyond those that are free', async () => {
    const [guesser, another] = [anIpv4Address(), anIpv4Address()];
    await redis.set(`abato:waits:receipt:address:${guesser}`, 1, 'EX', 60);
    const read = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await fetch(`${testState().baseUrl}/api/receipts/7K3M-9QXT`, { headers })).status;
    };
    expect([await read(guesser), await read(another)]).toEqual([429, 404]);
    expect(await redis.get(`abato:attempts:receipt:address:${another}`)).toBe('1');
  });
});

/** The status of a request whose head is written by hand. @param body null: 100 bytes are promised and never sent */
function answerTo(
  baseUrl: string,
  path: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<number> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const lines = Object.entries({
      host: hostname,
      'content-length': String(body?.length ?? 100),
      ...headers,
    });
    socket.setEncoding('latin1');
    socket.once('data', (text: string) => {
      socket.destroy();
      resolve(Number(text.slice(9, 12)));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`,
    );
  });
}

const api = new ApiClient();

/** Every route of the document that may change something. */
const WRITING = apiRoutes()
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => ({
    method,
    path: path
      .replace('/api', '')
      .replace('{provider}', 'paystack')
      .replaceAll(/\{\w+\}/g, randomUUID()),
    takesMultipart: Object.keys(
      apiDocument().paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {},
    ).includes('multipart/form-data'),
  }));

/** What a form on another site can send without asking this server first. */
const FORMS: [string, string, string][] = [
  ['a form', 'application/x-www-form-urlencoded', 'email=a%40example.com&password=x'],
  ['a form without fields', 'application/x-www-form-urlencoded', ''],
  ['JSON as text', 'text/plain', '{"email":"a@example.com","password":"x"}'],
  ['an empty text', 'text/plain;charset=UTF-8', ''],
];

describe.each(FORMS)('%s', (_, type, body) => {
  it('is refused by every route that changes something', async () => {
    for (const { method, path } of WRITING) {
      const { status, code } = await api.call(method, path, body, { headers: { 'content-type': type } });
      expect([method, path, status, code]).toEqual([method, path, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });
});

it('a multipart form is refused by every route that does not declare it', async () => {
  for (const { method, path } of WRITING.filter(({ takesMultipart }) => !takesMultipart)) {
    const { status, code } = await api.call(method, path, formOf({ email: 'a@example.com' }));
    expect([method, path, status, code]).toEqual([method, path, 415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
});

describe('a request that changes something', () => {
  const { port } = new URL(testState().baseUrl);
  const send = (path: string, origin: string | undefined, body: unknown = {}) =>
    api.post(path, body, { headers: { ...(origin !== undefined && { origin }) } });

  it.each([
    'https://elsewhere.example',
    'null',
    '',
    `https://localhost:${port}`,
    `http://localhost:${Number(port) + 1}`,
    `http://localhost.elsewhere.example:${port}`,
    `http://localhost:${port}@elsewhere.example`,
    `chrome-extension://localhost:${port}`,
  ])('is refused from the origin "%s" by every route', async (origin) => {
    for (const { method, path } of WRITING) {
      const { status, code } = await api.call(method, path, {}, { headers: { origin } });
      expect([method, path, status, code]).toEqual([method, path, 403, 'FOREIGN_ORIGIN']);
    }
  });

  it('counts no vote for a page of another site', async () => {
    const contest = await aContest().save();
    const refused = await send('/votes/cast', 'https://elsewhere.example', aVote(contest));
    expect([refused.status, refused.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect((await send('/votes/cast', `http://localhost:${port}`, aVote(contest))).status).toBe(201);
  });

  it.each([
    ['no page', undefined],
    ['the public address', `http://localhost:${port}`],
    ['another name of this machine', `http://[::1]:${port}`],
  ])('is taken from %s', async (_, origin) => {
    for (const path of ['/votes/find', '/auth/login', '/auth/forgot-password'])
      expect((await send(path, origin)).code).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['http://abato.lan:4000', 'abato.lan:4000', 400],
    ['https://abato.lan', 'abato.lan:443', 400],
    ['http://elsewhere.example:4000', 'abato.lan:4000', 403],
  ])('from %s is answered at the host %s with %i', async (origin, host, expected) => {
    // Other clients set the host themselves.
    const outgoing = request(`${testState().baseUrl}/api/votes/find`, {
      method: 'POST',
      headers: { host, origin, 'content-type': 'application/json' },
    });
    outgoing.end('{}');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(expected);
  });

  it('is taken from the provider whatever its origin, which signs what it sends', async () => {
    const answer = await send('/payments/paystack/webhook', 'https://elsewhere.example', { event: 'x' });
    expect([answer.status, answer.code]).toEqual([401, 'INVALID_SIGNATURE']);
  });
});

it('reading is open to programs on other sites, which browsers keep from seeing the answer', async () => {
  const { status, headers } = await api.get('/contests/public', {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
});

it('the public log and what a verifier compares with it may be read by pages of every site, and no other answer', async () => {
  const contest = await freeContest(1);
  const allowed = async (path: string, method = 'GET') => {
    const answer = await fetch(`${testState().baseUrl}${path}`, {
      method,
      headers: { origin: 'https://elsewhere.example' },
    });
    await answer.arrayBuffer();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    return [path, answer.headers.get('access-control-allow-origin')];
  };
  const contests = `/api/contests/${contest.id}`;
  const open = ['checkpoint', 'key', 'tile/0/000.p/1', 'nothing'].map((path) => `/log/${contest.id}/${path}`);
  for (const path of [...open, `${contests}/public`, `${contests}/public?x=1`, `${contests}/rules`])
    expect(await allowed(path)).toEqual([path, '*']);
  for (const path of [contests, `${contests}/audit`, `${contests}/public/x`, '/api/contests/public', '/'])
    expect(await allowed(path)).toEqual([path, null]);
  expect(await allowed(`${contests}/rules`, 'POST')).toEqual([`${contests}/rules`, null]);
});
