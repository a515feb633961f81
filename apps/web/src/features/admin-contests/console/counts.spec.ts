import { expect, it } from '@jest/globals';
import type { ContestConsole } from '@abato/contracts';
import { keepNewer, withTally } from './counts';

const person = (id: string, votes: number) => ({
  id,
  name: id,
  photo: null,
  order: 0,
  votes,
  rank: 1,
  percentage: 0,
});
const state: ContestConsole = {
  contestId: 'contest',
  at: '2026-11-22T20:00:00.000Z',
  version: 5,
  totalVotes: 10,
  categories: [{ id: 'k', name: 'k', order: 0, votes: 10, contestants: [person('a', 7), person('b', 3)] }],
  minutes: [],
  pace: { minuteVotes: 0, usualVotes: 0, phoneShare: null, alarms: [] },
  payments: { waiting: 0, waitingLong: 0, recentPaid: 0, recentFailed: 0, recentUnanswered: 0 },
  held: { votes: 0, transactions: 0 },
  viewers: null,
};
const tally = (version: number, since: number, votes: number) => ({
  contestId: 'contest',
  version,
  since,
  totalVotes: 7 + votes,
  contestants: [{ id: 'b', categoryId: 'k', votes }],
});
const standings = (of: ContestConsole | null) =>
  of?.categories[0]?.contestants.map(({ id, votes, rank, percentage }) => [id, votes, rank, percentage]);

it('the counts of the console follow a live message, with order, ranks and shares', () => {
  const next = withTally(state, tally(6, 5, 13));
  expect(next).toMatchObject({ version: 6, totalVotes: 20, categories: [{ votes: 20 }] });
  expect(standings(next)).toEqual([
    ['b', 13, 1, 65],
    ['a', 7, 2, 35],
  ]);
});

it('the counts of the console ignore an older message and ask again after a missed one', () => {
  expect(withTally(state, tally(4, 0, 1))).toBe(state);
  expect(withTally(state, tally(8, 6, 1))).toBeNull();
});

it('the counts of the console never go back to an older answer', () => {
  const newer = withTally(state, tally(6, 5, 13)) as ContestConsole;
  const fresh = { ...state, viewers: 4 };
  expect(keepNewer(newer, fresh)).toMatchObject({ version: 6, totalVotes: 20, viewers: 4 });
  expect(standings(keepNewer(newer, fresh))?.[0]).toEqual(['b', 13, 1, 65]);
  expect(keepNewer(state, newer)).toBe(newer);
});
