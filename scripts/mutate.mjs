import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import jestConfig from '../jest.config.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say, seconds } from './lib/output.mjs';
import { ensurePackages, ensureTool } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { runReviewed } from './lib/reviewed-mutants.mjs';

/**
 * `npm run mutate [-- area…]`: change the code in every small way Stryker knows and see whether a unit test notices. Exits with 1 when
 * fewer than 85 % of an area's changes are noticed. Which change survived and where: `.cache/mutation/<area>/report.html`.
 *
 * `npm run mutate -- reviewed [part of a name…]`: apply the mutants of test/mutants/reviewed.mjs one by one and run the spec that must
 * notice each. Exits with 1 when one survives.
 */

/** Percent of the mutants that tests must notice, in each area. */
const LEAST_SCORE = 85;
const WORK = join(ROOT, '.cache', 'mutation');

/** What is mutated, and the tests that have to notice it. SQL is not among it: the reviewed mutants try that. */
const AREAS = {
  states: {
    mutate: [
      'libs/contests/src/contests/contest-state.ts',
      'libs/voting/src/limits/vote-pace.ts',
      'libs/payments/src/rules/*.ts',
      'libs/messages/src/receipt.ts',
    ],
    tests: [
      'libs/contests/src/contests/contest-state.spec.ts',
      'libs/voting/src/limits/vote-pace.spec.ts',
      'libs/payments/src/rules/*.spec.ts',
      'libs/messages/src/receipt.spec.ts',
    ],
  },
  money: {
    mutate: ['libs/contracts/src/money.ts'],
    tests: ['libs/contracts/**/*.spec.ts'],
  },
  guards: {
    // The module only wires; the guard's own test starts it.
    mutate: ['apps/api/src/access/*.ts', 'libs/accounts/src/access/*.ts', '!**/*.module.ts'],
    tests: ['apps/api/src/access/*.spec.ts', 'libs/accounts/src/access/*.spec.ts'],
  },
  visibility: {
    mutate: [
      'libs/contests/src/contests/public-view.ts',
      'libs/contracts/src/ranking.ts',
      'apps/web/src/lib/live-counts.ts',
    ],
    tests: [
      'libs/contests/src/contests/public-view.spec.ts',
      'libs/contracts/src/ranking.spec.ts',
      'apps/web/src/lib/live-counts.spec.ts',
    ],
  },
};

/** The unit suite's own settings; its test files are those of the area. */
function jestFor(tests) {
  const { displayName: _, ...unit } = jestConfig.projects.find((project) => project.displayName === 'unit');
  // Jest looks through its roots for every mutant: few folders, few seconds.
  const roots = ['libs', ...new Set(tests.map((pattern) => dirname(pattern).replace(/\/\*.*$/, '')))];
  return {
    ...unit,
    projects: [],
    roots: roots.map((folder) => `<rootDir>/${folder}`),
    testMatch: tests.map((pattern) => `<rootDir>/${pattern}`),
  };
}

function optionsFor(name, tool) {
  const { mutate, tests } = AREAS[name];
  const report = (extension) => relative(ROOT, join(WORK, name, `report.${extension}`));
  return {
    plugins: [join(tool, '..', 'jest-runner', 'dist', 'src', 'index.js')],
    testRunner: 'jest',
    // Sources run as native ES modules, as in the suites.
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: { projectType: 'custom', config: jestFor(tests), enableFindRelatedTests: true },
    coverageAnalysis: 'perTest',
    mutate: [...mutate, '!**/*.spec.ts'],
    ignorePatterns: [
      '/.cache',
      '/dist',
      '/.local*',
      '/docs',
      '/k8s',
      '/deploy',
      '/monitoring',
      '/test',
      '/screenshots',
    ],
    tempDirName: relative(ROOT, join(WORK, name, 'sandbox')),
    concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
    // A busy machine must not pass for an endless loop.
    timeoutMS: 60_000,
    reporters: ['html', 'json', 'progress-append-only'],
    htmlReporter: { fileName: report('html') },
    jsonReporter: { fileName: report('json') },
    fileLogLevel: 'off',
    logLevel: 'warn',
    allowConsoleColors: false,
  };
}

/** A change that breaks types or a test file says nothing about the tests, and is not counted. */
function tally(results) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const found = {
    killed: count('Killed'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    timeout: count('Timeout'),
  };
  const mutants = Object.values(found).reduce((sum, number) => sum + number, 0);
  return { mutants, ...found, score: (100 * (found.killed + found.timeout)) / mutants };
}

function sayTally(name, { mutants, killed, survived, uncovered, timeout, score }, began) {
  const counts = `${killed} killed, ${timeout} timed out, ${survived} survived, ${uncovered} not covered`;
  say('mutate', `${name}: ${mutants} mutants, ${counts}: ${score.toFixed(1)} % (${seconds(began)})`);
}

await main(async () => {
  checkNodeVersion();
  const names = process.argv.slice(2);
  if (names[0] === 'reviewed') {
    await ensurePackages();
    return runReviewed(names.slice(1));
  }
  const unknown = names.filter((name) => !Object.hasOwn(AREAS, name));
  if (unknown.length)
    throw new Problem(
      `Usage: npm run mutate [-- area…], of ${Object.keys(AREAS).join(', ')}, or -- reviewed`,
    );
  await ensurePackages();
  // A tool of this one command, with sixty packages: not a dependency that every clone installs. 10 wants Node.js 22.
  const tool = await ensureTool('@stryker-mutator/core', '9.6.1', ['@stryker-mutator/jest-runner']);
  const { Stryker } = await import(pathToFileURL(join(tool, 'dist', 'src', 'index.js')).href);
  const everything = [];
  const weak = [];
  const start = Date.now();
  for (const name of names.length ? names : Object.keys(AREAS)) {
    const began = Date.now();
    const results = await new Stryker(optionsFor(name, tool)).runMutationTest();
    everything.push(...results);
    const result = tally(results);
    sayTally(name, result, began);
    for (const { status, fileName, location, mutatorName, replacement } of results) {
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const place = `${relative(ROOT, fileName)}:${location.start.line}:${location.start.column + 1}`;
      process.stdout.write(`  ${status}  ${place}  ${mutatorName}  ${replacement ?? ''}\n`);
    }
    if (!(result.score >= LEAST_SCORE)) weak.push(name);
  }
  sayTally('together', tally(everything), start);
  if (weak.length) throw new Problem(`Below ${LEAST_SCORE} %: ${weak.join(', ')}. See .cache/mutation.`);
});
