import { randomBytes, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { BrowserTokenAnswer, CastVoteResult, HeldVoteView, PersonChallenge } from '@abato/contracts';
import { createBlockingRedis, createLogger, newId } from '@abato/platform';
import {
  BrowserTokens,
  chargeInRedis,
  chargeOf,
  CheckPrices,
  type FreeVote,
  FreeVoteLimiter,
  minuteOf,
  sharedOf,
  VoterTokens,
} from '@abato/voting';
import { startApiProcess } from '../support/api-process.js';
import {
  aContest,
  aUser,
  aVote,
  type BuiltContest,
  closeDatabase,
  database,
  platformSecrets,
} from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, castsOf, e164, formPath, LightBrowser } from '../support/light.js';
import type { TestPlatform } from '../support/platform.js';
import { solvedBy } from '../support/person-check.js';
import { testState } from '../support/state.js';
import { tokenFor } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

/** Browsers with and without a token (ADR 150): what open contests count of them, and what a token costs. */

const MINUTE = 60_000;
const WINDOW_SECONDS = 3_600;
/** Of a Ghanaian carrier; another network for each test. */
let networks = Date.now() % 200;
const aNetwork = (): string => `154.${160 + Math.floor(++networks / 250)}.${networks % 250}`;

let redis: Redis;
let proxied: TestPlatform;
let api: ApiClient;
let tokens: BrowserTokens;
beforeAll(async () => {
  redis = createBlockingRedis(testState().redisUrl, () => undefined);
  proxied = await startApiProcess({ TRUSTED_PROXIES: '127.0.0.1' });
  api = new ApiClient(proxied.baseUrl);
  tokens = new BrowserTokens(platformSecrets().verificationKey);
}, 120_000);
/** What is asked is waited for on a busy machine too. */
const REDIS_WITHIN_MS = 60_000;
afterAll(async () => {
  redis?.disconnect();
  await proxied?.platform.destroy();
  await closeDatabase();
}, 60_000);

let phones = 0;
/** Far apart: numbers in a row are held for another reason. */
const aPhone = (): string =>
  `+23324${String(((process.pid % 900) * 7_919 + ++phones * 101) % 10_000_000).padStart(7, '0')}`;

/** A browser that has had its token for a minute. */
function aBrowser({ isOutside = false, strength = 0 } = {}) {
  const deviceId = randomUUID();
  const issued = new Date(Date.now() - MINUTE);
  return { deviceId, browserToken: tokens.issue(deviceId, { isOutside, strength }, issued) };
}

async function cast(
  contest: BuiltContest,
  address: string,
  fields: Record<string, unknown> = {},
  headers = {},
) {
  const vote = aVote(contest, { voterPhone: aPhone(), ...fields });
  const answer = await api.post<CastVoteResult>('/votes/cast', vote, {
    headers: { 'x-forwarded-for': address, ...headers },
  });
  if (answer.status !== 201) return answer.code;
  return answer.data.held ? 'held' : answer.data.status;
}

const inTurn = async <T>(count: number, work: (nr: number) => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let nr = 0; nr < count; nr++) all.push(await work(nr));
  return all;
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** More than one network gives without tokens, in one cast: no window of time can end in between. */
const TOO_MANY = 91;
const aContestOfMany = () => aContest().freeVotesPerHour(200);

