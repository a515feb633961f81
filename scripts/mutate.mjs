import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import jestConfig from '../jest.config.mjs';
import { main, Problem } from './lib/output.mjs';
import { ensurePackages, ensureTool } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';

/**
 * `npm run mutate [-- area…]`: Stryker changes the code in every small way and runs the unit tests. Ends with 1 when they notice fewer than 90 % of
 * an area's changes. Which change survived, and where: `.cache/mutation/<area>/report.html`. SQL and Lua are not among it.
 */
const AREAS = {
  money: {
    mutate: ['libs/contracts/src/money.ts', 'libs/contracts/src/pricing.ts', 'libs/payments/src/rules/*.ts'],
    tests: ['libs/contracts/src/{money,pricing}.spec.ts', 'libs/payments/src/rules/*.spec.ts'],
  },
  voting: {
    mutate: ['libs/contests/src/contests/{contest-state,public-view}.ts', 'libs/contracts/src/tally.ts'],
    tests: [
      'libs/contests/src/contests/{contest-state,public-view}.spec.ts',
      'libs/contracts/src/tally.spec.ts',
    ],
  },
  limits: {
    mutate: ['libs/voting/src/limits/{free-vote,limit-refusals,unpaid-votes,vote-pace,voter-network}.ts'],
    tests: ['libs/voting/src/limits/*.spec.ts'],
  },
  log: {
    mutate: ['libs/transparency/src/{checkpoint,entry,merkle,tiles}.ts'],
    tests: ['libs/transparency/src/{entry,formats,merkle}.spec.ts'],
  },
};

/** The unit suite's own settings, with the test files of an area and few folders to look through. */
function jestFor(tests) {
  const { displayName: _, ...unit } = jestConfig.projects.find(({ displayName }) => displayName === 'unit');
  const roots = [...new Set(['libs', ...tests.map(dirname)])].map((folder) => `<rootDir>/${folder}`);
  return { ...unit, projects: [], roots, testMatch: tests.map((pattern) => `<rootDir>/${pattern}`) };
}

function optionsFor(name, tool) {
  const { mutate, tests } = AREAS[name];
  const folder = join('.cache', 'mutation', name);
  return {
    mutate: [...mutate, '!**/*.spec.ts'],
    plugins: [join(tool, '..', 'jest-runner', 'dist', 'src', 'index.js')],
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: { projectType: 'custom', config: jestFor(tests), enableFindRelatedTests: true },
    coverageAnalysis: 'perTest',
    // Unit tests take their seeds from test/support.
    ignorePatterns: ['/.cache', '/dist', '/.local*', '/docs', '/k8s', '/test/*', '!/test/support'],
    tempDirName: join(folder, 'sandbox'),
    concurrency: 1,
    // Native modules of a mutant are never freed: an old process only collects garbage.
    maxTestRunnerReuse: 40,
    // A busy machine must not pass for an endless loop.
    timeoutMS: 60_000,
    thresholds: { high: 95, low: 90, break: 90 },
    reporters: ['html', 'clear-text', 'progress-append-only'],
    htmlReporter: { fileName: join(folder, 'report.html') },
    logLevel: 'warn',
  };
}

await main(async () => {
  const names = process.argv.slice(2);
  if (names.some((name) => !Object.hasOwn(AREAS, name)))
    throw new Problem(`Usage: npm run mutate [-- area…], of ${Object.keys(AREAS).join(', ')}`);
  await ensurePackages();
  process.chdir(ROOT);
  // A tool of this one command, with sixty packages: not a dependency that every clone installs. 10 wants Node.js 22.
  const tool = await ensureTool('@stryker-mutator/core', '9.6.1', ['@stryker-mutator/jest-runner']);
  const { Stryker } = await import(pathToFileURL(join(tool, 'dist', 'src', 'index.js')).href);
  for (const name of names.length ? names : Object.keys(AREAS))
    await new Stryker(optionsFor(name, tool)).runMutationTest();
});
