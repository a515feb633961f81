import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listFiles } from './inputs.mjs';
import { ROOT, inPackage } from './paths.mjs';
import { run, signalGroup } from './processes.mjs';
import { paint } from './output.mjs';

/** A suite that hangs is ended after this, and counts as one failure. */
const MINUTE = 60_000;

/** Suites run so many at a time: each waits a part of its time, and two leave a sixth of two processors idle. */
export const AT_ONCE = 3;

/**
 * In the order in which they begin; the next one begins as soon as one ends: the unit tests, which never wait, fill the processors while the longest
 * suites wait at their ends.
 * Each has a platform of its own, so that they disturb one another by their load only.
 * `needs`: what has to be there before. `workers`: files at a time. A file of the fault suite starts its own servers and waits most of its time.
 * `testLimitMs` and `limitMs` bound a failure on a machine that is busy with something else; they promise no speed.
 */
export const SUITES = [
  {
    name: 'api',
    folders: ['test/api', 'test/payments'],
    runner: jest,
    workers: 3,
    testLimitMs: 180_000,
    limitMs: 75 * MINUTE,
    needs: ['build', 'platform'],
  },
  {
    name: 'fault',
    folders: ['test/fault'],
    runner: jest,
    workers: 2,
    testLimitMs: 300_000,
    limitMs: 75 * MINUTE,
    needs: ['build'],
  },
  // Against two APIs and two workers behind a proxy that is not sticky: what a voter does crosses processes in every test.
  {
    name: 'browser',
    folders: ['test/browser'],
    runner: playwright,
    workers: 3,
    testLimitMs: 180_000,
    limitMs: 75 * MINUTE,
    needs: ['build', 'cluster', 'chromium'],
  },
  {
    name: 'unit',
    folders: ['apps', 'libs', 'scripts', 'test/operators'],
    runner: jest,
    workers: 2,
    testLimitMs: 60_000,
    limitMs: 30 * MINUTE,
    needs: [],
  },
];

/**
 * A name that no file has would otherwise look like a success.
 * @param patterns of the command line
 * @param total of all suites
 * @returns what to say; nothing when a test ran, or when no files were asked for
 */
export function foundNothing(patterns, { passed, failed, skipped }) {
  if (patterns.length === 0 || passed + failed + skipped > 0) return undefined;
  return `No test file of these suites has ${patterns.map((one) => `"${one}"`).join(' or ')} in its path.`;
}

/** True when the suite has at least one test file. */
export function hasTests(suite) {
  return suite.folders.some((folder) => listFiles(folder).some((file) => /\.spec\.(tsx?|mjs)$/.test(file)));
}

/**
 * Do the work of each suite, so many at once, in their order.
 * @param work for one suite; the first that is rejected ends all, once those under way have ended
 */
export async function inTurn(suites, work, atOnce = AT_ONCE) {
  const waiting = [...suites];
  const slot = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      try {
        await work(suite);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, slot));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * What `quick` stands for, by suite: unit tests but for the slowest files, and the fast files of the API that hold votes, money and rights
 * together. For the inner loop: at most 90 seconds after a build on two processors.
 */
const QUICK = {
  unit: [],
  api: [
    'api/authorization.spec',
    'api/cast-routes',
    'api/final-results',
    'api/hidden-results',
    'api/manual-votes',
    'api/payments.spec',
    'api/payments-charge',
    'api/payments-webhook',
    'api/sessions',
    'api/vote-limits',
    'api/voting',
  ],
};

/** Unit tests that `quick` leaves out: they start processes, or compare thousands of entries or inputs. */
const SLOW_UNITS = [
  'libs/transparency/src/(witness|two-implementations|verifier|verifier-download)\\.spec',
  'scripts/lib/(rehearsal|unpacked-redis)\\.spec',
  'scripts/lint/boundaries\\.spec',
  'apps/simulator/test/(process|charge)\\.spec',
];

/** What a person asked for on the command line: names of suites (or `quick`) first, then patterns of files. */
export function chooseSuites(args) {
  const names = SUITES.map((suite) => suite.name);
  const patterns = args.filter((arg) => !names.includes(arg) && arg !== 'quick');
  const chosen = args.filter((arg) => names.includes(arg));
  if (args.includes('quick')) {
    const suites = SUITES.filter(({ name }) => QUICK[name]);
    const quick = suites.map((suite) => ({ ...suite, patterns: QUICK[suite.name], without: SLOW_UNITS }));
    return { suites: quick, patterns };
  }
  return { suites: SUITES.filter(({ name }) => chosen.length === 0 || chosen.includes(name)), patterns };
}

/**
 * Run one suite to its end.
 * @param options.onStart receives the child, which leads a process group of its own
 * @param options.onLine receives its output line by line; without it the suite writes straight to the terminal
 * @returns {Promise<{ passed: number, failed: number, skipped: number, files?: { file: string, ms: number }[],
 *   failures?: { file: string, title: string, message: string }[] }>}
 */
