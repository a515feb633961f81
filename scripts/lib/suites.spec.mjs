import { join } from 'node:path';
import { listFiles } from './inputs.mjs';
import { ROOT } from './paths.mjs';
import {
  chooseSuites,
  failed,
  foundNothing,
  inTurn,
  readJestReport,
  readPlaywrightReport,
  slowest,
  tally,
} from './suites.mjs';

test.each([
  ['a name that no file has', ['no-such'], { passed: 0, failed: 0, skipped: 0 }, true],
  ['a name of tests that are all skipped', ['webkit'], { passed: 0, failed: 0, skipped: 2 }, false],
  ['a name of tests that fail', ['voting'], { passed: 0, failed: 1, skipped: 0 }, false],
  ['no name', [], { passed: 0, failed: 0, skipped: 0 }, false],
])('%s: whether it is said to be a mistake', (_, patterns, total, isMistake) => {
  expect(foundNothing(patterns, total)).toEqual(isMistake ? expect.stringContaining('"no-such"') : undefined);
});

test('without names every suite runs; the unit tests, which never wait, come last', () => {
  expect(chooseSuites([]).suites.map((suite) => suite.name)).toEqual(['api', 'fault', 'browser', 'unit']);
});

test('names choose suites, everything else is a pattern', () => {
  const { suites, patterns } = chooseSuites(['api', 'cast-vote']);
  expect(suites.map((suite) => suite.name)).toEqual(['api']);
  expect(patterns).toEqual(['cast-vote']);
});

test('quick runs unit tests but for the slow files beside chosen files of the API; each of them exists', () => {
  const { suites, patterns } = chooseSuites(['quick']);
  expect(patterns).toEqual([]);
  expect(suites.map(({ name }) => name)).toEqual(['api', 'unit']);
  const [api, unit] = suites;
  expect(unit.patterns).toEqual([]);
  const files = api.folders.flatMap((folder) => listFiles(folder));
  for (const pattern of api.patterns) expect(files.filter((file) => file.includes(pattern))).toHaveLength(1);
  const units = unit.folders.flatMap((folder) => listFiles(folder)).filter((file) => file.includes('.spec.'));
  const slow = unit.without.map((one) => units.filter((file) => new RegExp(one).test(file)));
  expect(slow.map((found) => found.length)).toEqual([4, 2, 1, 1, 2]);
});

test('a run that is not quick leaves out no file', () => {
  for (const args of [[], ['unit'], ['unit', 'witness']])
    for (const suite of chooseSuites(args).suites) expect(suite.without).toBeUndefined();
});

test('three suites run at a time, and the next one begins as soon as one of them ends', async () => {
  const ends = {};
  const begun = [];
  const all = inTurn(['a', 'b', 'c', 'd', 'e'], (suite) => {
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

test('a suite that could not begin fails the run after those under way, and no further one begins', async () => {
  const begun = [];
  let ended = false;
  const all = inTurn(['a', 'b', 'c', 'd'], async (suite) => {
    begun.push(suite);
    if (suite === 'a') throw new Error('no servers');
    await new Promise(setImmediate);
    ended = true;
  });
  await expect(all).rejects.toThrow('no servers');
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(ended).toBe(true);
});

test('a suite that left no report has failed', () => {
  expect(tally(0, undefined)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

test('a suite whose tests passed but which ended badly has failed', () => {
  expect(tally(1, { passed: 5, failed: 0, skipped: 0 })).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
  expect(tally(1, { passed: 5, failed: 2, skipped: 0 })).toEqual({ passed: 5, failed: 2, skipped: 0 });
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

test('the time of a file is read from both reports', () => {
  const testResults = [{ name: join(ROOT, 'test/api/a.spec.ts'), startTime: 1_000, endTime: 3_500 }];
  expect(readJestReport({ testResults }).files).toEqual([{ file: 'test/api/a.spec.ts', ms: 2_500 }]);
  const spec = (duration) => ({ tests: [{ results: [{ duration }] }] });
  const suites = [{ file: 'b.spec.ts', specs: [spec(100)], suites: [{ specs: [spec(20), spec(3)] }] }];
  expect(readPlaywrightReport({ stats: {}, suites }).files).toEqual([
    { file: 'test/browser/b.spec.ts', ms: 123 },
  ]);
});

test('the slowest files come first', () => {
  const files = [
    { suite: 'api', file: 'a', ms: 1_000 },
    { suite: 'fault', file: 'b', ms: 62_540 },
    { suite: 'unit', file: 'c', ms: 10 },
  ];
  expect(slowest(files, 2)).toEqual(['   62.5 s  fault    b', '    1.0 s  api      a']);
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
    ...tally(137, undefined).failures.map((one) => ({ ...one, suite: 'unit' })),
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
