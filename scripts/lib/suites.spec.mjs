import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { inTurn } from './processes.mjs';
import { AT_ONCE, chooseSuites, failed, readJestReport, readPlaywrightReport, tally } from './suites.mjs';

test('without names every suite runs; the unit tests, which never wait, come last', () =>
  expect(chooseSuites([]).suites.map((suite) => suite.name)).toEqual(['api', 'fault', 'browser', 'unit']));

test('names choose suites, everything else is a pattern', () => {
  const { suites, patterns } = chooseSuites(['api', 'cast-vote']);
  expect(suites.map((suite) => suite.name)).toEqual(['api']);
  expect(patterns).toEqual(['cast-vote']);
});

test('quick runs a part of the API and unit suites, and no other run leaves out a file', () => {
  const { suites, patterns } = chooseSuites(['quick']);
  expect([patterns, suites.map(({ name, quick }) => [name, quick.length])]).toEqual([
    [],
    [
      ['api', 1],
      ['unit', 1],
    ],
  ]);
  for (const args of [[], ['unit'], ['unit', 'witness']])
    for (const suite of chooseSuites(args).suites) expect(suite.quick).toBeUndefined();
});

test('three suites run at a time, and the next one begins as soon as one of them ends', async () => {
  const ends = {};
  const begun = [];
  const all = inTurn(['a', 'b', 'c', 'd', 'e'], AT_ONCE, (suite) => {
    begun.push(suite);
    return new Promise((resolve) => (ends[suite] = resolve));
  });
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.b();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  ends.a();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const suite of ['c', 'd', 'e']) ends[suite]();
  await all;
});

test('a suite that reported no test, or ended badly although its tests passed, has failed', () => {
  const counts = { passed: 5, failed: 0, skipped: 0 };
  for (const code of [0, 1]) expect(tally(code)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(tally(1, counts)).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
  expect(tally(1, { ...counts, failed: 2 })).toEqual({ ...counts, failed: 2 });
});

test('a test file that does not load counts as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 2,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [],
  };
  expect(readJestReport(report)).toMatchObject({ passed: 3, failed: 3, skipped: 2 });
  const stats = { expected: 4, flaky: 1, unexpected: 0, skipped: 2 };
  expect(readPlaywrightReport({ stats, errors: [{}] })).toMatchObject({ passed: 5, failed: 1, skipped: 2 });
});

test('failed tests of both reports are printed with their messages, the first of them in full', () => {
  const jest = readJestReport({
    testResults: [
      {
        name: join(ROOT, 'test/api/a.spec.ts'),
        message: 'a whole summary',
        assertionResults: [
          { status: 'passed', fullName: 'adds up' },
          {
            status: 'failed',
            fullName: 'keeps books',
            failureMessages: ['\u001b[31mExpected 1\u001b[39m\n\nReceived 2\n    at node_modules/x.js'],
          },
        ],
      },
      { name: join(ROOT, 'test/api/b.spec.ts'), message: 'Cannot find module', assertionResults: [] },
    ],
  }).failures;
  const results = [{ duration: 1, error: { message: 'no button' } }];
  const spec = { title: 'votes', file: 'c.spec.ts', ok: false, tests: [{ results }] };
  const suites = [{ file: 'c.spec.ts', specs: [{ ok: true, tests: [] }], suites: [{ specs: [spec] }] }];
  const browser = readPlaywrightReport({ stats: {}, suites }).failures;
  const all = [
    ...jest.map((one) => ({ ...one, suite: 'api' })),
    ...browser.map((one) => ({ ...one, suite: 'browser' })),
    ...tally(137).failures.map((one) => ({ ...one, suite: 'unit' })),
  ];
  expect(failed(all, 3)).toEqual([
    '  api      test/api/a.spec.ts: keeps books',
    '             Expected 1',
    '             Received 2',
    '  api      test/api/b.spec.ts: did not load',
    '             Cannot find module',
    '  browser  test/browser/c.spec.ts: votes',
    '             no button',
    '  and 1 more',
  ]);
  expect(failed(all).at(-2)).toBe('  unit     the whole suite: ended with code 137');
});
