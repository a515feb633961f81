import { chooseSuites, readJestReport, readPlaywrightReport, tally } from './suites.mjs';

test('without names every suite runs, in the order unit, api, fault, browser, cluster', () => {
  expect(chooseSuites([]).suites.map((suite) => suite.name)).toEqual([
    'unit',
    'api',
    'fault',
    'browser',
    'cluster',
  ]);
});

test('names choose suites, everything else is a pattern', () => {
  const { suites, patterns } = chooseSuites(['api', 'cast-vote']);
  expect(suites.map((suite) => suite.name)).toEqual(['api']);
  expect(patterns).toEqual(['cast-vote']);
});

test('a suite that left no report has failed', () => {
  expect(tally(0, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a suite whose tests passed but which ended badly has failed', () => {
  expect(tally(1, { passed: 5, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(tally(1, { passed: 5, failed: 2, skipped: 0 })).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

test('a test file that does not load counts as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 2,
    numPendingTests: 1,
    numTodoTests: 1,
  };
  expect(readJestReport(report)).toEqual({ passed: 3, failed: 3, skipped: 2 });
  const stats = { expected: 4, flaky: 1, unexpected: 0, skipped: 2 };
  expect(readPlaywrightReport({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 1, skipped: 2 });
});
