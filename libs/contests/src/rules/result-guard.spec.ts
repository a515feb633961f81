import { type ContestStatus, ERROR_MESSAGES } from '@abato/contracts';
import {
  assertMayChangeResult,
  mayChangeResult,
  type ResultPhase,
  resultPhase,
  RESULT_WRITES,
  type ResultWrite,
} from './result-guard.js';

const end = new Date('2026-11-07T20:00:00Z');
const early = new Date('2026-11-07T19:00:00Z');
const before = new Date(early.getTime() - 1);
const facts = (status: ContestStatus, resultsFinalAt: Date | null = null, endedAt: Date | null = null) => ({
  status,
  endDate: end,
  endedAt,
  resultsFinalAt,
});

it.each([
  ['ACTIVE', before, 'OPEN'],
  ['PAUSED', before, 'OPEN'],
  ['ACTIVE', new Date(end.getTime() - 1), 'OPEN'],
  ['ACTIVE', end, 'PROVISIONAL'],
  ['PAUSED', end, 'PROVISIONAL'],
  ['ENDED', before, 'PROVISIONAL'],
  ['DRAFT', end, 'OPEN'],
] as const)('Result guard puts a contest that is %s at %s into the phase %s', (status, now, phase) =>
  expect(resultPhase(facts(status), now)).toBe(phase),
);

it('Result guard takes the end by hand before the end date, and knows final results by their time alone', () => {
  expect(resultPhase(facts('ENDED', null, early), early)).toBe('PROVISIONAL');
  expect(resultPhase(facts('ENDED', end, early), before)).toBe('FINAL');
});

const WRITES = Object.keys(RESULT_WRITES) as ResultWrite[];
const allowedIn = (phase: ResultPhase) => WRITES.filter((write) => mayChangeResult(phase, write));

it('Result guard allows after the end only what the rules foresee, and after final only a correction', () => {
  expect(allowedIn('OPEN')).toEqual(WRITES.filter((write) => write !== 'correction'));
  expect(allowedIn('PROVISIONAL')).toEqual(['decide-held-vote', 'extend-end', 'provider-reversal']);
  expect(allowedIn('FINAL')).toEqual(['correction']);
});

it('Result guard refuses with RESULT_CLOSED and says whether results are final', () => {
  const refusal = (write: ResultWrite, resultsFinalAt: Date | null): unknown => {
    try {
      assertMayChangeResult(facts('ENDED', resultsFinalAt), write, end);
    } catch (error) {
      return error;
    }
    return null;
  };
  expect(refusal('edit-nominee', null)).toMatchObject({
    code: 'RESULT_CLOSED',
    message: ERROR_MESSAGES.RESULT_CLOSED,
  });
  expect(refusal('edit-nominee', end)).toMatchObject({
    code: 'RESULT_CLOSED',
    message: expect.stringContaining('are final') as string,
  });
  expect(refusal('correction', null)).toMatchObject({ code: 'CONFLICT' });
  expect(refusal('correction', end)).toBeNull();
});
