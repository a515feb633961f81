import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bareEnvironment } from './bare-environment.js';
import { testSecrets, testState } from './state.js';
import { waitFor } from './wait-for.js';

/** For a machine that does ten other things: loading the modules alone can take a minute there. */
export const START_WITHIN_MS = 150_000;

/** What a process of production needs beside its servers, without SMS and mails. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PAYER_EMAIL_DOMAIN: 'payers.vote.example',
  VOTE_LIMITS: 'standard',
  PAYSTACK_SECRET_KEY: 'sk_test_of_production',
  SMTP_URL: 'none',
  SMS_API_KEY: 'none',
  PUBLIC_URL: 'https://vote.example',
};

/** Where a process answers; a worker uses the second port only. */
export interface ProcessPorts {
  port: number;
  metricsPort: number;
}

/** An API or worker that a test starts itself from a build, beside or instead of those of its platform. */
export class OwnProcess {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly metricsPort: number,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /**
   * @param buildDir output of the build to run: today's, or that of an earlier release
   * @param environment replaces single settings of the platform under test
   */
  static start(
    buildDir: string,
    app: 'api' | 'worker',
    { port, metricsPort }: ProcessPorts,
    environment: Record<string, string> = {},
  ): OwnProcess {
    const { databaseUrl, redisUrl, simulatorUrl, dataDir, baseUrl } = testState();
    const secrets = testSecrets();
    const child = spawn(process.execPath, [join(buildDir, 'apps', app, 'src', 'main.js')], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...bareEnvironment(),
        NODE_ENV: 'test',
        VOTE_LIMITS: 'off',
        DATA_DIR: dataDir,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        PUBLIC_URL: baseUrl,
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        PAYSTACK_BASE_URL: simulatorUrl,
        JWT_SECRET: secrets.jwtSecret,
        DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
        LOG_SIGNING_KEY: secrets.logSigningKey,
        ...environment,
      },
    });
    return new OwnProcess(child, metricsPort);
  }

  /** The same with a clock that {@link stopClock} stops: only for tests, by a file loaded before the process's own code. */
  static startWithClock(
    ...[buildDir, app, ports, environment]: Parameters<typeof OwnProcess.start>
  ): OwnProcess {
    const preload = pathToFileURL(join(import.meta.dirname, 'clock-preload.mjs')).href;
    return OwnProcess.start(buildDir, app, ports, { ...environment, NODE_OPTIONS: `--import ${preload}` });
  }

  /** No time passes for the process from now on: what it does within a window depends on no machine's speed. */
  async stopClock(): Promise<void> {
    const clock = Date.now();
    const stopped = new Promise<void>((resolve) => {
      const listen = (message: unknown): void => {
        if ((message as { clock?: number }).clock !== clock) return;
        this.child.off('message', listen);
        resolve();
      };
      this.child.on('message', listen);
    });
    this.child.send({ clock });
    await stopped;
  }

  /** The internal health check, as an orchestrator asks it. */
  async readiness(): Promise<{ status: number; failing: string[] }> {
    if (this.hasEnded) throw new Error(`the process has ended: ${this.output.slice(-2_000)}`);
    const answer = await fetch(`http://127.0.0.1:${this.metricsPort}/health/ready`);
    return { status: answer.status, failing: ((await answer.json()) as { failing: string[] }).failing };
  }

  async ready(): Promise<this> {
    await waitFor(async () => (await this.readiness()).status === 200, {
      withinMs: START_WITHIN_MS,
      what: 'a process to be ready',
    });
    return this;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** In good manners. @returns the exit code */
  async stop(): Promise<number | null> {
    const ended = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill('SIGTERM');
    return (await ended)[0];
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
