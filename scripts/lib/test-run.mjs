import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { isAlive, processIdentity, processesMarked } from './processes.mjs';

/** Every process of a run carries this variable, so that whatever is left at the end can be found. */
export const RUN_MARK = 'ABATO_TEST_RUN';
/** Of a command that is printed. */
const COMMAND_LENGTH = 120;
const SCRATCH_PREFIX = 'abato-test-';
const RESULTS = join(ROOT, 'test-results');
/** Results of failed runs are kept this long. */
const RESULTS_LIFE_MS = 7 * 24 * 3600 * 1000;
/** Settings of the shell that tests must not see: they decide themselves, and never touch a database that is not theirs. */
export const PRODUCT_SETTINGS =
  /^(PORT|DATA_DIR|DATABASE_.*|REDIS_.*|METRICS_.*|TRUSTED_PROXIES|KNOWN_NETWORKS|WEBHOOK_ADDRESSES|REQUIRE_SETTLEMENT_ACCOUNT|FEE_.*|REFUND_.*|UNPAID_.*|MANUAL_VOTES_.*|QUARANTINE_.*|RESULT_.*|WALLET_.*|WORKER_QUEUES|S3_.*|USSD_.*|LIVE_.*|CDN_.*|SOCKETS_.*|SOCKET_.*|ADDRESS_.*|SHUTDOWN_.*|LIMITS_.*|ABATO_ROLE|CORS_ORIGINS|PAYER_EMAIL_DOMAIN|DATA_ENCRYPTION_KEY|LOG_SIGNING_KEY|LOG_BATCH_SECONDS|LOG_WITNESSES|LOG_WITNESS_URLS|LOG_TILES|PUBLIC_URL|JWT_SECRET|PAYSTACK_.*|SIMULATOR_.*|SMTP_URL|MAIL_FROM|SMS_.*|SEED_DEMO|LOG_LEVEL|VOTE_LIMITS|WEB_ROOT|OTEL_.*|NODE_ENV|NODE_OPTIONS|npm_.*)$/;

/** For a busy machine: what the suites share never gives up waiting for a connection or for Redis before a test does. */
const PATIENT = { DATABASE_WAIT_SECONDS: '60', LIMITS_REDIS_MS: '60000' };

/** A witness of the public logs; test/support/transparency.ts has its secret key. */
const TEST_WITNESS = 'witness.test/1+d89a584a+BCCCi/XFvcrLaEhjM2wgL7VZnaSL5VlmFXQhcHBb7Kn3';

/** Folders and environment of one `npm test`. */
export class TestRun {
  constructor() {
    this.id = randomBytes(6).toString('hex');
    this.scratchDir = mkdtempSync(join(tmpdir(), SCRATCH_PREFIX));
    // The database's account must be able to pass.
    chmodSync(this.scratchDir, 0o755);
    writeFileSync(
      join(this.scratchDir, 'owner.json'),
      JSON.stringify({ run: this.id, identity: processIdentity(process.pid) }),
    );
    this.resultsDir = join(RESULTS, this.id);
    mkdirSync(this.resultsDir, { recursive: true });
    /** Running platforms by the name of their suite. */
    this.platforms = new Map();
    process.env[RUN_MARK] = this.id;
  }

  /** Environment of the suites. @param stateFile what {@link writeState} returned */
  environment(stateFile) {
    const kept = Object.entries(process.env).filter(([name]) => !PRODUCT_SETTINGS.test(name));
    return {
      ...Object.fromEntries(kept),
      NODE_ENV: 'test',
      // The processes of a run load the same modules: compiled once (Node.js from 22.1 on).
      NODE_COMPILE_CACHE: join(this.scratchDir, 'compiled'),
      ...(stateFile ? { ABATO_TEST_STATE: stateFile } : {}),
      [RUN_MARK]: this.id,
    };
  }

  /** Make the empty database that the platforms of this run begin with. */
  async makeDatabase(buildDir) {
    const { Platform, findFreePort } = await localOf(buildDir);
    const port = await findFreePort();
    const folder = join(this.scratchDir, 'empty');
    const platform = new Platform({
      buildDir,
      dataDir: folder,
      ports: { public: port, api: port, metrics: port, workerMetrics: port, simulator: port },
      environment: { ...this.environment(), REDIS_URL: `redis://127.0.0.1:${port}` },
      processes: [],
      isThrowAway: true,
    });
    await platform.start();
    await platform.stop();
    this.databaseOf = folder;
  }

