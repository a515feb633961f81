import type { IncomingMessage } from 'node:http';
import type { Environment, SmsProvider } from '@abato/platform';
import { SmallServer } from '../../../../test/support/small-server.js';
import { createSmsTransport, type OutgoingSms } from './sms-transport.js';
import { codeSms, verificationCode } from './code-sms.service.js';

interface Received {
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A provider that answers what the test says. */
class Provider {
  readonly received: Received[] = [];
  answer: { status: number; body: string; drop?: boolean } = { status: 500, body: '' };
  readonly server = SmallServer.reading((request, body, response) => {
    this.received.push({ path: request.url, headers: request.headers, body: JSON.parse(body) });
    if (this.answer.drop) request.socket.destroy();
    else response.writeHead(this.answer.status).end(this.answer.body);
  });
}

const [first, second] = [new Provider(), new Provider()];
beforeAll(() => Promise.all([first.server.open(), second.server.open()]));
afterAll(() => Promise.all([first.server.close(), second.server.close()]));
beforeEach(() => {
  for (const provider of [first, second]) provider.received.length = 0;
  now = new Date('2026-11-25T20:00:00Z');
});

const sms: OutgoingSms = { phone: '+233241234567', text: 'Hello' };
const KEYS: Record<SmsProvider, string> = { arkesel: 'a-key', hubtel: 'client:secret', mnotify: 'm key' };
const settings = (provider: SmsProvider): Partial<Environment> => ({
  SMS_PROVIDER: provider,
  SMS_API_KEY: KEYS[provider],
  SMS_BASE_URL: first.server.url,
  SMS_SENDER: 'Abato',
});
let now: Date;
const transport = (given: Partial<Environment>) =>
  createSmsTransport(given as Environment, { now: () => now });
const through = (given: Partial<Environment>) => transport(given).send;

/** Answers as the providers' documents have them. */
const TAKEN: Record<SmsProvider, { status: number; body: string }> = {
  arkesel: {
    status: 200,
    body: '{"status":"success","data":[{"recipient":"233241234567","id":"9b752841-7ee7-4d40-b4fe-768bfb1da4f0"}]}',
  },
  hubtel: {
    status: 201,
    body: '{"Rate":0.03,"MessageId":"d5a2b0b9-5f2c","Status":0,"NetworkId":"62001"}',
  },
  mnotify: {
    status: 200,
    body: '{"status":"success","code":"2000","message":"messages sent successfully","summary":{"_id":"A59CCB70","message_id":"20180308","total_sent":1,"total_rejected":0,"credit_used":1,"credit_left":1483}}',
  },
};
/** What is known of a message that was taken. */
const SENT = (provider: SmsProvider) => ({
  kind: 'sent',
  message: {
    provider,
    parts: 1,
    messageId: {
      arkesel: '9b752841-7ee7-4d40-b4fe-768bfb1da4f0',
      hubtel: 'd5a2b0b9-5f2c',
      mnotify: 'A59CCB70',
    }[provider],
  },
});
const NOT_TAKEN: Record<SmsProvider, string> = {
  arkesel: '{"status":"error","message":"Insufficient balance"}',
  hubtel: '{"Status":7,"Message":"x"}',
  mnotify: '{"status":"error","code":"4000","message":"x"}',
};

it('an answer of Hubtel is read in both of its spellings', async () => {
  const send = through(settings('hubtel'));
  first.answer = {
    status: 201,
    body: TAKEN.hubtel.body.replace('MessageId', 'messageId').replace('Status', 'status'),
  };
  expect(await send(sms)).toEqual(SENT('hubtel'));
  first.answer = { status: 200, body: '{"status":7,"statusDescription":"x"}' };
  expect((await send(sms)).kind).toBe('later');
});

describe.each(['arkesel', 'hubtel', 'mnotify'] as const)('messages through %s', (provider) => {
  it('are sent as its document says', async () => {
    first.answer = TAKEN[provider];
    expect(await through(settings(provider))(sms)).toEqual(SENT(provider));
    const [{ path, headers, body } = {} as Received] = first.received;
    const expected = {
      arkesel: {
        path: '/api/v2/sms/send',
        header: ['api-key', 'a-key'],
        body: { sender: 'Abato', message: 'Hello', recipients: ['233241234567'] },
      },
      hubtel: {
        path: '/v1/messages',
        header: ['authorization', `Basic ${Buffer.from('client:secret').toString('base64')}`],
        body: { From: 'Abato', To: '233241234567', Content: 'Hello', RegisteredDelivery: true },
      },
      mnotify: {
        path: '/api/sms/quick/?key=m+key',
        header: ['content-type', 'application/json'],
        body: {
          recipient: ['0241234567'],
          sender: 'Abato',
          message: 'Hello',
          is_schedule: false,
          schedule_date: '',
        },
      },
    }[provider];
    const [name = '', value] = expected.header;
    expect([path, headers[name], body]).toEqual([expected.path, value, expected.body]);
  });

  it.each([
    ['a refusal with 200', { status: 200, body: NOT_TAKEN[provider] }, 'later'],
    ['a text that is no JSON', { status: 200, body: '<html>' }, 'unsure'],
    ['JSON that is no object', { status: 200, body: 'null' }, 'unsure'],
    ['an answer that breaks off', { status: 202, body: TAKEN[provider].body.slice(0, 20) }, 'unsure'],
    ['a body that says nothing', { status: 200, body: '{"ok":true}' }, 'unsure'],
    ['fields in capitals', { status: 200, body: TAKEN[provider].body.toUpperCase() }, 'unsure'],
    ['a wrong key', { status: 401, body: '{}' }, 'later'],
    ['a wrong number', { status: 422, body: '{}' }, 'refused'],
    ['an error of the provider', { status: 502, body: '' }, 'unsure'],
    ['a lost answer', { status: 200, body: '', drop: true }, 'unsure'],
  ] as const)('that meet %s are not called sent', async (_, answer, kind) => {
    first.answer = answer;
    const outcome = await through(settings(provider))(sms);
    expect(outcome.kind).toBe(kind);
    expect(JSON.stringify(outcome)).not.toContain('24123');
  });
});

it('Arkesel is told where to report, by the secret path of this installation', async () => {
  first.answer = TAKEN.arkesel;
  const given = { SMS_REPORT_SECRET: 'a-secret', PUBLIC_URL: 'https://vote.example.com' };
  await through({ ...settings('arkesel'), ...given })(sms);
  expect(first.received[0]?.body).toMatchObject({
    callback_url: 'https://vote.example.com/api/sms/arkesel/a-secret',
  });
});

const TWO = (): Partial<Environment> => ({
  ...settings('arkesel'),
  SMS_FALLBACK_PROVIDER: 'mnotify',
  SMS_FALLBACK_API_KEY: 'm',
  SMS_FALLBACK_BASE_URL: second.server.url,
});

const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1_000));
const OUT = (why: string) => ({ kind: 'later', reason: `the provider is out (${why})`, retryAfter: 5 });

