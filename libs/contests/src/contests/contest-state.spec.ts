import { CONTEST_STATUSES, type ContestStatus } from '@abato/contracts';
import { canBecome, CONTEST_TRANSITIONS, voteRefusal } from './contest-state.js';

const start = new Date('2026-11-20T18:00:00Z');
const end = new Date('2026-11-21T18:00:00Z');
const during = new Date('2026-11-21T12:00:00Z');

it('the table of contest states reaches every state from DRAFT and leaves ENDED never', () => {
  const reached = new Set<ContestStatus>(['DRAFT']);
  for (const state of reached) CONTEST_TRANSITIONS[state].forEach((next) => reached.add(next));
  expect([...reached].sort()).toEqual([...CONTEST_STATUSES].sort());
  expect(CONTEST_STATUSES.filter((to) => canBecome('ENDED', to))).toEqual([]);
});

it('the table of contest states changes as organisers were promised: paused and resumed, ended for good, never a draft again', () => {
  const allowed = CONTEST_STATUSES.flatMap((from) =>
    CONTEST_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(allowed.sort()).toEqual([
    'ACTIVE ENDED',
    'ACTIVE PAUSED',
    'DRAFT ACTIVE',
    'PAUSED ACTIVE',
    'PAUSED ENDED',
  ]);
});

it.each([
  ['ACTIVE', during, true, null],
  ['ACTIVE', start, true, null],
  ['ACTIVE', new Date(start.getTime() - 1), true, 'CONTEST_NOT_STARTED'],
  ['ACTIVE', new Date(end.getTime() - 1), true, null],
  ['ACTIVE', end, true, 'CONTEST_ENDED'],
  ['PAUSED', during, true, 'CONTEST_PAUSED'],
  ['PAUSED', end, true, 'CONTEST_ENDED'],
  ['ENDED', during, true, 'CONTEST_ENDED'],
  ['DRAFT', during, true, 'CONTEST_NOT_ACTIVE'],
  ['ACTIVE', during, false, 'CONTEST_NOT_ACTIVE'],
  ['PAUSED', during, false, 'CONTEST_NOT_ACTIVE'],
  ['ENDED', during, false, 'CONTEST_ENDED'],
  ['DRAFT', end, true, 'CONTEST_NOT_ACTIVE'],
  ['PAUSED', new Date(start.getTime() - 1), true, 'CONTEST_PAUSED'],
] as const)(
  'the table of contest states %s at %s, host active %s: %s',
  (status, now, hostIsActive, expected) =>
    expect(voteRefusal({ status, startDate: start, endDate: end }, hostIsActive, now)).toBe(expected),
);
