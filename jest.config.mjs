/**
 * Three suites of one shape, which `npm test` runs (scripts/test.mjs). Sources run as native ES modules,
 * because Nest 12 is published as nothing else: start Jest through `npm test`, which passes `--experimental-vm-modules`.
 */
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': '@swc/jest' },
  moduleNameMapper: {
    '^@abato/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    // A library's test door: what only tests need of it.
    '^@abato/testing/([a-z-]+)$': '<rootDir>/libs/$1/src/testing.ts',
    // What the web client checks a log with.
    '^@abato/verifier/(.*)$': '<rootDir>/apps/verifier/src/$1',
    // The web client's own folder, as its bundler reads it.
    '^@/(.*)$': '<rootDir>/apps/web/src/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  // Builds hold copies of every manifest; without this Jest reports them as duplicates of the libraries.
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/.local'],
};

export default {
  // Native modules of a spec file are never freed: a worker that holds those of many files spends its time on collecting garbage.
  workerIdleMemoryLimit: '500MB',
  // A test that was given up leaves connections open: one such test once kept its suite from ending for an hour.
  forceExit: true,
  testSequencer: '<rootDir>/test/support/long-files-first.mjs',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{apps,libs,scripts}/**/*.spec.{ts,tsx,mjs}',
        '<rootDir>/test/{bench,operators}/**/*.spec.{ts,mjs}',
      ],
    },
    {
      ...base,
      displayName: 'api',
      testMatch: ['<rootDir>/test/{api,payments}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/start-api.mjs',
      globalTeardown: '<rootDir>/test/support/stop-api.mjs',
    },
    { ...base, displayName: 'fault', testMatch: ['<rootDir>/test/fault/**/*.spec.ts'] },
  ],
};
