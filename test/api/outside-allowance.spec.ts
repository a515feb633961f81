import { createHash, randomUUID } from 'node:crypto';
import { OUTSIDE_VOTES } from '@abato/contracts';
import { createLogger, newId } from '@abato/platform';
import {
  AddressMemory,
  chargeInRedis,
  chargeOf,
  type FreeVote,
  FreeVoteLimiter,
  judgeByVotes,
  minuteOf,
  type Verdict,
} from '@abato/voting';
import { closeDatabase, database } from '../support/builders.js';
import { redis, useRedis } from '../support/own-redis.js';
import { phonesApartOf } from '../support/phones.js';
import { waitFor } from '../support/wait-for.js';

/** Votes of one cast; no limit of a phone is in the way. */
const VOTES = 50;
const SLOT_MINUTES = 5;
const TWENTY_MINUTES = 4;
const TWELVE_HOURS = 144;

const aPhone = phonesApartOf('outside-allowance');
useRedis();
afterAll(closeDatabase);

function fromOutside(contestId: string): FreeVote {
  const phone = aPhone();
  return {
    ...{ contestId, phone, phoneDigest: createHash('sha256').update(phone).digest().subarray(0, 16) },
    ...{ votes: VOTES, limit: 1_000, deviceLimit: 1_000, device: null, address: null, neighbours: null },
    ...{ isOutside: true, unknown: null, crowd: null, challenge: 'AUTO', askFirst: false, proven: true },
  };
}

describe('an allowance of outside networks', () => {
  const forms: [string, () => (votes: readonly FreeVote[], minute: number) => Promise<Verdict[]>][] = [
    ['with Redis', () => (votes, minute) => chargeInRedis(redis, votes, [], minute)],
    [
      'without Redis',
      () => {
        const memory = new AddressMemory();
        return (votes, minute) => judgeByVotes(database(), votes, minute, memory);
      },
    ],
  ];

  it.each(forms)(
    'grows for those who use it up for twelve hours, four times at most (%s)',
    async (_form, start) => {
      const [contestId, judge] = [newId(), start()];
      // A whole slot; nothing but the injected minutes passes.
      const first = Math.ceil(minuteOf(new Date()) / SLOT_MINUTES) * SLOT_MINUTES;
      const counted: number[] = [];
      for (let slot = 0; slot < TWELVE_HOURS; slot++) {
        const more = (OUTSIDE_VOTES.most * OUTSIDE_VOTES.mostTimes) / VOTES + 1;
        const votes = Array.from({ length: more }, () => fromOutside(contestId));
        const verdicts = await judge(votes, first + slot * SLOT_MINUTES);
        counted.push(VOTES * verdicts.filter(({ kind }) => kind === 'counted').length);
      }
      const together = counted.map((_, slot) =>
        counted.slice(slot, slot + TWENTY_MINUTES).reduce((sum, votes) => sum + votes, 0),
      );
      expect([together[0], Math.max(...together)]).toEqual([
        OUTSIDE_VOTES.most,
        OUTSIDE_VOTES.most * OUTSIDE_VOTES.mostTimes,
      ]);
    },
    120_000,
  );

  it('loses nothing to an answer of Redis that comes after PostgreSQL was asked', async () => {
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

  it('is told once of each vote that was charged without Redis, however late Redis answers', async () => {
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
    const keys = votes.map((vote) => chargeOf(vote).phoneKey);
    const once = `${minuteOf(now)}:${VOTES};`;
    await waitFor(async () => (await redis.mget(keys)).every((text) => text === once), {
      what: 'each vote to be charged once',
    });
    slow.disconnect();
  });
});
