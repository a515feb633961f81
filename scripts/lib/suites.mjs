import { existsSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { say } from './output.mjs';
import { ROOT, inPackage } from './paths.mjs';
import { run, signalGroup } from './processes.mjs';

/** Suites run so many at a time: each waits a part of its time, and two leave a sixth of two processors idle. */
export const AT_ONCE = 3;
const NICEST = 19;
/** A suite that hangs is ended after this, and counts as one failure. Long forms of some tests take hours (docs/measurements/verification.md). */
const LIMIT_MINUTES = Math.max(75, Number(process.env.ABATO_TEST_LIMIT_MINUTES ?? 0));

/**
 * In the order in which they begin: the unit tests, which never wait, fill the processors while the longest suites wait at their ends.
 * `workers`: files at a time. Limits bound a failure on a machine that is busy with something else; they promise no speed.
 * `nice`: beside our own. The fault suite mostly waits, and what it needs of the processors it needs at once: with equal shares its clients
 * repeated their requests faster than two processors could refuse them, four minutes for what takes ten seconds.
 */
export const SUITES = [
  { name: 'api', workers: 3, testLimitMs: 300_000, nice: 5, needs: ['build'] },
  { name: 'fault', workers: 2, testLimitMs: 900_000, nice: 0, needs: ['build'] },
  { name: 'browser', workers: 3, testLimitMs: 600_000, nice: 5, needs: ['build', 'chromium'] },
  { name: 'unit', workers: 2, testLimitMs: 180_000, nice: 5, needs: [] },
];

/**
 * What `quick` stands for, by suite: for the inner loop, at most 90 seconds after a build on two processors. Without unit tests that start
 * processes or compare thousands of entries or inputs; files of the API that hold votes, money and rights together.
 */
const QUICK = {
  unit: [
    '--testPathIgnorePatterns=transparency/src/(witness|two-implementations|verifier|verifier-download)|scripts/(lib/unpacked-redis|lint/boundaries)|simulator/test/(process|charge)|test/(bench|operators)',
  ],
  api: [
    'api/(authorization.spec|cast-routes|final-results|hidden-results|manual-votes|payments.spec|payments-charge|payments-webhook|sessions|vote-limits|voting)',
  ],
};

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** What a person asked for on the command line: names of suites (or `quick`) first, then patterns of files. */
export function chooseSuites(args) {
  const names = SUITES.map(({ name }) => name);
  const patterns = args.filter((arg) => !names.includes(arg) && arg !== 'quick');
  if (args.includes('quick')) {
    const suites = SUITES.filter(({ name }) => QUICK[name]);
    return { suites: suites.map((suite) => ({ ...suite, quick: QUICK[suite.name] })), patterns };
  }
  const chosen = args.filter((arg) => names.includes(arg));
  return { suites: SUITES.filter(({ name }) => chosen.length === 0 || chosen.includes(name)), patterns };
}

/**
 * Run one suite to its end.
 * @param options.node program that runs it
 * @param options.env of the suite
 * @param options.resultsDir folder for its report and what failures leave
 * @param options.onStart receives the child, which leads a process group of its own
 * @param options.onLine receives its output line by line; without it the suite writes straight to the terminal
 * @returns {Promise<{ passed: number, failed: number, skipped: number, failures: { file: string, title: string, message: string }[] }>}
 */
export async function runSuite(suite, patterns, options) {
  const report = join(options.resultsDir, `${suite.name}.json`);
  const isBrowser = suite.name === 'browser';
  const args = (isBrowser ? playwright : jest)(suite, patterns, report, options.resultsDir);
  let limit;
  let groupId;
  const { code } = await run(options.node, args, {
    cwd: ROOT,
    env: { ...options.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    inherit: !options.onLine,
    onLine: options.onLine,
    group: true,
    onStart: (child) => {
      groupId = child.pid;
      // What the suite starts inherits it. Never less than our own: only an administrator may be less nice.
      if (groupId) setPriority(groupId, Math.min(NICEST, getPriority() + suite.nice));
      limit = setTimeout(() => {
        say('test', `the ${suite.name} suite took longer than ${LIMIT_MINUTES} minutes and was ended`);
        signalGroup(groupId, 'SIGKILL');
      }, LIMIT_MINUTES * 60_000);
      options.onStart(child);
    },
  });
  clearTimeout(limit);
  signalGroup(groupId, 'SIGKILL');
  const read = isBrowser ? readPlaywrightReport : readJestReport;
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : NOTHING;
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  // A suite of which no file fits the patterns is fine; without patterns one that runs nothing is not.
  return ran || (code === 0 && patterns.length) ? tally(code, counts) : tally(code);
}

/** A suite that reports no test has crashed; one that ends badly although every test passed has failed as a whole. */
export function tally(code, counts) {
  const whole = (message) => [{ file: 'the whole suite', title: `ended with code ${code}`, message }];
  if (!counts) return { passed: 0, failed: 1, skipped: 0, failures: whole('no test was reported') };
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: whole('every test passed') };
}

function jest(suite, patterns, report) {
  return [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    inPackage('jest', 'bin', 'jest.js'),
    '--selectProjects',
    suite.name,
    '--ci',
    '--passWithNoTests',
    `--maxWorkers=${suite.workers}`,
    `--testTimeout=${suite.testLimitMs}`,
    '--json',
    `--outputFile=${report}`,
    ...(patterns.length ? patterns : (suite.quick ?? [])),
  ];
}

/** Counts of Jest's report; a file that could not even be loaded is one failure, named with its own message. */
export function readJestReport(report) {
  const failures = report.testResults.flatMap(({ name, message, assertionResults = [] }) => {
    const file = relative(ROOT, name);
    if (assertionResults.length === 0 && message) return [{ file, title: 'did not load', message }];
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file,
        title: fullName,
        message: failureMessages.join('\n'),
      }));
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

function playwright(suite, patterns, _report, resultsDir) {
  return [
    inPackage('@playwright', 'test', 'cli.js'),
    'test',
    '--reporter=list,json',
    '--pass-with-no-tests',
    `--workers=${suite.workers}`,
    `--timeout=${suite.testLimitMs}`,
    '--output',
    join(resultsDir, suite.name),
    ...patterns,
  ];
}

/** Counts of Playwright's report; errors outside of tests (a file that does not load) count as failures. */
export function readPlaywrightReport({ stats, suites = [], errors = [] }) {
  const failuresBelow = ({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, tests }) => ({
        file: `test/browser/${file}`,
        title,
        message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
      })),
    ...inner.flatMap(failuresBelow),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(failuresBelow),
      ...errors.map(({ message }) => ({ file: 'test/browser', title: 'did not load', message })),
    ],
  };
}

/**
 * The failed tests of all suites, as lines to print: the end of a long log is then enough to see what failed and why.
 * @param failures `{ suite, file, title, message }` of all suites
 * @param most failures in full; the others are counted
 * @param lines of each message
 */
export function failed(failures, most = 10, lines = 15) {
  const shown = failures.slice(0, most).flatMap(({ suite, file, title, message }) => [
    `  ${suite.padEnd(8)} ${file}: ${title}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() && !line.includes('node_modules'))
      .slice(0, lines)
      .map((line) => `             ${line}`),
  ]);
  return failures.length > most ? [...shown, `  and ${failures.length - most} more`] : shown;
}
