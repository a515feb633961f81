import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { newId } from '@abato/platform';
import { chargeInRedis, CheckPrices, type FreeVote, minuteOf, refundInRedis } from '@abato/testing/voting';
import { redis, useRedis } from '../support/own-redis.js';
import { phonesApartOf } from '../support/phones.js';
import { aFreeVote } from '../support/vote-rows.js';

/**
 * The allowances of outside networks, unknown browsers and addresses, and the prices of checks (ADRs 42), without a process.
 */

const MINUTE = 60_000;
/** What is asked is waited for on a busy machine too. */
const REDIS_WITHIN_MS = 60_000;

useRedis();

const aPhone = phonesApartOf('browser-allowance');

/** Of a voter whose browser is known. */
const aVoteOf = (contestId: string, fields: Partial<FreeVote> = {}): FreeVote =>
  aFreeVote(contestId, aPhone(), {
    votes: 10,
    limit: 100_000,
    deviceLimit: 100_000,
    proven: true,
    ...fields,
  });

const heldAt = (address: string) => ({ address: Buffer.from(address), then: 'hold' as const });
const groups = (nr: number) => ({ network: Buffer.from(`n${nr}`), wider: Buffer.from(`w${nr}`) });
/** Of unknown browsers, unless the fields say otherwise. */
const some = (contestId: string, count: number, fields: Partial<FreeVote> = {}): FreeVote[] =>
  Array.from({ length: count }, (_, nr) => aVoteOf(contestId, { unknown: groups(nr), ...fields }));
const kinds = (verdicts: { kind: string }[]) => verdicts.map(({ kind }) => kind);

it.each<[string, (nr: number) => Partial<FreeVote>, number]>([
  ['unknown browsers from everywhere', () => ({}), 15],
  [
    'unknown browsers of one wider network',
    (nr) => ({ unknown: { ...groups(nr), wider: Buffer.from('w') } }),
    12,
  ],
  ['unknown browsers of one network', () => ({ unknown: groups(0) }), 9],
  ['outside networks', () => ({ unknown: null, address: null, isOutside: true }), 25],
  ['unproven numbers of one address', () => ({ unknown: null, limit: 10, crowd: heldAt('a') }), 30],
])('%s get one allowance, and what is more is held', async (_who, fieldsOf, most) => {
  const contestId = newId();
  const votes = Array.from({ length: most + 2 }, (_, nr) =>
    aVoteOf(contestId, { unknown: groups(nr), ...fieldsOf(nr) }),
  );
  const verdicts = await chargeInRedis(redis, votes, minuteOf(new Date()));
  expect(kinds(verdicts)).toEqual([...Array<string>(most).fill('counted'), 'held', 'held']);
});

it('an address over its rate gets a person check, no other address does, nor the same one five minutes later', async () => {
  const [contestId, minute] = [newId(), Math.floor(Date.now() / (5 * MINUTE)) * 5];
  const from = (address: string, fields: Partial<FreeVote> = {}) =>
    aVoteOf(contestId, { address: Buffer.from(address), proven: false, ...fields });
  const hall = Array.from({ length: 16 }, () => from('hall'));
  const others = [from('hall', { proven: true }), from('home')];
  expect(kinds(await chargeInRedis(redis, [...hall, ...others], minute))).toEqual([
    ...Array<string>(15).fill('counted'),
    'challenge',
    'counted',
    'counted',
  ]);
  expect(kinds(await chargeInRedis(redis, [from('hall')], minute + 5))).toEqual(['counted']);
});

it('outside networks need a person check after 150 votes, and others do not', async () => {
  const contestId = newId();
  const outside = some(contestId, 16, { unknown: null, address: null, isOutside: true, proven: false });
  const inside = aVoteOf(contestId, { proven: false });
  expect(kinds(await chargeInRedis(redis, [...outside, inside], minuteOf(new Date())))).toEqual([
    ...Array<string>(15).fill('counted'),
    'challenge',
    'counted',
  ]);
});

it('numbers in a row from one address are held, the same numbers from many addresses are not', async () => {
  const inARow = (contestId: string, near: (nr: number) => string) =>
    Array.from({ length: 12 }, (_, nr) =>
      aVoteOf(contestId, { phone: `+2332455555${nr + 10}`, neighbours: Buffer.from(near(nr)) }),
    );
  const judge = (votes: FreeVote[]) => chargeInRedis(redis, votes, minuteOf(new Date()));
  expect((await judge(inARow(newId(), () => 'one'))).slice(9)).toEqual([
    { kind: 'counted' },
    ...Array<object>(2).fill({ kind: 'held', reason: 'NEIGHBOURING_PHONES' }),
  ]);
  expect(kinds(await judge(inARow(newId(), (nr) => `${nr}`)))).toEqual(Array(12).fill('counted'));
});

it('votes of unknown browsers are given back when they are not written', async () => {
  const [contestId, minute] = [newId(), Math.floor(Date.now() / (15 * MINUTE)) * 15];
  const both = [...some(contestId, 1, { unknown: null }), ...some(contestId, 15)];
  const verdicts = await chargeInRedis(redis, both, minute);
  expect(kinds(verdicts)).toEqual(Array(16).fill('counted'));
  await refundInRedis(redis, both, verdicts, minute);
  expect(kinds(await chargeInRedis(redis, both.slice(1), minute))).toEqual(Array(15).fill('counted'));
});

it('votes of unknown browsers are more where known browsers usually give many', async () => {
  const [contestId, minute] = [newId(), Math.floor(Date.now() / (15 * MINUTE)) * 15];
  await chargeInRedis(redis, some(contestId, 1, { votes: 24_000, unknown: null }), minute);
  // A tenth of what is usual: 24,000 in one of twelve quarters of an hour.
  const verdicts = await chargeInRedis(redis, some(contestId, 21), minute + 15);
  expect(kinds(verdicts)).toEqual([...Array<string>(20).fill('counted'), 'held']);
});

it('votes of unknown browsers are counted by digests that are gone with the next quarter of an hour', async () => {
  const contestId = newId();
  const minute = Math.floor(Date.now() / (15 * MINUTE)) * 15;
  const key = `abato:browsers:${contestId}`;
  await chargeInRedis(redis, some(contestId, 3), minute);
  expect(await redis.hlen(key)).toBe(4 + 6);
  await chargeInRedis(redis, some(contestId, 1, { unknown: null }), minute + 15);
  expect(await redis.hlen(key)).toBe(4);
});

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

it('the price of person checks and tokens rises with what one network asks for in five minutes, with Redis and without', async () => {
  expect(await pricesOf(redis, 900)).toEqual(expected);
  const lost = redis.duplicate();
  lost.disconnect();
  expect(await pricesOf(lost, 900)).toEqual(expected);
});

it('the price of person checks and tokens counts for all processes, and for no more than five minutes', async () => {
  const asker = randomBytes(16);
  const [one, other] = [new CheckPrices(redis, REDIS_WITHIN_MS), new CheckPrices(redis, REDIS_WITHIN_MS)];
  for (let nr = 0; nr < 150; nr++) await one.next('token', asker, now);
  expect(await other.next('token', asker, now)).toBe(1);
  const [key = ''] = await redis.keys(`abato:asked:token:${asker.toString('base64url')}:*`);
  const seconds = await redis.ttl(key);
  expect(seconds > 0 && seconds <= 300).toBe(true);
});
