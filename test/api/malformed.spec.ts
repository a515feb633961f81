import fc from 'fast-check';
import { startApiProcess } from '../support/api-process.js';
import { aContest, aUser, aVote, type BuiltUser, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { LoopWatch } from '../support/loop-watch.js';
import { apiRoutes } from '../support/open-api.js';
import type { TestPlatform } from '../support/platform.js';
import { seedOf } from '../support/seed.js';
import { testState, usePlatform } from '../support/state.js';

/**
 * Whatever is sent, a route refuses it or does its work; it never breaks. 8 requests per route; by hand more, and repeatable:
 * `ABATO_MALFORMED=5000 ABATO_SEED=1 ABATO_TEST_LIMIT_MINUTES=120 npm test -- api malformed` (docs/measurements/verification.md).
 */
const SHORT_RUNS = 15;
const RUNS = Number(process.env['ABATO_MALFORMED'] ?? SHORT_RUNS);
const SEED = seedOf('malformed');
/** Many requests are sent side by side: waiting for one answer after the other takes an hour. */
const LANES = RUNS > 100 ? 8 : 1;
/** By hand the event loop is watched, too: its own processor time, so that a busy machine is no pause. */
const IS_LONG = RUNS > SHORT_RUNS;
const MOST_PAUSE_MS = 50;

let admin: BuiltUser;
let watched: { process: TestPlatform; loop: LoopWatch } | undefined;
beforeAll(async () => {
  if (IS_LONG) {
    const loop = new LoopWatch();
    watched = { process: await startApiProcess(loop.environment, undefined, loop.preload), loop };
    usePlatform({ ...testState(), baseUrl: watched.process.baseUrl });
  }
  admin = await aUser().superAdmin().save();
});
afterAll(async () => {
  await closeDatabase();
  await watched?.process.platform.destroy();
});

const FIELDS = [
  'email',
  'password',
  'firstName',
  'phone',
  'hostId',
  'title',
  'description',
  'startDate',
  'endDate',
  'votePrice',
  'status',
  'showResults',
  'freeVotesPerHour',
  'contestId',
  'categoryId',
  'contestantId',
  'voteCount',
  'voterPhone',
  'voterEmail',
  'name',
  'bio',
  'order',
  'reason',
  'token',
  'voteId',
  'otp',
  'reference',
  'network',
  'photo',
  'logo',
  'banner',
  '__proto__',
  'constructor',
  'toString',
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
const fields = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12 });
const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('{', '[1,', '"', '{"a":1}x', '\ufeff{}', '[[[[[[[[[[', '{"__proto__":{"a":1}}'),
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

/** Things of the caller's own, so that requests get past the question whose they are; and a record that every form would take. */
async function aWorld(): Promise<{ ids: string[]; good: Record<string, unknown> }> {
  const contest = await aContest().ownedBy(admin).paid('1.00').withContestants(2, 1).save();
  const { id: contestantId, categoryId } = contest.contestant;
  const vote = await new ApiClient().post<{ id: string }>('/votes/cast', aVote(contest));
  const own = {
    hostId: contest.hostId,
    contestId: contest.id,
    categoryId,
    contestantId,
    voteId: vote.data.id,
  };
  const texts = ['name', 'title', 'description', 'bio', 'firstName', 'lastName', 'idNumber', 'hostName'];
  return {
    ids: Object.values(own),
    good: {
      ...aVote(contest),
      ...own,
      ...Object.fromEntries([...texts, 'hostDescription', 'reason', 'token'].map((name) => [name, 'Text'])),
      email: 'malformed@example.com',
      hostEmail: 'a@example.com',
      voterEmail: 'b@example.com',
      phone: '0241234567',
      hostPhone: '0241234567',
      phoneNumber: '0551234987',
      network: 'mtn',
      password: 'Abcdefg1',
      confirmPassword: 'Abcdefg1',
      otp: '123456',
      reference: 'A-NOBODY',
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2036-01-01T00:00:00Z',
      showResults: true,
      votePrice: 1,
      freeVotesPerHour: 10,
      order: 1,
    },
  };
}

/** Requests about this world: most are nearly right, because what is all wrong is refused at the door. */
function requests({ ids, good }: Awaited<ReturnType<typeof aWorld>>) {
  const parameter = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    {
      weight: 1,
      arbitrary: nasty.filter((text) => text.length > 0 && text.length < 100 && !text.includes('\ud800')),
    },
  );
  const changes = fc.dictionary(fc.constantFrom(...FIELDS), value, { minKeys: 1, maxKeys: 2 });
  const nearly = changes.map((change) => ({ ...good, ...change }));
  const body = fc.oneof(
    { weight: 5, arbitrary: nearly },
    { weight: 3, arbitrary: fields },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.tuple(nearly, fc.uint8Array({ maxLength: 200 })).map(formOf) },
  );
  return fc.record({ parameter, query, body, contentType });
}

function formOf([values, bytes]: [Record<string, unknown>, Uint8Array]): FormData {
  const form = new FormData();
  for (const [name, item] of Object.entries(values)) form.append(name, String(item));
  for (const name of ['logo', 'banner', 'photo'])
    form.append(name, new Blob([new Uint8Array(bytes)]), 'p.png');
  return form;
}

describe.each(apiRoutes())('$method $path', ({ method, path }) => {
  it(`survives ${RUNS} malformed requests`, async () => {
    const call = requests(await aWorld());
    // Signing out works, and ends every session.
    const endsSession = path.endsWith('/logout');
    const { token } = endsSession ? await aUser().superAdmin().save() : admin;
    const client = new ApiClient(undefined, token);
    const property = () =>
      fc.asyncProperty(call, async (sent) => {
        const place = path
          .replace('/api', '')
          .replace('{provider}', 'paystack')
          .replaceAll(/\{\w+\}/g, () => encodeURIComponent(sent.parameter));
        const text = new URLSearchParams(sent.query).toString();
        const raw = typeof sent.body === 'string' || sent.body instanceof FormData;
        const answer = await client.call(
          method,
          text ? `${place}?${text}` : place,
          method === 'GET' ? undefined : raw ? sent.body : JSON.stringify(sent.body),
          {
            headers:
              method === 'GET' || sent.body instanceof FormData ? {} : { 'content-type': sent.contentType },
          },
        );
        // 502: the payment provider was asked and refused, which is an answer.
        expect([500, 501, 503, 504]).not.toContain(answer.status);
        if (answer.status >= 400) expect(answer.message).toEqual(expect.any(String));
        // Refused at the door, nothing behind it would be tried.
        if (!endsSession) expect(answer.code).not.toBe('UNAUTHENTICATED');
      });
    const startedAt = Date.now();
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        fc.assert(property(), { numRuns: Math.ceil(RUNS / LANES), seed: SEED + lane }),
      ),
    );
    if (!watched) return;
    const pauses = watched.loop.since(startedAt).filter(({ ownMs }) => ownMs > MOST_PAUSE_MS);
    if (pauses.length) process.stdout.write(`${watched.loop.report(startedAt)}\n`);
    expect(pauses).toEqual([]);
  }, 1_800_000);
});
