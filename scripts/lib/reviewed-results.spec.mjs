import {
  finalVerdict,
  firstFailure,
  partOf,
  readChoice,
  sharesKilled,
  verdictOf,
} from './reviewed-results.mjs';

const LIMIT = 'thrown: "Exceeded timeout of 90000 ms for a test.\nAdd a timeout value to this test"';
const WRONG = 'Error: expect(received).toBe(expected)';

/** Jest's report of tests with these messages; none of a test that passed. */
const reportOf = (...tests) => ({
  numFailedTests: tests.filter((messages) => messages.length).length,
  numPassedTests: tests.filter((messages) => !messages.length).length,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    {
      assertionResults: tests.map((failureMessages) => ({
        status: failureMessages.length ? 'failed' : 'passed',
        failureMessages,
      })),
    },
  ],
});

describe('what a spec says about a mutant', () => {
  it('is killed when a test fails, and survived when all pass', () => {
    expect(verdictOf(reportOf([], [WRONG]), 1)).toBe('killed');
    expect(verdictOf(reportOf([], []), 0)).toBe('survived');
  });

  it('is timed out when every test that failed ran into its time limit', () => {
    expect(verdictOf(reportOf([], [LIMIT], [LIMIT.replace('a test', 'a hook')]), 1)).toBe('timed out');
    expect(verdictOf(reportOf([LIMIT], [WRONG]), 1)).toBe('killed');
    expect(verdictOf(reportOf([LIMIT, WRONG]), 1)).toBe('killed');
  });

  it('is neither when the file did not load, ran no test or left no report', () => {
    expect(verdictOf({ ...reportOf([]), numRuntimeErrorTestSuites: 1 }, 1)).toBe('crashed');
    expect(verdictOf(reportOf(), 0)).toBe('crashed');
    expect(verdictOf(reportOf([]), 1)).toBe('crashed');
    expect(verdictOf(undefined, 1)).toBe('crashed');
  });
});

it('what failed first is named, in a test or while the file loads', () => {
  const failed = { status: 'failed', fullName: 'a refund is sent once', failureMessages: [WRONG] };
  const passed = { status: 'passed', failureMessages: [] };
  const of = (message, ...assertionResults) => firstFailure({ testResults: [{ message, assertionResults }] });
  expect(of('', passed, failed)).toBe(`a refund is sent once: ${WRONG}`);
  expect(of('Cannot find module')).toBe('Cannot find module');
  expect(of('', passed)).toBe('no test of it ran');
  expect(firstFailure(undefined)).toBe('no test of it ran');
});

it.each([
  ['killed', undefined, 'killed'],
  ['survived', undefined, 'survived'],
  ['timed out', 'timed out', 'killed'],
  ['timed out', 'killed', 'killed'],
  ['timed out', 'survived', 'survived'],
  ['timed out', 'crashed', 'crashed'],
])('a mutant that was %s, and %s when it was run once more, is %s', (first, second, last) =>
  expect(finalVerdict(first, second)).toBe(last),
);

describe('a part of the list', () => {
  const list = Array.from({ length: 11 }, (_, nr) => nr);

  it.each([1, 2, 3, 11, 20])('is one of %i that together are the list', (of) => {
    const parts = Array.from({ length: of }, (_, nr) => partOf(list, [nr + 1, of]));
    expect(parts.flat()).toEqual(list);
    const sizes = parts.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('is read from the command, beside names', () => {
    expect(readChoice(['cast:', '--part', '2/3', 'refund:'])).toEqual({
      names: ['cast:', 'refund:'],
      part: [2, 3],
    });
    expect(readChoice(['cast:'])).toEqual({ names: ['cast:'], part: [1, 1] });
  });

  it.each([[], ['0/2'], ['3/2'], ['half'], ['1'], ['1/0']])('is refused when it is none: %s', (...words) => {
    expect(() => readChoice(['--part', ...words])).toThrow('--part 1/2');
  });
});

it('mutants are counted by their list and by the language of their files, the weakest first', () => {
  const result = (list, file, verdict) => ({ mutant: { list, file }, verdict });
  expect(
    sharesKilled([
      result('money', 'a.sql', 'killed'),
      result('money', 'b.sql', 'survived'),
      result('money', 'c.spec.ts', 'killed'),
      result('live', 'd.lua', 'crashed'),
    ]),
  ).toEqual([
    'language lua: 0 of 1 killed, 0.0 %',
    'list live: 0 of 1 killed, 0.0 %',
    'language sql: 1 of 2 killed, 50.0 %',
    'list money: 2 of 3 killed, 66.7 %',
    'language ts: 1 of 1 killed, 100.0 %',
  ]);
});
