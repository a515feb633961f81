import { judgePace, type MinuteVotes } from './vote-pace.js';

const NOW = new Date('2026-11-21T20:15:30Z');
const NOTHING = { casts: 0, votes: 0, mostOfOnePhone: 0 };

/** Votes by minutes before now: 0 is the running minute. */
const minutes = (votes: Record<number, number>): MinuteVotes[] =>
  Object.entries(votes).map(([back, count]) => ({
    minute: new Date(Date.parse('2026-11-21T20:15:00Z') - Number(back) * 60_000),
    votes: count,
  }));
const steady = (votes: number): Record<number, number> =>
  Object.fromEntries(Array.from({ length: 60 }, (_, back) => [back + 2, votes]));

it('the pace of a contest is compared with the median minute of the hour before', () => {
  expect(judgePace(minutes({ ...steady(20), 0: 100 }), NOTHING, NOW)).toEqual({
    minuteVotes: 100,
    usualVotes: 20,
    phoneShare: null,
    alarms: [],
  });
  expect(judgePace(minutes({ ...steady(20), 0: 101 }), NOTHING, NOW).alarms).toEqual(['SURGE']);
});

it('the pace of a contest still raises the alarm in the minute after', () => {
  expect(judgePace(minutes({ ...steady(20), 1: 101, 0: 3 }), NOTHING, NOW).alarms).toEqual(['SURGE']);
  expect(judgePace(minutes({ ...steady(20), 2: 101 }), NOTHING, NOW).alarms).toEqual([]);
});

it('the pace of a contest is quiet about a few votes after a silent hour, and not about many', () => {
  expect(judgePace(minutes({ 0: 50 }), NOTHING, NOW).alarms).toEqual([]);
  expect(judgePace(minutes({ 0: 51 }), NOTHING, NOW)).toMatchObject({ usualVotes: 0, alarms: ['SURGE'] });
});

it('the pace of a contest does not take one peak within the hour for the usual', () =>
  expect(judgePace(minutes({ ...steady(10), 30: 100_000, 0: 60 }), NOTHING, NOW)).toMatchObject({
    usualVotes: 10,
    alarms: ['SURGE'],
  }));

it('the pace of a contest is the middle of sixty minutes, however they come, from the one before the last on', () => {
  const mixed = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 2, i % 2 ? 9 : 100]));
  expect(judgePace(minutes(mixed), NOTHING, NOW).usualVotes).toBe(55);
  const everyNumber = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 2, ((i * 37) % 60) + 1]));
  expect(judgePace(minutes(everyNumber), NOTHING, NOW).usualVotes).toBe(31);
  const older = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [i + 31, 10]));
  expect(judgePace(minutes(older), NOTHING, NOW).usualVotes).toBe(10);
  const half = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i + 32, 10]));
  expect(judgePace(minutes(half), NOTHING, NOW).usualVotes).toBe(5);
});

it('the pace of a contest forgets what is older than the hour', () =>
  expect(judgePace(minutes({ 62: 1_000, 200: 9 }), NOTHING, NOW).usualVotes).toBe(0));

const shareOf = (casts: number, votes: number, mostOfOnePhone: number) =>
  judgePace([], { casts, votes, mostOfOnePhone }, NOW);

it('the share of one phone raises the alarm from half of the votes on', () => {
  expect(shareOf(20, 40, 20)).toMatchObject({ phoneShare: 50, alarms: ['ONE_PHONE'] });
  expect(shareOf(20, 41, 20)).toMatchObject({ phoneShare: 48.8, alarms: [] });
});

it('the share of one phone is not judged on a handful of casts', () =>
  expect(shareOf(19, 100, 100)).toMatchObject({ phoneShare: null, alarms: [] }));