describe('an open contest', () => {
  it('holds votes of one network without tokens above its allowance, says why, and counts those of browsers there', async () => {
    const owner = await aUser().save();
    const contest = await aContestOfMany().ownedBy(owner).save();
    const network = aNetwork();
    expect(await cast(contest, `${network}.1`, { voteCount: TOO_MANY })).toBe('held');
    const { data } = await owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held`);
    expect(data.map(({ reason }) => reason)).toEqual(['UNKNOWN_BROWSERS']);
    expect(await cast(contest, `${network}.7`, { ...aBrowser(), voteCount: TOO_MANY })).toBe('COMPLETED');
    expect(await cast(contest, `${network}.9`, { voteCount: TOO_MANY - 1 })).toBe('COMPLETED');
  });

  it('takes a token for the browser it was issued to, as old as it must be, and from the networks it is for', async () => {
    const contest = await aContestOfMany().save();
    const network = aNetwork();
    const castMany = (browser: Record<string, unknown> | undefined, host: number) =>
      cast(contest, `${network}.${host}`, { ...browser, voteCount: TOO_MANY });
    const issuedAt = (time: Date, strength = 0) => {
      const deviceId = randomUUID();
      return { deviceId, browserToken: tokens.issue(deviceId, { isOutside: false, strength }, time) };
    };
    const changed = (change: (token: string) => string) => {
      const browser = aBrowser();
      return { ...browser, browserToken: change(browser.browserToken) };
    };
    const old = new Date(Date.now() - 181 * 24 * 60 * MINUTE);
    const { deviceId, browserToken } = aBrowser();
    const wrong = [
      { ...aBrowser(), browserToken },
      { ...aBrowser(), browserToken: undefined },
      { deviceId: undefined, browserToken },
      changed((token) => token.replace(/.(?=[^.]{21}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))),
      changed((token) => token.replace('.u0.', '.u8.')),
      issuedAt(new Date()),
      issuedAt(old, 1),
      aBrowser({ isOutside: true }),
    ];
    expect(await inTurn(wrong.length, (nr) => castMany(wrong[nr], nr))).toEqual(times(wrong.length, 'held'));
    expect(await castMany({ deviceId, browserToken }, 200)).toBe('COMPLETED');
    // A check that was solved for a token makes it good at once.
    expect(await castMany(issuedAt(new Date(), 1), 201)).toBe('COMPLETED');
  });

  it('counts a crowd of 500 browsers behind one address, beside a flood from there, and asks none of them twice', async () => {
    const contest = await aContestOfMany().save();
    const address = `${aNetwork()}.1`;
    expect(await cast(contest, address, { voteCount: TOO_MANY })).toBe('held');
    // As the prices of tokens are: free for the first ones, a check for each after that.
    const crowd = Array.from({ length: 500 }, (_, nr) => aBrowser({ strength: nr < 150 ? 0 : 1 }));
    const became: (string | undefined)[] = [];
    while (crowd.length)
      became.push(
        ...(await Promise.all(crowd.splice(0, 50).map((browser) => cast(contest, address, browser)))),
      );
    const asked = became.filter((one) => one === 'CHALLENGE_REQUIRED').length;
    expect(became.filter((one) => one === 'COMPLETED')).toHaveLength(500 - asked);
    // Their tokens were free, and the address over its rate: asked once, when the vote is cast.
    expect(asked).toBeLessThanOrEqual(150);
  }, 60_000);

  it('takes the check of a token for that of the vote, where not every vote needs its own', async () => {
    const contest = await aContestOfMany().save();
    const address = `${aNetwork()}.1`;
    const overTheRate = { voteCount: 151 };
    expect(await cast(contest, address, { ...aBrowser(), ...overTheRate })).toBe('CHALLENGE_REQUIRED');
    expect(await cast(contest, address, { ...aBrowser({ strength: 1 }), ...overTheRate })).toBe('COMPLETED');
    const always = await aContest().personCheck().save();
    expect(await cast(always, address, aBrowser({ strength: 8 }))).toBe('CHALLENGE_REQUIRED');
  });
});

it('votes that are proven or paid for need no token', async () => {
  const address = `${aNetwork()}.1`;
  const paid = await aContest().paid('1.00').save();
  expect(await cast(paid, address, { voteCount: TOO_MANY })).toBe('PENDING');
  const verified = await aContestOfMany().verifiedPhones().save();
  const voterPhone = aPhone();
  const headers = { 'x-voter-token': await tokenFor(verified, voterPhone) };
  expect(await cast(verified, address, { voterPhone, voteCount: TOO_MANY }, headers)).toBe('COMPLETED');
});

describe('a token', () => {
  const ask = async (address: string, body: Record<string, unknown>) => {
    const headers = { 'x-forwarded-for': address };
    return (await api.post<BrowserTokenAnswer>('/voters/browser', body, { headers })).data;
  };
  const soon = () => new Date(Date.now() + 10_000);

  it('is free for the first browsers of an address, and then costs a check that proves nothing for another', async () => {
    const address = `${aNetwork()}.1`;
    const first = randomUUID();
    const { browserToken, expiresAt } = await ask(address, { deviceId: first });
    expect(tokens.read(browserToken, first, soon())).toEqual({ isOutside: false, strength: 0 });
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now() + 179 * 24 * 60 * MINUTE);
    const [mine, other] = [randomUUID(), randomUUID()];
    let asked: BrowserTokenAnswer = {};
    let free = 1;
    // A window of five minutes may end in between.
    for (; !asked.challenge && free < 400; free++) asked = await ask(address, { deviceId: mine });
    expect(free).toBeGreaterThan(150);
    expect(asked.browserToken).toBeUndefined();
    if (!asked.challenge) throw new Error('no check is asked for');
    const challenge = await solvedBy(asked.challenge);
    expect((await ask(address, { deviceId: other, challenge })).browserToken).toBeUndefined();
    const paid = await ask(address, { deviceId: mine, challenge });
    expect(tokens.read(paid.browserToken, mine, new Date())).toEqual({ isOutside: false, strength: 1 });
  }, 60_000);

  it('says that it was issued outside Ghana', async () => {
    const deviceId = randomUUID();
    const { browserToken } = await ask('45.10.0.7', { deviceId });
    expect(tokens.read(browserToken, deviceId, soon())).toEqual({ isOutside: true, strength: 0 });
  });

  it('comes with the form of the light page', async () => {
    const contest = await aContest().save();
    const browser = new LightBrowser({ 'x-forwarded-for': `${aNetwork()}.1` }, proxied.baseUrl);
    await browser.get(await formPath(contest));
    const [device, ...token] = (browser.cookies.get('abato_light') ?? '').split('.');
    expect(tokens.read(token.join('.'), device, soon())).toEqual({ isOutside: false, strength: 0 });
  });

  it('is not needed on the light page by a voter whose number is proven', async () => {
    const contest = await aContestOfMany().save();
    const network = aNetwork();
    const lightVote = async (isProven: boolean) => {
      const browser = new LightBrowser({ 'x-forwarded-for': `${network}.1` }, proxied.baseUrl);
      await browser.get(await formPath(contest));
      const phone = aLocalPhone();
      const digest = platformSecrets().voterDigest(contest.id, 'phone', e164(phone));
      const proofs = new VoterTokens(platformSecrets().verificationKey);
      // The form is sent at once: the token that came with it is too young.
      if (isProven) browser.cookies.set('abato_proof', proofs.issue(digest, soon()));
      await browser.submit({ phone, votes: String(TOO_MANY) });
    };
    await lightVote(false);
    await lightVote(true);
    const became = await castsOf(contest);
    expect(became.map(({ source, status }) => [source, status])).toEqual([
      ['LIGHT', 'PENDING'],
      ['LIGHT', 'COMPLETED'],
    ]);
  });

  it.each([{}, { deviceId: 'x' }, { deviceId: randomUUID(), challenge: 'x'.repeat(4_001) }])(
    'is refused for %j',
    async (body) => {
      expect((await api.post('/voters/browser', body)).status).toBe(400);
    },
  );
});

function aFreeVote(contestId: string, fields: Partial<FreeVote> = {}): FreeVote {
  return {
    contestId,
    ...{ phone: aPhone(), phoneDigest: randomBytes(16), votes: 10, limit: 100_000, deviceLimit: 100_000 },
    ...{ device: null, address: Buffer.from('an address'), neighbours: null, isOutside: false },
    ...{ unknown: null, challenge: 'AUTO', proven: true },
    ...fields,
  };
}

describe('votes of unknown browsers', () => {
  const groups = (nr: number) => ({ network: Buffer.from(`n${nr}`), wider: Buffer.from(`w${nr}`) });
  const some = (contestId: string, count: number, fields: Partial<FreeVote> = {}): FreeVote[] =>
    Array.from({ length: count }, (_, nr) => aFreeVote(contestId, { unknown: groups(nr), ...fields }));
  const kinds = (verdicts: { kind: string }[]) => verdicts.map(({ kind }) => kind);
  /** A limiter whose Redis can be lost, which answers from what it remembers then. */
  const aLimiter = () => {
    const lost = redis.duplicate();
    return {
      lost,
      limiter: new FreeVoteLimiter(lost, database(), createLogger('test', 'silent'), REDIS_WITHIN_MS),
    };
  };

  it('get one allowance, not one with Redis and one without', async () => {
    const { lost, limiter } = aLimiter();
    const [contestId, now] = [newId(), new Date()];
    expect(kinds(await limiter.charge(some(contestId, 14), now))).toEqual(Array(14).fill('counted'));
    lost.disconnect();
    expect(kinds(await limiter.charge(some(contestId, 2), now))).toEqual(['counted', 'held']);
    // Redis is told what was let through without it.
    const again = newId();
    const told = some(again, 14).map((vote) => ({ ...chargeOf(vote), shared: sharedOf(vote) }));
    expect(kinds(await chargeInRedis(redis, some(again, 2), told, minuteOf(now)))).toEqual([
      'counted',
      'held',
    ]);
  });

  it.each([true, false])('are given back when they are not written (with Redis: %s)', async (isThere) => {
    const { lost, limiter } = aLimiter();
    if (!isThere) lost.disconnect();
    const [contestId, now] = [newId(), new Date(Math.floor(Date.now() / (15 * MINUTE)) * 15 * MINUTE)];
    const [known, unknown] = [some(contestId, 1, { unknown: null }), some(contestId, 15)];
    const both = [...known, ...unknown];
    const verdicts = await limiter.charge(both, now);
    expect(kinds(verdicts)).toEqual(Array(16).fill('counted'));
    limiter.refund(both, verdicts, now);
    if (isThere)
      await waitFor(
        async () =>
          (await redis.hmget(`abato:browsers:${contestId}`, 'known', 'unknown')).join() === '0,0' &&
          (await redis.hvals(`abato:browsers:${contestId}`)).filter((votes) => votes === '10').length === 0,
        { what: 'the votes to be given back' },
      );
    expect(kinds(await limiter.charge(unknown, now))).toEqual(Array(15).fill('counted'));
    lost.disconnect();
  });

  it.each([true, false])(
    'are more where known browsers usually give many (with Redis: %s)',
    async (isThere) => {
      const { lost, limiter } = aLimiter();
      if (!isThere) lost.disconnect();
      const [contestId, start] = [newId(), Math.floor(Date.now() / (15 * MINUTE)) * 15 * MINUTE];
      const crowd = some(contestId, 1, { votes: 24_000, unknown: null });
      expect(kinds(await limiter.charge(crowd, new Date(start)))).toEqual(['counted']);
      // A tenth of what is usual: 24,000 in one of twelve quarters of an hour.
      const verdicts = await limiter.charge(some(contestId, 21), new Date(start + 15 * MINUTE));
      expect(kinds(verdicts)).toEqual([...Array<string>(20).fill('counted'), 'held']);
      lost.disconnect();
    },
  );

  it('are counted by digests that are gone after an hour, and with the next quarter of an hour', async () => {
    const contestId = newId();
    const minute = Math.floor(Date.now() / (15 * MINUTE)) * 15;
    const key = `abato:browsers:${contestId}`;
    await chargeInRedis(redis, some(contestId, 3), [], minute);
    expect(await redis.hlen(key)).toBe(4 + 6);
    const seconds = await redis.ttl(key);
    expect(seconds > 0 && seconds <= WINDOW_SECONDS).toBe(true);
    await chargeInRedis(redis, some(contestId, 1, { unknown: null }), [], minute + 15);
    expect(await redis.hlen(key)).toBe(4);
  });
});

it('person checks for votes take more work once an address has asked for many', async () => {
  const address = `${aNetwork()}.1`;
  const headers = () => ({ 'x-forwarded-for': address, 'idempotency-key': randomUUID() });
  const contestId = newId();
  const strengths: unknown[] = [];
  // A window of five minutes may end in between.
  while (strengths.at(-1) !== 2 && strengths.length < 700) {
    const { data } = await api.post<PersonChallenge>(
      '/votes/challenge',
      { contestId },
      { headers: headers() },
    );
    strengths.push(data.parameters.data?.['strength']);
  }
  expect(strengths.length).toBeGreaterThan(300);
  expect(new Set(strengths)).toEqual(new Set([1, 2]));
}, 60_000);

describe('the price of person checks and tokens', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const pricesOf = async (from: Redis, count: number): Promise<number[]> => {
    const prices = new CheckPrices(from, REDIS_WITHIN_MS);
    const asker = randomBytes(16);
    const all: number[] = [];
    for (let nr = 0; nr < count; nr++) all.push(await prices.next('token', asker, now));
    expect(await prices.next('check', asker, now)).toBe(0);
    expect(await prices.next('token', asker, new Date(now.getTime() + 5 * MINUTE))).toBe(0);
    return all;
  };
  const expected = [0, 1, 2, 4, 8].flatMap((price) => Array<number>(price === 8 ? 300 : 150).fill(price));

  it('rises with what one network asks for in five minutes, with Redis and without', async () => {
    expect(await pricesOf(redis, 900)).toEqual(expected);
    const lost = redis.duplicate();
    lost.disconnect();
    expect(await pricesOf(lost, 900)).toEqual(expected);
  });

  it('counts for all processes, and for no more than five minutes', async () => {
    const asker = randomBytes(16);
    const [one, other] = [new CheckPrices(redis, REDIS_WITHIN_MS), new CheckPrices(redis, REDIS_WITHIN_MS)];
    for (let nr = 0; nr < 150; nr++) await one.next('token', asker, now);
    expect(await other.next('token', asker, now)).toBe(1);
    const [key = ''] = await redis.keys(`abato:asked:token:${asker.toString('base64url')}:*`);
    const seconds = await redis.ttl(key);
    expect(seconds > 0 && seconds <= 300).toBe(true);
  });
});
