import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RoundRobin } from './round-robin.mjs';

/** For a busy machine: what a suite shares never gives up waiting for a connection or for Redis before a test does. */
const PATIENT = { DATABASE_WAIT_SECONDS: '60', LIMITS_REDIS_MS: '60000' };
/** A witness of the public logs; test/support/transparency.ts has its secret key. */
const TEST_WITNESS = 'witness.test/1+d89a584a+BCCCi/XFvcrLaEhjM2wgL7VZnaSL5VlmFXQhcHBb7Kn3';

/**
 * Start the platform that the files of a suite share, and tell them where it is.
 * @param suite name of its log and its data folder
 * The platform trusts a proxy on this machine and has a second API; in the suite without a cluster that one sends no SMS.
 * @param options.isCluster two APIs and two workers behind a proxy that is not sticky: what a voter does crosses processes
 * @returns {Promise<() => Promise<void>>} stops it and removes its data
 */
export async function startServers(suite, { isCluster = false } = {}) {
  const prepared = JSON.parse(readFileSync(process.env.ABATO_TEST_STATE, 'utf8'));
  const { buildDir, redisProgram, redisUrl, scratchDir, resultsDir, databaseOf } = prepared;
  const { Platform, findFreePort } = await import(
    pathToFileURL(join(buildDir, 'apps', 'local', 'src', 'main.js')).href
  );
  const first = await findFreePort(8);
  const ports = {
    public: first,
    api: isCluster ? first + 4 : first,
    metrics: first + 1,
    workerMetrics: first + 2,
    simulator: first + 3,
  };
  const proxy = new RoundRobin();
  if (isCluster) {
    for (const port of [first + 4, first + 5]) proxy.add(port);
    await proxy.listen(first);
  }
  const baseUrl = `http://127.0.0.1:${first}`;
  const platform = new Platform({
    buildDir,
    dataDir: join(scratchDir, suite),
    ports,
    environment: {
      ...process.env,
      ...PATIENT,
      LOG_WITNESSES: TEST_WITNESS,
      // Tests of batches run builders of their own.
      LOG_BATCH_SECONDS: '0',
      REDIS_URL: redisUrl,
      // Tests name the addresses of voters as a proxy does.
      TRUSTED_PROXIES: '127.0.0.1',
      ...(isCluster && { SIMULATOR_WEBHOOK_URL: `${baseUrl}/api/payments/paystack/webhook` }),
    },
    redisProgram,
    isThrowAway: true,
    databaseOf,
  });
  const log = createWriteStream(join(resultsDir, `${suite}.log`));
  platform.on('line', (name, line) => log.write(`${name} ${line}\n`));
  platform.on('exit', (name, reason) => log.write(`${name} ended: ${reason}\n`));
  await platform.start();
  const secondApi = { PORT: first + 5, METRICS_PORT: first + 6, ...(!isCluster && { SMS_API_KEY: 'none' }) };
  await Promise.all([
    platform.launchOwn('api', secondApi, 'second api'),
    isCluster && platform.launchOwn('worker', { METRICS_PORT: first + 7 }, 'second worker'),
  ]);
  const { databaseUrl, databaseOwnerUrl, ...addresses } = platform.addresses;
  const state = {
    ...prepared,
    platform: {
      baseUrl,
      ...(!isCluster && { secondUrl: `http://127.0.0.1:${first + 5}` }),
      databaseUrl,
      ownerUrl: databaseOwnerUrl,
      redisUrl: addresses.redisUrl,
      simulatorUrl: addresses.simulatorUrl,
      metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
      workerMetricsUrl: `http://127.0.0.1:${ports.workerMetrics}/metrics`,
      dataDir: platform.dataDir,
    },
  };
  // Workers of the suite are started later and inherit it.
  process.env.ABATO_TEST_STATE = join(scratchDir, `state-${suite}.json`);
  process.env.ABATO_BASE_URL = baseUrl;
  writeFileSync(process.env.ABATO_TEST_STATE, JSON.stringify(state));
  return async () => {
    proxy.close();
    await platform.destroy();
  };
}
