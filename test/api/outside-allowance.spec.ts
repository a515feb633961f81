import { randomBytes, randomUUID } from 'node:crypto';
import { ADDRESS_VOTES, OUTSIDE_VOTES } from '@abato/contracts';
import { newId } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { chargeInRedis, type FreeVote, FreeVoteLimiter, minuteOf, phoneKey } from '@abato/testing/voting';
import { database } from '../support/builders.js';
import { redis, useRedis } from '../support/own-redis.js';
import { phonesApartOf } from '../support/phones.js';
import { aFreeVote } from '../support/vote-rows.js';
import { waitFor } from '../support/wait-for.js';

/** Votes of one cast; no limit of a phone is in the way. */
const VOTES = 50;
const SLOT_MINUTES = 5;
const TWENTY_MINUTES = 4;
const TWELVE_HOURS = 144;

const aPhone = phonesApartOf('outside-allowance');
useRedis();

const fromOutside = (contestId: string): FreeVote =>
  aFreeVote(contestId, aPhone(), {
    votes: VOTES,
    limit: 1_000,
    deviceLimit: 1_000,
    address: null,
    isOutside: true,
    proven: true,
  });

it('an allowance of outside networks grows for those who use it up for twelve hours, four times at most', async () => {
  const contestId = newId();
  // A whole slot; nothing but the injected minutes passes.
  const first = Math.ceil(minuteOf(new Date()) / SLOT_MINUTES) * SLOT_MINUTES;
  const counted: number[] = [];
  for (let slot = 0; slot < TWELVE_HOURS; slot++) {
    const more = (OUTSIDE_VOTES.most * OUTSIDE_VOTES.mostTimes) / VOTES + 1;
    const votes = Array.from({ length: more }, () => fromOutside(contestId));
    const verdicts = await chargeInRedis(redis, votes, first + slot * SLOT_MINUTES);
    counted.push(VOTES * verdicts.filter(({ kind }) => kind === 'counted').length);
  }
  const together = counted.map((_, slot) =>
    counted.slice(slot, slot + TWENTY_MINUTES).reduce((sum, votes) => sum + votes, 0),
  );
  expect([together[0], Math.max(...together)]).toEqual([
    OUTSIDE_VOTES.most,
    OUTSIDE_VOTES.most * OUTSIDE_VOTES.mostTimes,
  ]);
});

it('an allowance of outside networks loses nothing to an answer of Redis that comes after PostgreSQL was asked', async () => {
  const [contestId, release] = [newId(), `abato:test:${randomUUID()}`];
  const slow = redis.duplicate();
  // What is sent after a blocking command waits for its end.
  const blocked = slow.blpop(release, 0);
  const limiter = new FreeVoteLimiter(slow, database(), createLogger('test', 'silent'), 1);
  const [verdict] = await limiter.charge([fromOutside(contestId)], new Date());
  expect(verdict).toEqual({ kind: 'counted' });
  await redis.rpush(release, 'go on');
  await blocked;
  // The charge has arrived by the time a later command of its connection is answered.
  await slow.ping();
  await waitFor(async () => (await redis.keys(`abato:*${contestId}*`)).length === 0, {
    what: 'the late charge to be given back',
  });
  slow.disconnect();
});

it('an allowance of outside networks is told once of each vote that was charged without Redis, however late Redis answers', async () => {
  const [contestId, release] = [newId(), `abato:test:${randomUUID()}`];
  const slow = redis.duplicate();
  // What is sent after a blocking command waits for its end.
  const blocked = slow.blpop(release, 0);
  const limiter = new FreeVoteLimiter(slow, database(), createLogger('test', 'silent'), 1);
  const now = new Date();
  const charge = async (): Promise<FreeVote> => {
    const vote = { ...fromOutside(contestId), isOutside: false };
    // As after the pause that a late answer is followed by.
    Object.assign(limiter, { pausedUntil: 0 });
    expect(await limiter.charge([vote], now)).toEqual([{ kind: 'counted' }]);
    return vote;
  };
  const votes = [await charge(), await charge(), await charge()];
  await redis.rpush(release, 'go on');
  await blocked;
  // Tells of the last of them.
  await charge();
  const keys = votes.map(phoneKey);
  const once = `${minuteOf(now)}:${VOTES};`;
  await waitFor(async () => (await redis.mget(keys)).every((text) => text === once), {
    what: 'each vote to be charged once',
  });
  slow.disconnect();
});

/** The rule about surges (`SURGE_VOTES`, ADR 42), with injected minutes. */
const FINALE = 4 * 60;
/** A whole slot. */
const first = Math.ceil(minuteOf(new Date()) / SLOT_MINUTES) * SLOT_MINUTES;

/** Another number each time; the address is one of many. */
const fromGhana = (contestId: string, fields: Partial<FreeVote> = {}): FreeVote => ({
  ...fromOutside(contestId),
  phoneDigest: randomBytes(16),
  votes: 10,
  limit: 10,
  address: randomBytes(16),
  isOutside: false,
  surge: { isSettled: false, then: 'ask' },
  ...fields,
});

const regulars = (contestId: string, count: number): FreeVote[] =>
  Array.from({ length: count }, () =>
    fromGhana(contestId, { votes: 2, surge: { isSettled: true, then: 'ask' } }),
  );

