import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { aContest, aVote } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { apiDocument, apiRoutes } from '../support/open-api.js';
import { testState } from '../support/state.js';
import { freeContest } from '../support/transparency.js';

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
    const form = new FormData();
    form.set('email', 'a@example.com');
    const { status, code } = await api.call(method, path, form);
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
    const contest = await aContest().active().save();
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