  /**
   * Start the platform that the files of a suite share.
   * @param kind `platform`: one process of each; `cluster`: two APIs and two workers behind a proxy that is not sticky
   * @param name of the suite
   */
  async startPlatform(buildDir, redis, kind, name) {
    const { Platform, RoundRobin, findFreePort } = await localOf(buildDir);
    const first = await findFreePort(8);
    const ports = {
      public: first,
      api: first,
      metrics: first + 1,
      workerMetrics: first + 2,
      simulator: first + 3,
    };
    const environment = {
      ...this.environment(),
      ...PATIENT,
      LOG_WITNESSES: TEST_WITNESS,
      // Tests of batches run builders of their own.
      LOG_BATCH_SECONDS: '0',
    };
    const started = { ports };
    let second;
    if (kind === 'cluster') {
      ports.api = first + 4;
      second = { api: first + 5, metrics: first + 6, workerMetrics: first + 7 };
      environment.TRUSTED_PROXIES = '127.0.0.1';
      environment.SIMULATOR_WEBHOOK_URL = `http://127.0.0.1:${first}/api/payments/paystack/webhook`;
      started.proxy = new RoundRobin();
      for (const port of [ports.api, second.api]) started.proxy.add(port);
      await started.proxy.listen(first);
    }
    started.dataDir = join(this.scratchDir, name);
    const platform = new Platform({
      buildDir,
      dataDir: started.dataDir,
      ports,
      environment: { ...environment, ...(redis.url ? { REDIS_URL: redis.url } : {}) },
      redisProgram: redis.program,
      isThrowAway: true,
      databaseOf: this.databaseOf,
      second,
    });
    const log = createWriteStream(join(this.resultsDir, `${name}.log`));
    platform.on('line', (service, line) => log.write(`${service} ${line}\n`));
    platform.on('exit', (service, ending) => log.write(`${service} ended: ${ending.reason}\n`));
    started.platform = platform;
    this.platforms.set(name, started);
    await platform.start();
    return Object.assign(started, platform.addresses);
  }

  /** Write down for the tests of one suite where everything is. @returns path of the file */
  writeState(suite, buildDir, redis, platform) {
    const local = (port, path = '') => `http://127.0.0.1:${port}${path}`;
    const state = {
      buildDir,
      redisProgram: redis.program,
      redisUrl: redis.url,
      scratchDir: this.scratchDir,
      resultsDir: this.resultsDir,
      databaseOf: this.databaseOf,
      platform: platform && {
        baseUrl: local(platform.ports.public),
        databaseUrl: platform.databaseUrl,
        ownerUrl: platform.databaseOwnerUrl,
        redisUrl: platform.redisUrl,
        simulatorUrl: platform.simulatorUrl,
        metricsUrl: local(platform.ports.metrics, '/metrics'),
        workerMetricsUrl: local(platform.ports.workerMetrics, '/metrics'),
        dataDir: platform.dataDir,
      },
    };
    const path = join(this.scratchDir, `state-${suite.name}.json`);
    writeFileSync(path, JSON.stringify(state));
    return path;
  }

  async stopPlatform(name) {
    const running = this.platforms.get(name);
    this.platforms.delete(name);
    running?.proxy?.close();
    await running?.platform.destroy();
  }

  async stopPlatforms() {
    await Promise.all([...this.platforms.keys()].map((name) => this.stopPlatform(name)));
  }

  /**
   * Leave nothing behind.
   * @param keepResults logs and traces of a failed run are worth reading
   * @returns {string[]} the commands of processes that had to be killed
   */
  async cleanUp(keepResults) {
    await this.stopPlatforms();
    const left = killMarked(this.id);
    await removeScratch(this.scratchDir);
    if (!keepResults) rmSync(this.resultsDir, { recursive: true, force: true });
    return left;
  }
}

const localOf = (buildDir) => import(pathToFileURL(join(buildDir, 'apps', 'local', 'src', 'main.js')).href);

function killMarked(run) {
  const killed = [];
  for (const pid of processesMarked(`${RUN_MARK}=${run}`)) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      process.kill(pid, 'SIGKILL');
      killed.push(command.slice(0, COMMAND_LENGTH));
    } catch {
      // Ended by itself.
    }
  }
  return killed;
}

async function removeScratch(folder) {
  // Platforms of tests that did not clean up may have a database outside of their folder.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    try {
      const outside = readFileSync(join(folder, entry.name, 'postgres.location'), 'utf8').trim();
      rmSync(outside, { recursive: true, force: true });
    } catch {
      // Nothing outside.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Remove what runs left behind that were killed without a chance to clean up, and results of long ago. */
export async function cleanUpAfterTheDead() {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(SCRATCH_PREFIX)) continue;
    const folder = join(tmpdir(), name);
    try {
      const { run, identity } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'));
      if (isAlive(identity)) continue;
      killMarked(run);
      await removeScratch(folder);
    } catch {
      // Another run's folder, or one being made at this moment.
    }
  }
  try {
    for (const name of readdirSync(RESULTS)) {
      const old = Date.now() - statSync(join(RESULTS, name)).mtimeMs > RESULTS_LIFE_MS;
      if (old) rmSync(join(RESULTS, name), { recursive: true, force: true });
    }
  } catch {
    // No results yet.
  }
}
