import { expect, it } from '@jest/globals';
import type { ContestStatus } from '@abato/contracts';
import { LONGEST_TIMER_MS } from './server-time';
import { nextChange, shownStatus, votingState, type VotingState } from './voting-state';

const START = Date.parse('2026-11-21T08:00:00Z');
const END = Date.parse('2026-11-21T20:00:00Z');
const dates = { startDate: '2026-11-21T08:00:00Z', endDate: '2026-11-21T20:00:00Z' };

it.each<[ContestStatus, boolean, number, VotingState]>([
  ['ACTIVE', false, START - 1, 'notStarted'],
  ['ACTIVE', false, START, 'open'],
  ['ACTIVE', false, END - 1, 'open'],
  ['ACTIVE', false, END, 'ended'],
  ['ACTIVE', true, START, 'paused'],
  ['PAUSED', false, START, 'paused'],
  ['PAUSED', true, END, 'ended'],
  ['ENDED', false, START, 'ended'],
  ['DRAFT', false, START, 'notActive'],
])('votingState of status %s (paused: %s) at %i is %s', (status, isPaused, now, state) =>
  expect(votingState({ ...dates, status, isPaused, reason: null }, now)).toBe(state),
);

it('votingState is closed while the host is inactive, until it has ended', () => {
  const contest = { ...dates, status: 'ACTIVE', isPaused: false, reason: 'CONTEST_NOT_ACTIVE' } as const;
  expect(votingState(contest, START)).toBe('notActive');
  expect(votingState(contest, END)).toBe('ended');
});

it.each<[ContestStatus, boolean, number, string]>([
  ['ACTIVE', false, START - 1, 'UPCOMING'],
  ['ACTIVE', false, START, 'ACTIVE'],
  ['ACTIVE', false, END, 'ENDED'],
  ['ACTIVE', true, START, 'PAUSED'],
  ['PAUSED', true, START - 1, 'PAUSED'],
  ['PAUSED', true, START, 'PAUSED'],
  ['ENDED', false, START, 'ENDED'],
  ['DRAFT', false, START - 1, 'DRAFT'],
  ['DRAFT', false, END, 'DRAFT'],
])('the shown status of status %s (paused: %s) at %i is %s', (status, isPaused, now, shown) =>
  expect(shownStatus({ ...dates, status, isPaused }, now)).toBe(shown),
);

it('no timer is longer than a browser can hold: a longer one would end at once', () =>
  expect(LONGEST_TIMER_MS).toBe(2_147_483_647));

it.each([
  ['before the start', START - 1, START],
  ['at the start', START, END],
  ['while voting is open', END - 1, END],
  ['at the end', END, null],
])('nextChange %s', (_, now, next) => expect(nextChange(dates, now)).toBe(next));
