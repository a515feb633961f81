import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the servers are that `npm test` started; `api` and `browser` get all of it, `fault` only what it needs to start its own. */
export interface TestState {
  /** Output of the build that the tests run against. */
  buildDir: string;
  /** Redis program for platforms that a test starts itself; undefined when REDIS_URL is given. */
  redisProgram: string | undefined;
  /** A running Redis to use where none can be started. */
  redisUrl: string | undefined;
  /** Folder for throw-away data; removed after the run. */
  scratchDir: string;
  /** Folder for logs; kept when a test failed. */
  resultsDir: string;
  /** Data folder with the empty database that platforms begin with. */
  databaseOf: string | undefined;
  platform?: {
    /** Web app, API and sockets. */
    baseUrl: string;
    /** A second API of the platform that the files of the `api` suite share; it sends no SMS. */
    secondUrl?: string;
    databaseUrl: string;
    /** Role that owns the tables. */
    ownerUrl: string;
    redisUrl: string;
    simulatorUrl: string;
    /** `/metrics` of the API and of the worker. */
    metricsUrl: string;
    workerMetricsUrl: string;
    dataDir: string;
    /** A previous release answers at `baseUrl`: the newest description does not hold for it. */
    isPreviousRelease?: boolean;
  };
}

let cached: TestState | undefined;

/** @throws Error when the tests were not started by `npm test` */
export function testRun(): TestState {
  const path = process.env['ABATO_TEST_STATE'];
  if (!path)
    throw new Error(
      'these tests need their servers: run them with `npm test -- api`, `-- browser` or `-- fault`',
    );
  cached ??= JSON.parse(readFileSync(path, 'utf8')) as TestState;
  return cached;
}

/** A folder of the test's own; it goes with the run. */
export const aFolder = (): string => mkdtempSync(join(testRun().scratchDir, 'test-'));

/** The running platform shared by the tests of a suite. @throws Error in a suite that starts its own */
export function testState(): NonNullable<TestState['platform']> {
  const platform = own ?? testRun().platform;
  if (!platform) throw new Error('this suite has no shared platform: start one with `startPlatform()`');
  return platform;
}

/** What the platform under test made for itself. */
export const testSecrets = () =>
  JSON.parse(readFileSync(join(testState().dataDir, 'secrets.json'), 'utf8')) as Record<
    'jwtSecret' | 'dataEncryptionKey' | 'logSigningKey',
    string
  >;

/** @throws Error in a suite whose platform has no second API */
export function secondUrl(): string {
  const url = testState().secondUrl;
  if (!url) throw new Error('only the shared platform of the api suite has a second API');
  return url;
}

let own: NonNullable<TestState['platform']> | undefined;

/** Make a platform that this test started itself the one that builders and clients talk to; undefined: the shared one again. */
export function usePlatform(platform: TestState['platform']): void {
  own = platform;
}

/** True when a test has said that a previous release answers there. */
export const previousReleaseIsAt = (url: string): boolean =>
  own?.isPreviousRelease === true && own.baseUrl === url;
