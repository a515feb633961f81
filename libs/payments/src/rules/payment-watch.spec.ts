import { nextCheckAt } from './payment-watch.js';

const created = new Date('2026-11-21T20:00:00Z');
const after = (seconds: number): Date => new Date(+created + seconds * 1000);
const DAY = 86_400;

describe('when the provider is asked next', () => {
  const next = (ageSeconds: number, watchSeconds: number | null = 14 * DAY): number | null => {
    const watchUntil = watchSeconds === null ? null : after(watchSeconds);
    const at = nextCheckAt(created, watchUntil, after(ageSeconds));
    return at && (+at - +created) / 1000;
  };

  it.each([
    [0, 10],
    [9.999, 10],
    [10, 30],
    [30, 60],
    [60, 180],
    [180, 300],
    [300, 600],
    [600, 1_800],
    [1_800, 3_600],
    [3_600, 6 * 3_600],
    [6 * 3_600, DAY],
    [DAY, 3 * DAY],
    [3 * DAY, 4 * DAY],
    [4 * DAY - 1, 4 * DAY],
    [4 * DAY, 5 * DAY],
    [9.5 * DAY, 10 * DAY],
  ])('after %s s: at %s s', (age, at) => {
    expect(next(age)).toBe(at);
  });

  it('is the end of the watch at the latest, and never after it', () => {
    expect(next(13.5 * DAY, 13.75 * DAY)).toBe(13.75 * DAY);
    expect(next(13 * DAY)).toBe(14 * DAY);
    expect(next(14 * DAY - 0.001)).toBe(14 * DAY);
    expect(next(14 * DAY)).toBeNull();
    expect(next(20 * DAY)).toBeNull();
    expect(next(0, 5)).toBe(5);
    expect(next(0, 10)).toBe(10);
  });

  it('is a day later for ever while no end is known', () => {
    expect(next(100 * DAY, null)).toBe(101 * DAY);
  });
});