it.each([
  ['has no credit', { status: 402, body: '{}' }],
  ['refuses the key', { status: 401, body: '{}' }],
  ['is closed for now', { status: 503, body: '' }],
])(
  'a provider that is out because it %s is not called for five seconds: what comes then waits for its turn',
  async (_, answer) => {
    const { send, room } = transport(settings('arkesel'));
    expect(room()).toBe(Infinity);
    first.answer = answer;
    expect(await send(sms)).toEqual({ kind: 'later', reason: `HTTP ${answer.status}` });
    expect(room()).toBe(0);
    pass(4.999);
    expect(await send(sms)).toEqual({ ...OUT(`HTTP ${answer.status}`), retryAfter: 1 });
    expect(first.received).toHaveLength(1);
  },
);

it('a provider that is out because nothing listens is asked by one message, also when many come together', async () => {
  const gone = new Provider();
  await gone.server.open();
  const { send, room } = transport({ ...settings('arkesel'), SMS_BASE_URL: gone.server.url });
  await gone.server.close();
  const together = await Promise.all([send(sms), send(sms), send(sms)]);
  expect(together.map(({ kind }) => kind)).toEqual(['later', 'later', 'later']);
  expect(room()).toBe(0);
  pass(5);
  expect(room()).toBe(1);
  const [asked, ...others] = await Promise.all([send(sms), send(sms), send(sms)]);
  expect(asked).toEqual({ kind: 'later', reason: 'no connection (ECONNREFUSED)' });
  for (const other of others) expect(other).toMatchObject({ retryAfter: 1 });
  // Five more from then on.
  expect([await send(sms), room()]).toEqual([OUT('no connection (ECONNREFUSED)'), 0]);
});

it('a provider that is out is back with the first message that it takes', async () => {
  const { send, room } = transport(settings('arkesel'));
  first.answer = { status: 503, body: '' };
  await send(sms);
  pass(5);
  first.answer = TAKEN.arkesel;
  expect(await send(sms)).toEqual(SENT('arkesel'));
  expect(room()).toBe(Infinity);
  expect(await Promise.all([send(sms), send(sms)])).toEqual([SENT('arkesel'), SENT('arkesel')]);
});

