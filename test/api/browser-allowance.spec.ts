import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createLogger, newId } from '@abato/platform';
import {
  chargeInRedis,
  chargeOf,
  CheckPrices,
  type FreeVote,
  FreeVoteLimiter,
  minuteOf,
  sharedOf,
} from '@abato/voting';
import { closeDatabase, database } from '../support/builders.js';
import { redis, useRedis } from '../support/own-redis.js';
import { phonesApartOf } from '../support/phones.js';
import { waitFor } from '../support/wait-for.js';

/**
 * The allowances of outside networks, unknown browsers and addresses, and the prices of checks (ADRs 145, 150, 151, 177), without a process: with Redis and with
 * what is remembered when it is lost.
 */

const MINUTE = 60_000;
const WINDOW_SECONDS = 3_600;
/** What is asked is waited for on a busy machine too. */
const REDIS_WITHIN_MS = 60_000;

useRedis();
afterAll(closeDatabase);

const aPhone = phonesApartOf('browser-allowance');

function aFreeVote(contestId: string, fields: Partial<FreeVote> = {}): FreeVote {
  return {
    contestId,
    ...{ phone: aPhone(), phoneDigest: randomBytes(16), votes: 10, limit: 100_000, deviceLimit: 100_000 },
    ...{ device: null, address: Buffer.from('an address'), neighbours: null, isOutside: false },
    ...{ unknown: null, crowd: null, surge: null, challenge: 'AUTO', askFirst: false, proven: true },
    ...fields,
  };
}

const heldAt = (address: string) => ({ address: Buffer.from(address), then: 'hold' as const });
const groups = (nr: number) => ({ network: Buffer.from(`n${nr}`), wider: Buffer.from(`w${nr}`) });
/** Of unknown browsers, unless the fields say otherwise. */
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

it.each<[string, Partial<FreeVote>, { first: number; left: number }]>([
  ['unknown browsers', {}, { first: 14, left: 1 }],
  ['outside networks', { unknown: null, address: null, isOutside: true }, { first: 20, left: 5 }],
  [
    'unproven numbers of one address',
    { unknown: null, limit: 10, crowd: heldAt('a') },
    { first: 20, left: 10 },
  ],
])('%s get one allowance, not one with Redis and one without', async (_who, fields, { first, left }) => {
  const { lost, limiter } = aLimiter();
  const [contestId, now] = [newId(), new Date()];
  const toTheEnd = [...Array<string>(left).fill('counted'), 'held'];
  expect(kinds(await limiter.charge(some(contestId, first, fields), now))).toEqual(
    Array(first).fill('counted'),
  );
  lost.disconnect();
  expect(kinds(await limiter.charge(some(contestId, left + 1, fields), now))).toEqual(toTheEnd);
  // Redis is told what was let through without it.
  const again = newId();
  const told = some(again, first, fields).map((vote) => ({ ...chargeOf(vote), shared: sharedOf(vote) }));
  const later = some(again, left + 1, fields);
  expect(kinds(await chargeInRedis(redis, later, told, minuteOf(now)))).toEqual(toTheEnd);
});

describe('votes of unknown browsers', () => {
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

it('votes of an address are counted by a digest that is gone after a quarter of an hour', async () => {
  const contestId = newId();
  const votes = some(contestId, 2, { unknown: null, crowd: heldAt('a') });
  await chargeInRedis(redis, votes, [], minuteOf(new Date()));
  const [key = '', ...more] = await redis.keys(`abato:crowd:${contestId}:*`);
  expect(more).toEqual([]);
  const seconds = await redis.ttl(key);
  expect(seconds > 0 && seconds <= 900).toBe(true);
});

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
