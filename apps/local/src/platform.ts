import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { migrate } from '@abato/database';
import { copyDatabase, removeOutside } from './postgres/place.js';
import { embeddedPostgres } from './postgres/server.js';
import { Problem } from './problem.js';
import { nodeService } from './process/node-service.js';
import type { ServiceSpec } from './process/service.js';
import { Supervisor } from './process/supervisor.js';
import { embeddedRedis } from './redis.js';
import { loadSecrets, type LocalSecrets } from './secrets.js';
import { type Addresses, type Given, isProduction, type Ports, processEnvironment } from './settings.js';

export interface PlatformOptions {
  /** Output of the build (`dist/<hash>`). */
  buildDir: string;
  dataDir: string;
  ports: Ports;
  /** Settings as a person gave them; `DATABASE_URL`, `REDIS_URL` and `PAYSTACK_BASE_URL` here mean that nothing of our own is started for them. */
  environment: Given;
  /** Path of a Redis program; not needed with `REDIS_URL`. */
  redisProgram?: string | undefined;
  /** Whether an empty database gets the demo data, and the simulator the payments in them. */
  demo?: boolean;
  /** Which of our own processes to run; all by default. */
  processes?: readonly ('simulator' | 'api' | 'worker')[];
  /** Address of a module that API, worker and simulator load before their own code: tests watch a process with it. */
  preload?: string | undefined;
  /** PostgreSQL does not wait for the disk: only for tests whose servers are not killed and whose data are removed. */
  isThrowAway?: boolean | undefined;
  /** Data folder of a stopped platform whose database this one begins with, if it has none: tests need many that are empty. */
  databaseOf?: string | undefined;
  /** Entry of a Vite server that takes the public port and passes API calls on (`npm run dev`). */
  webServer?: string | undefined;
}

/** Stopped in this order: first those that use the servers, then the servers. */
const STOP_ORDER = [['web'], ['api', 'worker', 'simulator'], ['redis'], ['postgres']];

/**
 * The whole platform on one machine: PostgreSQL, Redis, migrations, demo data, simulator, API and worker, each process kept
 * alive. `npm start`, `npm test` and the fault tests use the same class.
 */
export class Platform extends Supervisor {
  private stopping: Promise<void> | undefined;
  /** Settings of our own processes. */
  private env: Record<string, string> = {};
  readonly dataDir: string;
  /** Where everything is, once `start` has got that far. */
  addresses!: Addresses;

  constructor(private readonly options: PlatformOptions) {
    super();
    this.dataDir = resolve(options.dataDir);
  }