it.each([
  ['a wrong number', { status: 422, body: '{}' }],
  ['a recipient that Hubtel may not write to', { status: 403, body: '{}' }],
  ['too many at this moment', { status: 429, body: '{}' }],
  ['an error over one message', { status: 500, body: '' }],
  ['a lost answer', { status: 200, body: '', drop: true }],
  ['a refusal with 200', { status: 200, body: NOT_TAKEN.arkesel }],
])('a provider that is out is not what one message means that met %s', async (_, answer) => {
  const { send, room } = transport(settings('arkesel'));
  first.answer = answer;
  await send(sms);
  expect(room()).toBe(Infinity);
  await send(sms);
  expect(first.received).toHaveLength(2);
});

it('a provider that is out is passed over while there is a second one', async () => {
  const { send, room } = transport(TWO());
  first.answer = { status: 503, body: '' };
  second.answer = TAKEN.mnotify;
  for (let nr = 0; nr < 5; nr++) expect(await send(sms)).toEqual(SENT('mnotify'));
  expect([first.received.length, second.received.length, room()]).toEqual([1, 5, Infinity]);
  second.answer = { status: 402, body: '' };
  expect(await send(sms)).toEqual({ kind: 'later', reason: 'HTTP 402' });
  expect([await send(sms), room()]).toEqual([OUT('HTTP 402'), 0]);
  pass(5);
  first.answer = TAKEN.arkesel;
  expect([await send(sms), room()]).toEqual([SENT('arkesel'), Infinity]);
});

it.each([
  ['refuses the number', { status: 422, body: '{}' }],
  ['has too many', { status: 429, body: '{}' }],
  ['may have taken the code', { status: 500, body: '' }],
])('a message uses a try when the first provider %s while the second is out', async (_, answer) => {
  const send = through(TWO());
  const code = { ...sms, mayRepeat: true };
  first.answer = answer;
  second.answer = { status: 402, body: '{}' };
  await send(code);
  expect(await send(code)).toEqual({ kind: 'later', reason: 'the provider is out (HTTP 402)' });
  expect([first.received.length, second.received.length]).toEqual([2, 1]);
});

const both = () => through(TWO());

it.each([
  ['was not taken', { status: 402, body: '{}' }],
  ['was refused', { status: 400, body: '{}' }],
])('the second provider sends what %s by the first', async (_, answer) => {
  first.answer = answer;
  second.answer = TAKEN.mnotify;
  expect(await both()(sms)).toEqual(SENT('mnotify'));
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
});

it('the second provider sends nothing that the first one has taken', async () => {
  first.answer = TAKEN.arkesel;
  expect(await both()(sms)).toEqual(SENT('arkesel'));
  expect(second.received).toEqual([]);
});

it.each(['<html>', TAKEN.arkesel.body.toUpperCase()])(
  'the second provider sends no receipt again whose answer is not understood: %s',
  async (body) => {
    first.answer = { status: 200, body };
    second.answer = TAKEN.mnotify;
    expect(await both()(sms)).toEqual({ kind: 'unsure', reason: 'HTTP 200, not understood' });
    expect(second.received).toEqual([]);
  },
);

it('the second provider sends what the first one may have taken only when twice does no harm', async () => {
  first.answer = { status: 500, body: '' };
  second.answer = TAKEN.mnotify;
  expect((await both()(sms)).kind).toBe('unsure');
  expect(second.received).toEqual([]);
  expect(await both()({ ...sms, mayRepeat: true })).toEqual(SENT('mnotify'));
  expect(second.received).toHaveLength(1);
});

const key = Buffer.alloc(32, 7);

it('codes have six digits that follow from id and key alone', () => {
  const codes = Array.from({ length: 2_000 }, (_, nr) => verificationCode(key, `id ${nr}`));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  // Of a million: a few of two thousand may be equal, a pattern would repeat many.
  expect(new Set(codes).size).toBeGreaterThan(1_980);
  expect(verificationCode(key, 'id 1')).toBe(codes[1]);
  expect(verificationCode(Buffer.alloc(32, 8), 'id 1')).not.toBe(codes[1]);
});

it('codes are told in one message whose last line binds them to the site', () => {
  const text = codeSms('012345', 'https://vote.example.com:8443/x');
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text.split('\n').at(-1)).toBe('@vote.example.com #012345');
  expect(text).toMatch(/^012345 is your Abato voting code/);
  // Letters that count once in the alphabet of SMS.
  expect(text).toMatch(/^[A-Za-z0-9 .,:@#\n]+$/);
});
