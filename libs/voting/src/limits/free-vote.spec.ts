import fc from 'fast-check';
import { minuteOf, WINDOW_MINUTES } from './free-vote.js';
import { allowance, limitRefusal } from './limit-refusals.js';
import { seedOf } from '../../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('free-vote') });

const NOW = 30_000_000;
const used = (...entries: [number, number][]) => new Map(entries.map(([ago, votes]) => [NOW - ago, votes]));

it('the allowance of free votes lets votes through up to the limit', () => {
  expect(allowance(used(), 10, 10, NOW)).toEqual({ allowed: true });
  expect(allowance(used([5, 9]), 1, 10, NOW)).toEqual({ allowed: true });
  expect(allowance(used([5, 10]), 1, 10, NOW)).toMatchObject({ allowed: false, left: 0 });
});

it('the allowance of free votes forgets votes after an hour, and says when enough of them will be', () => {
  expect(allowance(used([60, 10]), 10, 10, NOW)).toEqual({ allowed: true });
  expect(allowance(used([59, 4], [10, 5]), 3, 10, NOW)).toEqual({
    allowed: false,
    left: 1,
    nextMinute: NOW + 1,
  });
  expect(allowance(used([59, 1], [10, 9]), 5, 10, NOW)).toMatchObject({ nextMinute: NOW + 50 });
  expect(allowance(used([10, 5], [59, 4]), 5, 10, NOW)).toMatchObject({ nextMinute: NOW + 1 });
});

it('the allowance of free votes is by minutes since 1970', () =>
  expect(minuteOf(new Date('1970-01-02T00:01:59Z'))).toBe(24 * 60 + 1));

it('the allowance of free votes never has a time for more than the limit', () =>
  expect(allowance(used(), 11, 10, NOW)).toEqual({ allowed: false, left: 10, nextMinute: null }));

it('the allowance of free votes never lets more than the limit through in any hour', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 8 })), {
        maxLength: 60,
      }),
      (limit, votes) => {
        const cast = new Map<number, number>();
        let minute = NOW;
        for (const [wait, wanted] of votes) {
          minute += wait;
          if (allowance(cast, wanted, limit, minute).allowed)
            cast.set(minute, (cast.get(minute) ?? 0) + wanted);
        }
        for (const start of cast.keys()) {
          const inHour = [...cast].filter(([at]) => at >= start && at < start + WINDOW_MINUTES);
          expect(inHour.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(limit);
        }
      },
    ),
  );
});

const NOON = new Date('2026-11-23T20:00:30Z');
const VOTE = { votes: 3, limit: 10, deviceLimit: 30 };
const refused = (per: 'phone' | 'device', left: number, time: string | null) =>
  limitRefusal(
    { kind: 'refused', per, left, nextMinute: time && Date.parse(time) / 60_000 } as never,
    VOTE,
    NOON,
  );

it('the refusal of free votes says when one may vote again, in Ghana’s time, and after how many seconds', () => {
  const refusal = refused('phone', 0, '2026-11-23T20:05:00Z');
  expect(refusal).toMatchObject({
    code: 'VOTE_LIMIT_REACHED',
    message: 'You have used your 10 free votes for this hour. You can vote again at 20:05.',
    retryAfter: 270,
  });
  expect(refused('phone', 0, '2026-11-23T20:00:00Z').retryAfter).toBe(1);
});

it('the refusal of free votes says how many are left when some are', () =>
  expect(refused('phone', 2, '2026-11-23T20:05:00Z').message).toBe(
    'You have 2 free votes left right now. You can cast 3 again at 20:05.',
  ));

it('the refusal of free votes names the limit of the device where that one is reached', () =>
  expect(refused('device', 0, '2026-11-23T20:05:00Z').message).toContain('used its 30 free votes'));

it('the refusal of free votes says that so many at once are never possible, at the field, and names no time', () => {
  const refusal = refused('phone', 10, null);
  const message = 'This contest allows 10 free votes per phone and hour. Please choose a smaller number.';
  expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'voteCount', message }] });
  expect(refusal.retryAfter).toBeUndefined();
});
