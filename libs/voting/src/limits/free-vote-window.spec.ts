import fc from 'fast-check';
import { allowance, minuteOf, WINDOW_MINUTES } from './free-vote-window.js';

const NOW = 30_000_000;
const used = (...entries: [number, number][]) => new Map(entries.map(([ago, votes]) => [NOW - ago, votes]));

describe('the allowance of free votes', () => {
  it('lets votes through up to the limit', () => {
    expect(allowance(used(), 10, 10, NOW)).toEqual({ allowed: true });
    expect(allowance(used([5, 9]), 1, 10, NOW)).toEqual({ allowed: true });
    expect(allowance(used([5, 10]), 1, 10, NOW)).toMatchObject({ allowed: false, left: 0 });
  });

  it('forgets votes after an hour, and says when enough of them will be', () => {
    expect(allowance(used([60, 10]), 10, 10, NOW)).toEqual({ allowed: true });
    expect(allowance(used([59, 4], [10, 5]), 3, 10, NOW)).toEqual({
      allowed: false,
      left: 1,
      nextMinute: NOW + 1,
    });
    expect(allowance(used([59, 1], [10, 9]), 5, 10, NOW)).toMatchObject({ nextMinute: NOW + 50 });
    expect(allowance(used([10, 5], [59, 4]), 5, 10, NOW)).toMatchObject({ nextMinute: NOW + 1 });
  });

  it('is by minutes since 1970', () => {
    expect(minuteOf(new Date('1970-01-02T00:01:59Z'))).toBe(24 * 60 + 1);
  });

  it('never has a time for more than the limit', () => {
    expect(allowance(used(), 11, 10, NOW)).toEqual({ allowed: false, left: 10, nextMinute: null });
  });

  it('never lets more than the limit through in any hour', () => {
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
            if (allowance(cast, wanted, limit, minute).allowed) {
              cast.set(minute, (cast.get(minute) ?? 0) + wanted);
            }
          }
          for (const start of cast.keys()) {
            const inHour = [...cast].filter(([at]) => at >= start && at < start + WINDOW_MINUTES);
            expect(inHour.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });
});