async function countedOf(votes: readonly FreeVote[], minute: number): Promise<number> {
  const verdicts = await chargeInRedis(redis, votes, first + minute);
  return votes.reduce((sum, vote, nr) => sum + (verdicts[nr]?.kind === 'counted' ? vote.votes : 0), 0);
}

/** Three hours in which each of the regulars votes once, four of them in a minute at most. */
async function ordinaryEvening(contestId: string, voters: readonly FreeVote[]): Promise<void> {
  for (let minute = 0; minute < 180; minute++) {
    const now = voters.slice((minute * voters.length) / 180, ((minute + 1) * voters.length) / 180);
    expect(await countedOf(now, minute)).toBe(now.length * 2);
  }
}

/** As a program sends them: with a token for each vote, with tokens collected the day before, and with each counted number again and again. */
const invented = (contestId: string, count: number): FreeVote[] =>
  Array.from({ length: count }, (_, nr) =>
    fromGhana(contestId, { surge: { isSettled: nr % 2 === 0, then: 'ask' }, votes: nr % 3 === 0 ? 1 : 10 }),
  ).flatMap((vote) => (vote.votes === 1 ? [vote, { ...vote, votes: 9 }] : [vote]));

it.each([
  { when: 'on an ordinary evening', comingBack: 0.2 },
  { when: 'in a finale to which all regulars come at once', comingBack: 1 },
])(
  'new voters of a contest who are invented get 300 votes counted in ten minutes, and regulars theirs, $when',
  async ({ comingBack }) => {
    const contestId = newId();
    const voters = regulars(contestId, 720);
    await ordinaryEvening(contestId, voters);
    const honest = voters.slice(0, comingBack * voters.length).map((vote) => ({ ...vote, votes: 8 }));
    let [countedInvented, countedHonest] = [0, 0];
    for (let minute = 0; minute < 10; minute++) {
      countedInvented += await countedOf(invented(contestId, 300), FINALE + minute);
      const now = honest.slice((minute * honest.length) / 10, ((minute + 1) * honest.length) / 10);
      countedHonest += await countedOf(now, FINALE + minute);
    }
    expect(countedInvented).toBeLessThanOrEqual(ADDRESS_VOTES.most);
    expect(countedHonest).toBe(honest.length * 8);
  },
);

it('new voters of a contest are not asked in a finale without an attack while they are one voter in twenty, and each who proves the number counts', async () => {
  const contestId = newId();
  const voters = regulars(contestId, 570);
  await ordinaryEvening(contestId, voters);
  const newcomers = Array.from({ length: 30 }, () => fromGhana(contestId));
  expect(await countedOf([...voters, ...newcomers], FINALE)).toBe(570 * 2 + 30 * 10);
  const late = fromGhana(contestId);
  expect(await chargeInRedis(redis, [late], first + FINALE)).toEqual([{ kind: 'proof', isSurge: true }]);
  expect(await countedOf([{ ...late, surge: null }], FINALE)).toBe(10);
});

it('new voters of a contest who are invented for twelve hours get at most half as many again, and those that were held make no number known', async () => {
  const contestId = newId();
  const counted: number[] = [];
  const held: FreeVote[] = [];
  for (let slot = 0; slot < TWELVE_HOURS; slot++) {
    const votes = Array.from({ length: 62 }, () =>
      fromGhana(contestId, { surge: { isSettled: true, then: 'hold' } }),
    );
    counted.push(await countedOf(votes, slot * SLOT_MINUTES));
    held.push(...votes.slice(-2));
  }
  const together = counted.map((_, slot) =>
    counted.slice(slot, slot + 3).reduce((sum, votes) => sum + votes),
  );
  expect(together[0]).toBe(ADDRESS_VOTES.most);
  expect(Math.max(...together)).toBeLessThanOrEqual(1.5 * ADDRESS_VOTES.most);
  const again = await chargeInRedis(redis, held, first + TWELVE_HOURS * SLOT_MINUTES + 90);
  expect(again.filter(({ kind }) => kind === 'counted').length).toBeLessThanOrEqual(60);
});

it('new voters of a contest may be half as many again as usual where very many are usual', async () => {
  const contestId = newId();
  const slot = first / SLOT_MINUTES;
  const before = Array.from({ length: 38 }, (_, nr) => `${slot - 1 - nr}:2000;`).join('');
  await redis.set(`abato:surge:${contestId}`, before);
  // The first minute of the third slot: 4,400 are usual.
  const votes = Array.from({ length: 261 }, () => fromGhana(contestId));
  expect(await countedOf(votes, 0)).toBe(2_600);
});

it('new voters of a contest leave room again for those whose votes were not written, and nothing for others', async () => {
  const contestId = newId();
  const limiter = new FreeVoteLimiter(redis, database(), createLogger('test', 'silent'), 60_000);
  const now = new Date(first * 60_000);
  const votes = Array.from({ length: 30 }, () => fromGhana(contestId));
  const verdicts = await limiter.charge(votes, now);
  expect(verdicts).toEqual(Array(30).fill({ kind: 'counted', isNew: true }));
  const proven = fromGhana(contestId, { surge: null });
  limiter.refund([...votes.slice(0, 2), proven], [...verdicts.slice(0, 2), { kind: 'counted' }], now);
  await waitFor(async () => (await redis.get(`abato:surge:${contestId}`))?.includes(':280;'), {
    what: 'the votes to be given back',
  });
  expect(
    await countedOf(
      Array.from({ length: 3 }, () => fromGhana(contestId)),
      0,
    ),
  ).toBe(20);
});
