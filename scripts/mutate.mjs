import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import jestConfig from '../jest.config.mjs';
import { ACCEPTED } from '../test/mutants/accepted.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { survivorsOf, tally, withoutAccepted } from './lib/mutation-score.mjs';
import { main, Problem, say, seconds } from './lib/output.mjs';
import { ensurePackages, ensureTool } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { AREAS } from './lib/mutation-areas.mjs';

/**
 * `npm run mutate [-- area…]`: change the code in every small way Stryker knows and see whether a unit test notices. Exits with 1 when
 * fewer than 90 % of an area's changes are noticed, without those that test/mutants/accepted.mjs lists with a reason, and when an entry of that
 * list no longer survives. Which change survived and where: `.cache/mutation/<area>/report.html`.
 */

/** Percent of the mutants that tests must notice, in each area. */
const LEAST_SCORE = 90;
const WORK = join(ROOT, '.cache', 'mutation');

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
      '/test/*',
      // Unit tests take their seeds from there.
      '!/test/support',
      '/screenshots',
    ],
    tempDirName: relative(ROOT, join(WORK, name, 'sandbox')),
    concurrency: 1,
    // Native modules of a mutant are never freed: an old process only collects garbage.
    maxTestRunnerReuse: 40,
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

function sayTally(name, results, accepted, began) {
  const { mutants, killed, survived, uncovered, timeout, score } = tally(results);
  const counts = `${killed} killed, ${timeout} timed out, ${survived} survived, ${uncovered} not covered, ${accepted} accepted beside them`;
  say('mutate', `${name}: ${mutants} mutants, ${counts}: ${score.toFixed(1)} % (${seconds(began)})`);
}

await main(async () => {
  checkNodeVersion();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(AREAS, name));
  if (unknown.length)
    throw new Problem(`Usage: npm run mutate [-- area…], of ${Object.keys(AREAS).join(', ')}`);
  await ensurePackages();
  // A tool of this one command, with sixty packages: not a dependency that every clone installs. 10 wants Node.js 22.
  const tool = await ensureTool('@stryker-mutator/core', '9.6.1', ['@stryker-mutator/jest-runner']);
  const { Stryker } = await import(pathToFileURL(join(tool, 'dist', 'src', 'index.js')).href);
  const everything = [];
  let allAccepted = 0;
  const weak = [];
  const outdated = [];
  const start = Date.now();
  for (const name of names.length ? names : Object.keys(AREAS)) {
    const began = Date.now();
    const found = await new Stryker(optionsFor(name, tool)).runMutationTest();
    const results = found.map((result) => ({ ...result, fileName: relative(ROOT, result.fileName) }));
    const judged = withoutAccepted(results, ACCEPTED[name] ?? [], (file) =>
      readFileSync(join(ROOT, file), 'utf8'),
    );
    everything.push(...judged.left);
    allAccepted += judged.accepted;
    outdated.push(...judged.outdated);
    sayTally(name, judged.left, judged.accepted, began);
    for (const line of survivorsOf(judged.left)) process.stdout.write(`  ${line}\n`);
    if (!(tally(judged.left).score >= LEAST_SCORE)) weak.push(name);
  }
  sayTally('together', everything, allAccepted, start);
  if (weak.length) throw new Problem(`Below ${LEAST_SCORE} %: ${weak.join(', ')}. See .cache/mutation.`);
  if (outdated.length)
    throw new Problem(
      `Accepted, but not a survivor: ${outdated.map(({ file, line }) => `${file} ${line}`).join('; ')}`,
    );
});
