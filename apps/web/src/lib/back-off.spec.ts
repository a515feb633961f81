import { expect, it } from '@jest/globals';
import { pauseAfter, pauseBefore } from './back-off';

const PAUSES = { first: 500, longest: 20_000 };
const chances = Array.from({ length: 1_000 }, (_, at) => at / 1_000);
/** How many of the values are in each tenth of the range. */
const tenths = (values: number[], from: number, to: number): number[] => {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const value of values) {
    const at = Math.floor(((value - from) / (to - from)) * 10 + 1e-9);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
};
const EVENLY = Array.from({ length: 10 }, () => 100);

it.each([
  [0, 250, 750],
  [1, 500, 1_500],
  [5, 8_000, 24_000],
  // Grown to the longest, and no further.
  [6, 10_000, 30_000],
  [60, 10_000, 30_000],
  [6_000, 10_000, 30_000],
])('a pause before trying again of attempt %d is anywhere from %d to %d ms', (attempt, least, most) => {
  const pauses = chances.map((chance) => pauseBefore(attempt, PAUSES, chance));
  expect(tenths(pauses, least, most)).toEqual(EVENLY);
});

it('a pause before trying again is drawn anew each time', () => {
  const drawn = Array.from({ length: 20 }, () => pauseBefore(60, PAUSES));
  expect(new Set(drawn).size).toBe(20);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...drawn)).toBeLessThan(30_000);
});

it('a pause that a server asks for is kept, and then spread evenly', () => {
  const pauses = chances.map((chance) => pauseAfter(30_000, 5_000, chance));
  expect(tenths(pauses, 30_000, 35_000)).toEqual(EVENLY);
  expect(new Set(Array.from({ length: 20 }, () => pauseAfter(30_000, 5_000))).size).toBe(20);
});
