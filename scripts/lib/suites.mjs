import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './inputs.mjs';
import { ROOT, inPackage } from './paths.mjs';
import { run, signalGroup } from './processes.mjs';
import { paint } from './output.mjs';

/** A suite that hangs is ended after this, and counts as one failure. */
const MINUTE = 60_000;

/**
 * The suites in the order in which they run. `needs`: what has to be there before.
 * `workers`: two where tests share one platform on two cores, one where every file starts its own. `testLimitMs` is for a machine
 * that is busy with something else, not a promise about speed.
 */
export const SUITES = [
  {
    name: 'unit',
    folders: ['apps', 'libs', 'scripts', 'test/operators'],
    runner: jest,
    workers: 2,
    testLimitMs: 30_000,
    limitMs: 10 * MINUTE,
    needs: [],
  },
  {
    name: 'api',
    folders: ['test/api', 'test/payments'],
    runner: jest,
    workers: 2,
    testLimitMs: 60_000,
    limitMs: 15 * MINUTE,
    needs: ['build', 'platform'],
  },
  {
    name: 'fault',
    folders: ['test/fault'],
    runner: jest,
    workers: 1,
    testLimitMs: 180_000,
    limitMs: 20 * MINUTE,
    needs: ['build'],
  },
  {
    name: 'browser',
    folders: ['test/browser'],
    runner: playwright,
    workers: 1,
    testLimitMs: 60_000,
    limitMs: 20 * MINUTE,
    needs: ['build', 'platform', 'chromium'],
  },
  // The same tests against two APIs and two workers behind a proxy: without a pattern only those that cross processes.
  {
    name: 'cluster',
    folders: ['test/browser'],
    runner: playwright,
    patterns: ['free-vote', 'paid-vote'],
    workers: 1,
    testLimitMs: 90_000,
    limitMs: 20 * MINUTE,
    needs: ['build', 'cluster', 'chromium'],
  },
];

/** True when the suite has at least one test file. */
export function hasTests(suite) {
  return suite.folders.some((folder) => listFiles(folder).some((file) => /\.spec\.(tsx?|mjs)$/.test(file)));
}

/** What a person asked for on the command line: names of suites first, then patterns of files. */
export function chooseSuites(args) {
  const names = SUITES.map((suite) => suite.name);
  const chosen = args.filter((arg) => names.includes(arg));
  return {
    suites: SUITES.filter((suite) => chosen.length === 0 || chosen.includes(suite.name)),
    patterns: args.filter((arg) => !names.includes(arg)),
  };
}

/**
 * Run one suite to its end.
 * @param options.onStart receives the child, which leads a process group of its own
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
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
      inherit: true,
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
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
  args.push('--json', `--outputFile=${report}`, ...patterns);
  return { args, env: {}, read: readJestReport };
}

/** Counts of Jest's report; a file that could not even be loaded is one failure. */
export function readJestReport(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
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
    ...(patterns.length ? patterns : (suite.patterns ?? [])),
  );
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: chromium, ABATO_BASE_URL: baseUrl };
  return { args, env, read: readPlaywrightReport };
}

/** Counts of Playwright's report; errors outside of tests (a file that does not load) count as failures. */
export function readPlaywrightReport({ stats, errors = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}
