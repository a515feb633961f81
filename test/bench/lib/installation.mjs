import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import pg from 'pg';
import { Child } from './child.mjs';
import { childrenOf, OTHER_CORES, pin, pinnedTo, SERVER_CORE } from './processes.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
/** One gigabyte of 16 MB each. */
const LOG_SEGMENTS = 64;
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];

/**
 * PostgreSQL and Redis with throw-away data, and processes of the build on top of them: each pinned, each with settings of its
 * own, so that variants of one process can run side by side against the same data.
 */
export class Installation {
  children = [];

  /** @param options { buildDir, redisProgram, firstPort, profileDir } */
  static async start(options) {
    const base = process.env.DATA_DIR || tmpdir();
    mkdirSync(base, { recursive: true });
    const dataDir = mkdtempSync(join(base, 'abato-bench-'));
    chmodSync(dataDir, 0o755);
    const inBuild = (...path) =>
      import(pathToFileURL(join(options.buildDir, 'apps', 'local', 'src', ...path)).href);
    const { Platform, findFreePort } = await inBuild('main.js');
    const { processEnvironment } = await inBuild('settings.js');
    const installation = new Installation();
    const nextPort = options.firstPort ? portsFrom(options.firstPort) : findFreePort;
    const ports = {
      public: await nextPort(),
      metrics: await nextPort(),
      workerMetrics: await nextPort(),
      simulator: await nextPort(),
    };
    const environment = {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      SIMULATOR_RETRY_SCALE: '1',
    };
    const platform = new Platform({
      buildDir: options.buildDir,
      dataDir,
      ports: { ...ports, api: ports.public },
      environment,
      redisProgram: options.redisProgram,
      processes: [],
    });
    const log = createWriteStream(join(dataDir, 'bench.log'));
    platform.on('line', (name, line) => log.write(`${name} ${line}\n`));
    await platform.start();
    for (const name of ['postgres', 'redis']) {
      const pid = platform.service(name).pid;
      for (const each of [pid, ...childrenOf(pid)]) pin(each, OTHER_CORES);
    }
    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    Object.assign(installation, { options, platform, dataDir, log, nextPort, ports, secrets });
    installation.env = processEnvironment(
      environment,
      options.buildDir,
      dataDir,
      { ...ports, api: ports.public },
      platform.addresses,
      secrets,
    );
    pg.defaults.parseInt8 = true;
    installation.db = new pg.Pool({ connectionString: platform.addresses.databaseOwnerUrl, max: 4 });
    installation.db.on('error', () => {});
    await installation.keepLogSegments();
    return installation;
  }

  /**
   * A server that has run for a while writes its log into segments it has kept. A new one fills each with zeros first, and whoever
   * commits waits 20 to 75 ms for it: every second or so at full load. Fill them now, as `min_wal_size` in docker-compose.yml keeps them.
   */
  async keepLogSegments() {
    await this.db.query(`ALTER SYSTEM SET min_wal_size = '${LOG_SEGMENTS * 16}MB'`);
    await this.db.query('SELECT pg_reload_conf()');
    for (let i = 0; i < LOG_SEGMENTS; i++) {
      // A segment with nothing in it is not left.
      await this.db.query(`SELECT pg_logical_emit_message(false, 'bench', 'fill')`);
      await this.db.query('SELECT pg_switch_wal()');
    }
    await this.db.query('CHECKPOINT');
  }

  /** An API process on the server's core. @param entry of this folder's `entries`, instead of the product's own start */
  async api({ entry, env = {}, cores = SERVER_CORE, name = 'api' } = {}) {
    const port = await this.nextPort();
    const main = join(this.options.buildDir, 'apps', 'api', 'src', 'main.js');
    const args = entry ? [join(HERE, 'entries', entry)] : [main];
    return this.start(
      name,
      args,
      { PORT: port, METRICS_PORT: await this.nextPort(), ABATO_BENCH_MAIN: main, ...env },
      cores,
    );
  }

  async worker({ env = {}, cores = OTHER_CORES } = {}) {
    const main = join(this.options.buildDir, 'apps', 'worker', 'src', 'main.js');
    const port = await this.nextPort();
    const child = await this.start('worker', [main], { METRICS_PORT: port, ...env }, cores);
    child.metricsPort = port;
    return child;
  }

  async simulator(env = {}) {
    const main = join(this.options.buildDir, 'apps', 'simulator', 'src', 'main.js');
    return this.start('simulator', [main], env, OTHER_CORES);
  }

  /** A server of this folder: a limit or the textbook. It has tables of its own, so it logs in as the owner. */
  async server(path, { env = {}, cores = SERVER_CORE } = {}) {
    return this.start(
      path,
      [path.startsWith('/') ? path : join(HERE, path)],
      {
        PORT: await this.nextPort(),
        DATABASE_URL: this.platform.addresses.databaseOwnerUrl,
        ...env,
      },
      cores,
    );
  }

  async start(name, args, env, cores) {
    const profile =
      this.options.profileDir && cores === SERVER_CORE
        ? ['--cpu-prof', `--cpu-prof-dir=${this.options.profileDir}`, '--cpu-prof-interval=500']
        : [];
    const all = Object.fromEntries(
      Object.entries({ ...this.env, ...env }).map(([key, value]) => [key, String(value)]),
    );
    const child = new Child(name, [...profile, ...args], {
      env: all,
      launcher: pinnedTo(cores),
      log: this.log,
    });
    child.port = Number(all.PORT);
    child.metricsPort = Number(all.METRICS_PORT);
    this.children.push(child);
    return child.ready();
  }

  /** A process that makes load or watches. @param file of this folder, or an absolute path */
  async client(file) {
    const child = new Child(basename(file), [resolve(HERE, 'lib', file)], {
      env: process.env,
      launcher: pinnedTo(OTHER_CORES),
      log: this.log,
    });
    this.children.push(child);
    return child.ready();
  }

  async stop() {
    await Promise.all(this.children.map((child) => child.stop('SIGTERM')));
    await this.db.end();
    await this.platform.destroy();
  }
}

function portsFrom(first) {
  let next = Number(first);
  return async () => next++;
}