  /** Start everything and wait until it serves. @throws Problem when a part does not start; what did start is stopped again */
  async start(): Promise<void> {
    try {
      await this.startAll();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  private async startAll(): Promise<void> {
    const { options } = this;
    // Others may pass through, because the database's account must; what is secret inside is protected by itself.
    mkdirSync(this.dataDir, { recursive: true, mode: 0o755 });
    if (options.databaseOf) copyDatabase(options.databaseOf, this.dataDir);
    const secrets = loadSecrets(this.dataDir);
    const [database, redisUrl] = await Promise.all([this.startDatabase(secrets), this.startRedis()]);
    const addresses = (this.addresses = {
      ...database,
      redisUrl,
      publicUrl: options.environment['PUBLIC_URL'] || `http://localhost:${options.ports.public}`,
      simulatorUrl: `http://127.0.0.1:${options.ports.simulator}`,
    });
    await this.applyMigrations(addresses);
    const env = (this.env = processEnvironment(
      options.environment,
      options.buildDir,
      this.dataDir,
      options.ports,
      addresses,
      secrets,
    ));
    // Only here: tests start many platforms, and none of them draws pictures.
    const demo = options.demo ? await import('./demo/index.js') : undefined;
    const encryptionKey = env['DATA_ENCRYPTION_KEY'] ?? secrets.dataEncryptionKey;
    await demo?.seedDemo({ ...addresses, dataDir: this.dataDir, encryptionKey }, (text) =>
      this.tell('demo', text),
    );
    const wanted = options.processes ?? ['simulator', 'api', 'worker'];
    const isSimulated = !options.environment['PAYSTACK_BASE_URL'] && !isProduction(options.environment);
    if (wanted.includes('simulator') && isSimulated) {
      await this.launchOwn('simulator');
      await demo?.tellProvider(addresses);
    }
    await Promise.all([
      wanted.includes('api') ? this.launchOwn('api') : undefined,
      wanted.includes('worker')
        ? this.launchOwn('worker', { METRICS_PORT: options.ports.workerMetrics })
        : undefined,
    ]);
    if (options.webServer) {
      const address = {
        PORT: String(options.ports.public),
        API_URL: `http://127.0.0.1:${options.ports.api}`,
      };
      await this.launch(nodeService('web', options.webServer, { ...env, ...address }));
    }
  }

  /**
   * Bring the database to the newest schema the build knows, with the processes' login beside the owner's.
   * The build's own library is loaded, not the one beside this file: fault tests run this file from source against a build.
   */
  private async applyMigrations({ databaseUrl, databaseOwnerUrl }: Addresses): Promise<void> {
    const library = pathToFileURL(join(this.options.buildDir, 'libs', 'database', 'src', 'index.js')).href;
    const database = (await import(library)) as { migrate: typeof migrate };
    await database.migrate({
      url: databaseOwnerUrl,
      processUrl: databaseUrl,
      // On our own server secrets.json decides; a server of the operator's keeps the passwords it has.
      setPassword: !this.options.environment['DATABASE_URL'],
      log: (text) => this.tell('migrate', text),
    });
  }

  private async startDatabase(
    secrets: LocalSecrets,
  ): Promise<Pick<Addresses, 'databaseUrl' | 'databaseOwnerUrl'>> {
    const { DATABASE_URL: given, DATABASE_OWNER_URL: owner } = this.options.environment;
    if (given) return { databaseUrl: given, databaseOwnerUrl: owner || given };
    const server = await embeddedPostgres(
      this.dataDir,
      secrets,
      (text) => this.tell('postgres', text),
      this.options.isThrowAway,
    );
    await this.launch(server.spec);
    return { databaseUrl: server.url, databaseOwnerUrl: server.ownerUrl };
  }

  private async startRedis(): Promise<string> {
    const given = this.options.environment['REDIS_URL'];
    if (given) return given;
    if (!this.options.redisProgram)
      throw new Problem('There is neither REDIS_URL nor a Redis program to start.');
    const server = await embeddedRedis(this.dataDir, this.options.redisProgram, (text) =>
      this.tell('redis', text),
    );
    await this.launch(server.spec);
    return server.url;
  }

  /**
   * Start one of our own processes, or one more of them once the platform runs.
   * @param ports on top of the settings that all have
   */
  launchOwn(
    app: 'simulator' | 'api' | 'worker',
    ports: { PORT?: number; METRICS_PORT?: number } = {},
    name: string = app,
  ): Promise<void> {
    const entry = join(this.options.buildDir, 'apps', app, 'src', 'main.js');
    const own = Object.entries(ports).map(([setting, port]) => [setting, String(port)]);
    const env = { ...this.env, ...(Object.fromEntries(own) as Record<string, string>) };
    return this.launch(nodeService(name, entry, env, this.options.preload));
  }

  override async launch(spec: ServiceSpec): Promise<void> {
    if (this.stopping) throw new Problem('The platform was stopped while it was starting.');
    await super.launch(spec);
  }

  private tell(name: string, text: string): void {
    this.emit('progress', name, text);
  }

  /** Stop everything in order and wait until nothing runs any more; the data stays. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll(STOP_ORDER);
    return this.stopping;
  }

  /** Stop, and remove the data folder with everything that belongs to it. */
  async destroy(): Promise<void> {
    await this.stop();
    removeOutside(this.dataDir);
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
