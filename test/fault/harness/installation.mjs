import { spawnSync } from 'node:child_process';
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { childrenOf } from '../../bench/lib/processes.mjs';
import { chooseApis } from './apis.mjs';
import { FaultProxy } from './fault-proxy.mjs';

const PRELOAD = new URL('preload.mjs', import.meta.url).href;
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'ABATO_TEST_RUN', 'NODE_COMPILE_CACHE'];
const WORKERS = ['worker-1', 'worker-2'];
const WEBHOOK = '/api/payments/paystack/webhook';
const SERVERS = ['database', 'redis', 'provider'];
/** A process that was killed is back after this at the latest: 90 s were too short on two processors with a load of 19. */
const BACK_WITHIN_MS = 240_000;

/**
 * What is deployed, on one machine: PostgreSQL, Redis, the simulator, two APIs (or one of each role) and two workers from a build, each
 * restarted when it dies, with a fault proxy between each process and each server it uses, and one before the APIs for the provider's webhooks.
 */
export class Installation {
  workers = WORKERS;
  proxies = {};

  /** @param options { buildDir, redisProgram, roles?: an API of each role, firstPort?, dataDir?, say } */
  static async start(options) {
    const installation = new Installation();
    await installation.#start(options);
    return installation;
  }

  async #start({ buildDir, redisProgram, roles, firstPort, dataDir, databaseOf, say }) {
    this.say = say ?? (() => {});
    const { names, answering, settingsOf } = chooseApis(roles);
    Object.assign(this, { apis: names, processes: [...names, ...WORKERS], answering, settingsOf });
    this.buildDir = buildDir;
    const base = dataDir ?? process.env.DATA_DIR ?? tmpdir();
    mkdirSync(base, { recursive: true });
    this.dataDir = mkdtempSync(join(base, 'abato-fault-'));
    // The database's account must be able to pass.
    chmodSync(this.dataDir, 0o755);
    mkdirSync(join(this.dataDir, 'control'));
    const inBuild = (...path) => import(pathToFileURL(join(buildDir, 'apps', 'local', 'src', ...path)).href);
    const { Platform, findFreePort } = await inBuild('main.js');
    const { processEnvironment } = await inBuild('settings.js');
    const { Supervisor } = await inBuild('process', 'supervisor.js');
    const { nodeService } = await inBuild('process', 'node-service.js');
    Object.assign(this, { Supervisor, nodeService });
    const first = firstPort ? Number(firstPort) : await findFreePort(20);
    let next = first;
    this.ports = Object.fromEntries(
      [...this.processes.flatMap((name) => [name, `${name} metrics`]), 'simulator'].map((name) => [
        name,
        next++,
      ]),
    );
    this.log = createWriteStream(join(this.dataDir, 'processes.log'));
    const site = this.ports[answering('/')[0]];
    const ports = { public: site, api: site, simulator: this.ports.simulator };
    const environment = {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PAYSTACK_CALLS_PER_MINUTE: '6000',
      // Votes with hidden results are logged in batches; the last one must be due before everything has to be quiet.
      LOG_BATCH_SECONDS: '2',
      SIMULATOR_RETRY_SCALE: '0.005',
    };
    this.platform = new Platform({
      buildDir,
      dataDir: this.dataDir,
      ports,
      environment,
      redisProgram,
      databaseOf,
      processes: [],
    });
    this.platform.on('line', (name, line) => this.note(name, line));
    this.platform.on('exit', (name, reason) => this.note(name, `ended: ${reason}`));
    await this.platform.start();
    const { addresses } = this.platform;
    await this.#openProxies(addresses);
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8'));
    this.secrets = secrets;
    this.environment = processEnvironment(
      environment,
      buildDir,
      this.dataDir,
      { ...ports, metrics: 0 },
      addresses,
      secrets,
    );
    pg.defaults.parseInt8 = true;
    this.db = new pg.Pool({
      connectionString: addresses.databaseOwnerUrl,
      max: 4,
      connectionTimeoutMillis: 5_000,
    });
    this.db.on('error', () => {});
    await this.startProcesses(buildDir);
  }

  async #openProxies({ databaseUrl, redisUrl }) {
    const target = {
      database: [Number(new URL(databaseUrl).port)],
      redis: [Number(new URL(redisUrl).port)],
      provider: [this.ports.simulator],
    };
    for (const name of this.processes) {
      for (const server of SERVERS)
        this.proxies[`${name} ${server}`] = await new FaultProxy(() => target[server]).listen();
    }
    let turn = 0;
    this.proxies.webhooks = await new FaultProxy(() => {
      const ports = this.answering(WEBHOOK).map((name) => this.ports[name]);
      return turn++ % 2 ? ports : ports.reverse();
    }).listen();
  }

  /** @param buildDir a build, or a copy of it with a planted bug */
  async startProcesses(buildDir) {
    this.supervisor = new this.Supervisor();
    this.supervisor.on('line', (name, line) => this.#line(name, line));
    this.supervisor.on('exit', (name, reason) => this.note(name, `ended: ${reason}`));
    const launch = (name, app, env) =>
      this.supervisor.launch(this.nodeService(name, join(buildDir, 'apps', app, 'src', 'main.js'), env));
    const simulator = {
      ...this.environment,
      SIMULATOR_PORT: String(this.ports.simulator),
      SIMULATOR_WEBHOOK_URL: `http://127.0.0.1:${this.proxies.webhooks.port}${WEBHOOK}`,
      LOG_LEVEL: 'error',
    };
    await Promise.all([
      launch('simulator', 'simulator', simulator),
      ...this.processes.map((name) => launch(name, name.split('-')[0], this.#environmentOf(name))),
    ]);
  }

  async stopProcesses() {
    await this.supervisor.stopAll([[...this.processes, 'simulator']]);
  }

  #environmentOf(name) {
    const through = (url, server) => {
      const changed = new URL(url);
      changed.port = String(this.proxies[`${name} ${server}`].port);
      return changed.href.replace(/\/$/, '');
    };
    return {
      ...this.environment,
      ...(this.apis.includes(name) && this.settingsOf(name)),
      PORT: String(this.ports[name]),
      METRICS_PORT: String(this.ports[`${name} metrics`]),
      PUBLIC_URL: this.url(this.answering('/')[0]),
      DATABASE_URL: through(this.environment.DATABASE_URL, 'database'),
      REDIS_URL: through(this.environment.REDIS_URL, 'redis'),
      PAYSTACK_BASE_URL: `http://127.0.0.1:${this.proxies[`${name} provider`].port}`,
      NODE_OPTIONS: `--import ${PRELOAD}`,
      ABATO_FAULT_CONTROL: this.#controlFile(name),
      ABATO_FAULT_ROLE: name.split('-')[0],
    };
  }

  #controlFile(name) {
    return join(this.dataDir, 'control', `${name}.json`);
  }

  /** What the product's processes said last before they ended themselves. */
  lastWords = [];

  #line(name, line) {
    this.note(name, line);
    if (line.includes('"level":"fatal"')) this.lastWords.push(`${name}: ${line.slice(0, 400)}`);
  }

  note(name, line) {
    this.log.write(`${new Date().toISOString()} ${name} ${line}\n`);
  }

  url(api) {
    return `http://127.0.0.1:${this.ports[api]}`;
  }

  get simulatorUrl() {
    return `http://127.0.0.1:${this.ports.simulator}`;
  }

  #owner(name) {
    return name === 'postgres' || name === 'redis' ? this.platform : this.supervisor;
  }

  /** Process id now; undefined between two lives. */
  pid(name) {
    return this.#owner(name).service(name).pid;
  }

  /** Signal a process; resolves when an ending signal has ended it. It is started again by itself. */
  kill(name, signal = 'SIGKILL') {
    this.note('harness', `${signal} to ${name}`);
    return this.#owner(name).service(name).kill(signal);
  }

  async stop(name) {
    this.note('harness', `stop ${name}`);
    await this.#owner(name).service(name).stop();
  }

  async startAgain(name) {
    if (this.#owner(name) === this.platform) return this.platform.service(name).start();
    // An orchestrator tries again when a start fails because a server is away at that moment.
    const started = () =>
      this.supervisor
        .service(name)
        .start()
        .then(() => true);
    if (!(await until(started, BACK_WITHIN_MS, 500))) throw new Error(`${name} does not start`);
  }

  /** Wait until a process serves again. */
  async back(name) {
    await this.#owner(name).service(name).waitReady(BACK_WITHIN_MS);
  }

  async allBack() {
    for (const name of ['postgres', 'redis', 'simulator', ...this.processes]) await this.back(name);
  }

  /** Give orders to a process: `{ clockMs }`, `{ crashAt }`. They hold until they are replaced, over restarts too. */
  async order(name, orders) {
    writeFileSync(this.#controlFile(name), JSON.stringify(orders));
    // Before its own code runs, the signal would end the process; then it reads the file anyway.
    await this.back(name);
    try {
      process.kill(this.pid(name), 'SIGUSR2');
    } catch {
      // It died at this moment; its next life reads the file.
    }
  }

  /** Where a process died by order; undefined while it has not. */
  crashedAt(name) {
    try {
      return JSON.parse(readFileSync(this.#controlFile(name), 'utf8')).crashedAt;
    } catch {
      return undefined;
    }
  }

  /** Limit the size of files a server and its children may write (bytes; undefined lifts it): a disk that is full. */
  limitFiles(name, bytes) {
    const pid = this.pid(name);
    for (const each of pid ? [pid, ...childrenOf(pid)] : []) {
      // The soft limit only: the hard one could not be raised again.
      const { stderr } = spawnSync('prlimit', ['--pid', String(each), `--fsize=${bytes ?? 'unlimited'}:`]);
      if (stderr?.length) this.note('harness', `prlimit ${each}: ${stderr}`);
    }
  }

  /** Proxies between some processes and one server. */
  between(processes, server) {
    return processes.map((name) => this.proxies[`${name} ${server}`]);
  }

  /** Everything passes again, every clock is right, no death is ordered. */
  async heal() {
    for (const proxy of Object.values(this.proxies)) proxy.heal();
    for (const name of this.processes) {
      const crashed = this.crashedAt(name);
      await this.order(name, {});
      if (crashed) this.note('harness', `${name} had died ${crashed}`);
    }
  }

  async destroy() {
    await this.db.end().catch(() => {});
    await this.stopProcesses();
    for (const proxy of Object.values(this.proxies)) await proxy.close();
    await this.platform.stop();
    await new Promise((done) => this.log.end(done));
  }

  async remove() {
    await this.platform.destroy();
  }
}

/**
 * Ask until the answer is there.
 * @param ask returns or resolves to something true when it is; an error counts as not yet
 * @returns the answer, or undefined after `withinMs`
 */
export async function until(ask, withinMs, everyMs = 100) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch(() => undefined);
    if (answer || performance.now() > deadline) return answer || undefined;
    await sleep(everyMs);
  }
}
