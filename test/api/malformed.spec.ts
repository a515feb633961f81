import fc from 'fast-check';
import { ApiClient, apiRoutes, aUser, closeDatabase, type BuiltUser } from '../support/index.js';

/**
 * Whatever is sent, a route refuses it or does its work; it never breaks. 100 requests per route; by hand more, and repeatable:
 * `ABATO_MALFORMED=5000 ABATO_SEED=1 ABATO_LIMIT_MINUTES=120 npm test -- api malformed` (docs/verification.md).
 */
const RUNS = Number(process.env['ABATO_MALFORMED'] ?? 100);
const SEED = process.env['ABATO_SEED'];
/** Many requests are sent side by side: waiting for one answer after the other takes an hour. */
const LANES = RUNS > 1_000 ? 8 : 1;

let admin: BuiltUser;
beforeAll(async () => {
  admin = await aUser().superAdmin().save();
});
afterAll(closeDatabase);

const FIELDS = [
  ...['email', 'password', 'firstName', 'phone', 'hostId', 'title', 'description', 'startDate', 'endDate'],
  ...['votePrice', 'status', 'showResults', 'freeVotesPerHour', 'contestId', 'categoryId', 'contestantId'],
  ...['voteCount', 'voterPhone', 'voterEmail', 'name', 'bio', 'order', 'reason', 'token', 'voteId', 'otp'],
  ...['reference', 'network', 'photo', 'logo', 'banner', '__proto__', 'constructor', 'toString'],
];

/** Texts that have broken something somewhere before. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '😀'.repeat(50),
  "'; DROP TABLE users; --",
  '%',
  '_%\\',
  '../../etc/passwd',
  '0x10',
  '1e309',
  '9'.repeat(400),
  'a'.repeat(70_000),
  '2026-99-99T99:99:99Z',
  '9999-12-31T23:59:59+23:59',
  '0000-01-01T00:00:00Z',
  '+233241234567',
  '00000000-0000-0000-0000-000000000000',
  'null',
  'true',
);
const value = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, false, [], {}, [[]], { a: { b: { c: [1] } } }, Number.MAX_VALUE, -0, 1e21),
);
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{',
      '[1,',
      '"',
      '{"a":1}x',
      '\ufeff{}',
      '[[[[[[[[[[',
      '{"__proto__":{"a":1}}',
    ),
  },
);
const contentType = fc.constantFrom(
  ...Array<string>(8).fill('application/json'),
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'nonsense',
);
const parameter = fc.oneof(
  fc.uuid(),
  nasty.filter((text) => text.length > 0 && text.length < 100 && !text.includes('\ud800')),
);
const query = fc.dictionary(
  fc.constantFrom(
    'page',
    'pageSize',
    'search',
    'status',
    'hostId',
    'days',
    'role',
    'approvalStatus',
    '__proto__',
  ),
  nasty.filter((text) => text.length < 2_000 && !text.includes('\ud800')),
  { maxKeys: 4 },
);

const call = fc.record({ parameter, query, body, contentType });

describe.each(apiRoutes())('$method $path', ({ method, path }) => {
  it(`survives ${RUNS} malformed requests`, async () => {
    const client = new ApiClient(undefined, admin.token);
    const property = () =>
      fc.asyncProperty(call, async (sent) => {
        const place = path
          .replace('/api', '')
          .replace('{provider}', 'paystack')
          .replaceAll(/\{\w+\}/g, () => encodeURIComponent(sent.parameter));
        const text = new URLSearchParams(sent.query).toString();
        const payload = typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body);
        const answer = await client.call(
          method,
          text ? `${place}?${text}` : place,
          method === 'GET' ? undefined : payload,
          { headers: method === 'GET' ? {} : { 'content-type': sent.contentType } },
        );
        // 502: the payment provider was asked and refused, which is an answer.
        expect([500, 501, 503, 504]).not.toContain(answer.status);
        if (answer.status >= 400) expect(answer.message).toEqual(expect.any(String));
      });
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        fc.assert(property(), {
          numRuns: Math.ceil(RUNS / LANES),
          ...(SEED !== undefined && { seed: Number(SEED) + lane }),
        }),
      ),
    );
  }, 1_800_000);
});