export async function runSuite(suite, patterns, options) {
  // The long forms of some tests (docs/measurements/verification.md) are run by hand and take hours.
  const limitMs = Math.max(suite.limitMs, Number(process.env.ABATO_TEST_LIMIT_MINUTES ?? 0) * MINUTE);
  const report = join(options.resultsDir, `${suite.name}.json`);
  rmSync(report, { force: true });
  const { args, env, read } = suite.runner(suite, patterns, report, options);
  let groupId;
  let limit;
  try {
    const { code } = await run(process.execPath, args, {
      cwd: ROOT,
      env: { ...options.env, ...env },
      inherit: !options.onLine,
      onLine: options.onLine,
      group: true,
      onStart: (child) => {
        groupId = child.pid;
        limit = setTimeout(() => {
          process.stderr.write(
            paint(
              31,
              `\nthe ${suite.name} suite took longer than ${limitMs / MINUTE} minutes and was ended\n`,
            ),
          );
          signalGroup(groupId, 'SIGKILL');
        }, limitMs);
        options.onStart(child);
      },
    });
    if (existsSync(report)) return tally(code, read(JSON.parse(readFileSync(report, 'utf8'))));
    // No file of this suite fits the patterns: nothing ran and nothing went wrong.
    if (patterns.length > 0 && code === 0) return { passed: 0, failed: 0, skipped: 0 };
    return tally(code, undefined);
  } finally {
    clearTimeout(limit);
    if (groupId) signalGroup(groupId, 'SIGKILL');
  }
}

/** A suite without a report has crashed; one that ends badly although every test passed has failed as a whole. */
export function tally(code, counts) {
  const whole = (message) => [{ file: 'the whole suite', title: `ended with code ${code}`, message }];
  if (!counts) return { passed: 0, failed: 1, skipped: 0, failures: whole('no report was left') };
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: whole('every test passed') };
}

function jest(suite, patterns, report) {
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    inPackage('jest', 'bin', 'jest.js'),
  ];
  args.push('--config', 'jest.config.mjs', '--selectProjects', suite.name, '--ci', '--passWithNoTests');
  args.push(...(suite.workers === 1 ? ['--runInBand'] : [`--maxWorkers=${suite.workers}`]));
  args.push(`--testTimeout=${suite.testLimitMs}`);
  if (suite.without && !patterns.length)
    args.push(...suite.without.map((one) => `--testPathIgnorePatterns=${one}`));
  args.push('--json', `--outputFile=${report}`, ...(patterns.length ? patterns : (suite.patterns ?? [])));
  return { args, env: {}, read: readJestReport };
}

/** Counts and times of Jest's report; a file that could not even be loaded is one failure. */
export function readJestReport(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
    failures: report.testResults.flatMap(jestFailures),
  };
}

/** The failed tests of one file; a file that did not load is named with its own message. */
function jestFailures({ name, message = '', assertionResults = [] }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (assertionResults.length === 0 && message) return [{ file, title: 'did not load', message }];
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    title: fullName,
    message: failureMessages.join('\n'),
  }));
}

function playwright(suite, patterns, report, { resultsDir, chromium, baseUrl }) {
  const args = [
    inPackage('@playwright', 'test', 'cli.js'),
    'test',
    '--reporter=list,json',
    '--pass-with-no-tests',
  ];
  args.push(
    `--workers=${suite.workers}`,
    `--timeout=${suite.testLimitMs}`,
    '--output',
    join(resultsDir, suite.name),
    ...patterns,
  );
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: chromium, ABATO_BASE_URL: baseUrl };
  return { args, env, read: readPlaywrightReport };
}

/** Counts and times of Playwright's report; errors outside of tests (a file that does not load) count as failures. */
export function readPlaywrightReport({ stats, suites = [], errors = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ file: `test/browser/${suite.file}`, ms: spent(suite) })),
    failures: [
      ...suites.flatMap((suite) => playwrightFailures(suite)),
      ...errors.map(({ message }) => ({ file: 'test/browser', title: 'did not load', message })),
    ],
  };
}

/** The failed tests below one suite of Playwright's report. */
function playwrightFailures({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, file, tests }) => ({
      file: `test/browser/${file}`,
      title,
      message: tests
        .flatMap((test) => test.results.map(({ error }) => error?.message ?? ''))
        .filter(Boolean)
        .join('\n'),
    })),
    ...suites.flatMap(playwrightFailures),
  ];
}

/** Milliseconds of all tests below one suite of Playwright's report. */
function spent({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return (
    results.reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, one) => sum + spent(one), 0)
  );
}

/** The files that took longest, as lines to print. @param files `{ suite, file, ms }` of all suites */
export function slowest(files, count = 10) {
  return [...files]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ suite, file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${suite.padEnd(8)} ${file}`);
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
