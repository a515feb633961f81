import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { VoterTokens } from '@abato/testing/voting';
import { aContest, aVote, platformSecrets, sql } from '../support/builders.js';
import { testState } from '../support/state.js';

interface RawAnswer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** A cast as bytes. @param chunked without a length the request takes the ordinary route through the framework */
function cast(
  body: string | Buffer,
  { chunked = false, headers = {} }: { chunked?: boolean; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const length = chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${testState().baseUrl}/api/votes/cast`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: JSON.parse(text) as Record<string, unknown>,
          });
        });
      },
    );
    sent.on('error', reject);
    if (chunked) sent.flushHeaders();
    sent.end(body);
  });
}

/** What a client may rely on, without what is different each time. */
function comparable({ status, headers, body }: RawAnswer): unknown {
  const { requestId, ...rest } = body;
  const names = ['content-type', 'cache-control', 'vary', 'access-control-allow-origin', 'retry-after'];
  const policies = [
    'x-content-type-options',
    'content-security-policy',
    'referrer-policy',
    'cross-origin-resource-policy',
  ];
  return {
    status,
    body: rest,
    hasRequestId:
      body['success'] === false ? requestId === headers['x-request-id'] : 'x-request-id' in headers,
    headers: Object.fromEntries([...names, ...policies].map((name) => [name, headers[name]])),
  };
}

const both = async (
  make: () => string | Buffer,
  headers: () => Record<string, string> = () => ({}),
): Promise<unknown[]> => {
  const direct = await cast(make(), { headers: headers() });
  const ordinary = await cast(make(), { headers: headers(), chunked: true });
  return [direct, ordinary].map(comparable);
};
const own = (): Record<string, string> => ({ origin: new URL(testState().baseUrl).origin });

it.each<[string, string | Buffer]>([
  ['no JSON', '{"contestId":'],
  ['no object', '[]'],
  ['null', 'null'],
  ['nothing that is needed', '{}'],
  ['a poisoned prototype', '{"__proto__":{"voteCount":1}}'],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['an unknown contest', JSON.stringify(aVoteFor(randomUUID()))],
])('a cast, answered before the framework or by it says the same of %s', async (_, body) => {
  const [direct, ordinary] = await both(() => body);
  expect(direct).toEqual(ordinary);
  expect(direct).toMatchObject({ hasRequestId: true, body: { success: false } });
});

it('a cast, answered before the framework or by it says the same of a key that is no UUID, and of a contest that does not take votes', async () => {
  const contest = await aContest().paused().save();
  const vote = JSON.stringify(aVote(contest));
  const keys: Record<string, string>[] = [{ 'idempotency-key': 'nonsense' }, {}];
  for (const headers of keys) {
    const [direct, ordinary] = await both(
      () => vote,
      () => headers,
    );
    expect(direct).toEqual(ordinary);
    expect(direct).toMatchObject({ body: { success: false } });
  }
});

it('a cast, answered before the framework or by it takes a vote either way, also from a page of its own origin', async () => {
  const contest = await aContest().save();
  for (const chunked of [false, true]) {
    const answer = await cast(JSON.stringify(aVote(contest)), { chunked, headers: own() });
    expect(comparable(answer)).toMatchObject({
      status: 201,
      hasRequestId: true,
      body: { success: true, data: { status: 'COMPLETED', voteCount: 1, amount: 0 } },
      headers: {
        'access-control-allow-origin': own()['origin'],
        vary: 'Origin',
        'cache-control': 'no-store',
      },
    });
  }
  expect(await sql`SELECT 1 FROM votes WHERE contest_id = ${contest.id}`).toHaveLength(2);
});

it('a cast, answered before the framework or by it asks for the proof of the phone number either way, and takes it', async () => {
  const contest = await aContest().verifiedPhones().save();
  const voterPhone = '+233551230017';
  const vote = () => JSON.stringify(aVote(contest, { voterPhone }));
  for (const answer of await both(vote))
    expect(answer).toMatchObject({ status: 403, body: { code: 'PHONE_NOT_VERIFIED' } });
  const secrets = platformSecrets();
  const digest = secrets.voterDigest(contest.id, 'phone', voterPhone);
  const token = new VoterTokens(secrets.verificationKey).issue(digest, new Date(Date.now() + 3_600_000));
  for (const answer of await both(vote, () => ({ 'x-voter-token': token })))
    expect(answer).toMatchObject({ status: 201 });
});

it('a cast, answered before the framework or by it never allows a foreign origin to read the answer', async () => {
  const contest = await aContest().save();
  const answers = await both(
    () => JSON.stringify(aVote(contest)),
    () => ({ origin: 'https://elsewhere.example' }),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({ headers: { 'access-control-allow-origin': undefined } });
});

it('a cast, answered before the framework or by it counts once when one key arrives both ways at once', async () => {
  const contest = await aContest().save();
  const [vote, headers] = [JSON.stringify(aVote(contest)), { 'idempotency-key': randomUUID() }];
  const answers = await Promise.all(
    [true, false, true, false].map((chunked) => cast(vote, { chunked, headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await sql`SELECT 1 FROM votes WHERE contest_id = ${contest.id}`).toHaveLength(1);
});

function aVoteFor(contestId: string): Record<string, unknown> {
  return {
    contestId,
    categoryId: randomUUID(),
    contestantId: randomUUID(),
    voteCount: 1,
    voterPhone: '+233241234567',
  };
}
