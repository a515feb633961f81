import { chmodSync, createWriteStream, mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Platform, type PlatformOptions } from '../../apps/local/src/platform.js';
import { findFreePort } from '../../apps/local/src/ports.js';
import { testRun, type TestState } from './state.js';

/** A platform of its own for a test that breaks things, with an empty database and throw-away data. */
export interface TestPlatform {
  platform: Platform;
  baseUrl: string;
  /** Its addresses as `testState()` gives those of the shared platform. */
  state: NonNullable<TestState['platform']>;
  /** Everything its processes wrote, for reading after a failure. */
  logFile: string;
}

/** Product settings of the developer's shell have no business in a test; only what programs need to run is passed on. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'LANG',
  'TZ',
  'ABATO_TEST_RUN',
  'NODE_COMPILE_CACHE',
];

/**
 * Start PostgreSQL, Redis, simulator, API and worker from the build on free ports. Call `platform.destroy()` in `afterAll`.
 * @param environment settings of this test on top of the defaults
 */
export async function startPlatform(
  environment: Record<string, string> = {},
  options: Partial<Pick<PlatformOptions, 'processes' | 'preload'>> & {
    /** Fills the data folder before anything starts. */
    prepare?: (dataDir: string) => void;
  } = {},
): Promise<TestPlatform> {
  const run = testRun();
  const dataDir = mkdtempSync(join(run.scratchDir, 'platform-'));
  // The database's account must be able to pass.
  chmodSync(dataDir, 0o755);
  const { prepare, ...platformOptions } = options;
  prepare?.(dataDir);
  const first = await findFreePort(4);
  const ports = {
    public: first,
    api: first,
    metrics: first + 1,
    workerMetrics: first + 2,
    simulator: first + 3,
  };
  const inherited = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const platform = new Platform({
    buildDir: run.buildDir,
    dataDir,
    ports,
    environment: { ...inherited, NODE_ENV: 'test', REDIS_URL: run.redisUrl, ...environment },
    redisProgram: run.redisProgram,
    databaseOf: run.databaseOf,
    ...platformOptions,
  });
  const logFile = join(run.resultsDir, `${basename(dataDir)}.log`);
  const log = createWriteStream(logFile);
  platform.on('line', (name, line) => log.write(`${name} ${line}\n`));
  platform.on('exit', (name, reason) => log.write(`${name} ended: ${reason}\n`));
  await platform.start();
  const baseUrl = `http://127.0.0.1:${first}`;
  const { databaseUrl, databaseOwnerUrl, redisUrl, simulatorUrl } = platform.addresses;
  const state = {
    baseUrl,
    databaseUrl,
    ownerUrl: databaseOwnerUrl,
    redisUrl,
    simulatorUrl,
    metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
    workerMetricsUrl: `http://127.0.0.1:${ports.workerMetrics}/metrics`,
    dataDir,
  };
  return { platform, baseUrl, state, logFile };
}
