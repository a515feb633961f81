import { secondsUntilNextPrompt, UNAPPROVED_STATES } from './prompt-limit.js';

const now = new Date('2026-11-21T20:00:00Z');
const minutesAgo = (...minutes: number[]): Date[] => minutes.map((some) => new Date(+now - some * 60_000));

it('prompts to one phone that are not approved are five in an hour, then one whenever the oldest of five is an hour old', () => {
  expect(secondsUntilNextPrompt([], now)).toBe(0);
  expect(secondsUntilNextPrompt(minutesAgo(1, 2, 3, 4), now)).toBe(0);
  expect(secondsUntilNextPrompt(minutesAgo(1, 2, 3, 4, 50), now)).toBe(10 * 60);
  expect(secondsUntilNextPrompt(minutesAgo(1, 2, 3, 4, 60), now)).toBe(0);
});

it('prompts to one phone that are not approved are fifteen in a day', () => {
  const everyHour = minutesAgo(...Array.from({ length: 15 }, (_, index) => 61 + index * 60));
  expect(secondsUntilNextPrompt(everyHour.slice(1), now)).toBe(0);
  expect(secondsUntilNextPrompt(everyHour, now)).toBe((24 * 60 - 61 - 14 * 60) * 60);
});

it('prompts to one phone that are not approved are those that were sent and neither paid nor given back', () =>
  expect(UNAPPROVED_STATES).toEqual([
    'CREATED',
    'INIT_UNKNOWN',
    'INITIALIZED',
    'PROVIDER_PENDING',
    'SUPERSEDED',
    'FAILED',
    'EXPIRED',
  ]));
