import { randomUUID } from 'node:crypto';
import { VOTES_PER_ADDRESS, type CastVoteResult } from '@abato/contracts';
import { aContest, aVote, type BuiltContest, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { solvedCheck } from '../support/person-check.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { usePlatform } from '../support/state.js';

/** Signs of automated voting, behind a proxy that is believed. Without Redis: limits-without-redis.spec.ts. */
let running: TestPlatform;
let api: ApiClient;

beforeAll(async () => {
  // With Redis each verdict is Redis's, however late it comes on a busy machine.
  running = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1', LIMITS_REDIS_MS: '60000' });
  usePlatform(running.state);
  api = new ApiClient(running.baseUrl);
}, 300_000);

afterAll(async () => {
  await closeDatabase();
  await running?.platform.destroy();
}, 300_000);

interface Voter {
  address?: string;
  key?: string;
  fields?: Record<string, unknown>;
}

const cast = (contest: BuiltContest, { address, key, fields }: Voter) =>
  api.post<CastVoteResult>('/votes/cast', aVote(contest, fields), {
    headers: {
      ...(address && { 'x-forwarded-for': address }),
      ...(key && { 'idempotency-key': key }),
    },
  });

/** A number that has no neighbour among the others. */
const farApart = (nr: number): string => `+23324${String(4_000_000 + nr * 101).padStart(7, '0')}`;
const inARow = (nr: number): string => `+2332455555${String(nr).padStart(2, '0')}`;

it('guesses from one IPv6 network share one allowance, however many addresses it has', async () => {
  const password = 'Correct-Horse-8';
  const guess = (nr: number, network: number) =>
    api.post(
      '/auth/reset-password',
      { token: `guess-${network}-${nr}`, password, confirmPassword: password },
      { headers: { 'x-forwarded-for': `2001:db8:0:${network}::${nr}` } },
    );
  const answers = await Promise.all(Array.from({ length: 70 }, (_, nr) => guess(nr, 1)));
  expect(answers.map((answer) => answer.code)).toContain('RATE_LIMITED');
  expect((await guess(1, 2)).code).toBe('RESET_LINK_INVALID');
});

describe('an open contest', () => {
  const network = '41.66.201';

  it('an address over its rate gets a person check, no other address does, and a solved one is enough', async () => {
    // Or numbers would have to be proven, should a new window begin while this runs.
    const contest = await aContest().addressProof(false).save();
    const address = `${network}.1`;
    let phone = 0;
    const fromHall = () => cast(contest, { address, fields: { voterPhone: farApart(phone++) } });
    const codes: (string | undefined)[] = [];
    // Casts are counted in windows: a new one may begin while this runs.
    while (!codes.includes('CHALLENGE_REQUIRED') && codes.length < 3 * VOTES_PER_ADDRESS) {
      const answers = await Promise.all(Array.from({ length: 50 }, fromHall));
      codes.push(...answers.map((answer) => answer.code));
    }
    const first = codes.indexOf('CHALLENGE_REQUIRED');
    expect(first).toBeGreaterThanOrEqual(VOTES_PER_ADDRESS);
    expect(codes.slice(0, first)).toEqual(Array<undefined>(first).fill(undefined));
    const elsewhere = await cast(contest, {
      address: `${network}.2`,
      fields: { voterPhone: farApart(phone++) },
    });
    expect(elsewhere.status).toBe(201);
    const key = randomUUID();
    const challenge = await solvedCheck(contest.id, key, api);
    const fields = { voterPhone: farApart(phone++), challenge };
    expect((await cast(contest, { address, key, fields })).status).toBe(201);
  });

  it('outside networks share an allowance, however many addresses they have', async () => {
    const contest = await aContest().save();
    let nr = 0;
    const elsewhere = (fields = {}, key?: string) =>
      cast(contest, {
        address: `2a0c:${(++nr).toString(16)}::1`,
        fields: { voterPhone: farApart(1_000 + nr), voteCount: 10, ...fields },
        ...(key && { key }),
      });
    const first = await Promise.all(Array.from({ length: 15 }, () => elsewhere()));
    expect(first.map(({ status }) => status)).toEqual(Array(15).fill(201));
    expect((await elsewhere()).code).toBe('CHALLENGE_REQUIRED');
    const inGhana = { address: `${network}.200`, fields: { voterPhone: farApart(900) } };
    expect((await cast(contest, inGhana)).status).toBe(201);
    const key = randomUUID();
    const ordinary = { challenge: await solvedCheck(contest.id, key, api) };
    expect((await elsewhere(ordinary, key)).code).toBe('CHALLENGE_REQUIRED');
    const strong = { challenge: await solvedCheck(contest.id, key, api, '2a0c:ffff::1') };
    expect((await elsewhere(strong, key)).status).toBe(201);
  });

  it('senders without a browser token share an allowance of their network, and what is more is held', async () => {
    const contest = await aContest().save();
    const held: (boolean | undefined)[] = [];
    for (let nr = 0; nr < 11; nr++) {
      const fields = { voterPhone: farApart(2_000 + nr), voteCount: 10 };
      held.push((await cast(contest, { address: `${network}.${100 + nr}`, fields })).data.held);
    }
    expect(held).toEqual([...Array<undefined>(9).fill(undefined), true, true]);
  });

  it('numbers in a row from one address are held, the same numbers from many addresses are not', async () => {
    const [contest, other] = [await aContest().save(), await aContest().save()];
    const held: (boolean | undefined)[] = [];
    for (let nr = 0; nr < 12; nr++) {
      const fields = { voterPhone: inARow(nr) };
      held.push((await cast(contest, { address: `${network}.3`, fields })).data.held);
      const apart = await cast(other, { address: `${network}.${10 + nr}`, fields });
      expect([apart.status, apart.data.held]).toEqual([201, undefined]);
    }
    expect(held).toEqual([...Array<undefined>(10).fill(undefined), true, true]);
  });

  it('a device keeps its limit, its sixth phone is held, and a contest that wants checks gets them', async () => {
    const contest = await aContest().freeVotesPerHour(3).freeVotesPerDevice(8).save();
    const deviceId = randomUUID();
    const outcomes: unknown[] = [];
    for (let nr = 0; nr < 9; nr++) {
      const answer = await cast(contest, { fields: { deviceId, voterPhone: farApart(500 + nr) } });
      outcomes.push(answer.status === 201 ? (answer.data.held ?? false) : answer.code);
    }
    expect(outcomes).toEqual([...Array<boolean>(5).fill(false), true, true, true, 'VOTE_LIMIT_REACHED']);
    const strict = await aContest().personCheck().save();
    expect((await cast(strict, {})).code).toBe('CHALLENGE_REQUIRED');
  });
});
