import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testRun } from './state.js';

const WITHIN_MS = 60_000;

/** Without a program of its own (REDIS_URL is given) a run cannot start the servers of a fail-over. */
export const hasRedisProgram = Boolean(testRun().redisProgram);
if (!hasRedisProgram)
  process.stderr.write('there is no Redis program: the tests of Sentinel and Cluster are SKIPPED\n');

/** A Redis, or a sentinel, that a test starts with its own settings, beside the one of a platform. */
export class RedisServer {
  private log = '';
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.ended = once(child, 'exit');
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.log += chunk));
  }

  /** @param lines of its configuration file @param folder of its own, made when it does not exist */
  static async start(folder: string, port: number, lines: string[], as?: 'sentinel'): Promise<RedisServer> {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${port}.conf`);
    const common = ['bind 127.0.0.1', `dir ${folder}`, ...(as ? [] : ['save ""'])];
    writeFileSync(file, [...common, ...lines].join('\n'));
    const args = [file, ...(as ? ['--sentinel'] : [])];
    const child = spawn(testRun().redisProgram as string, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const server = new RedisServer(child, port);
    await server.says(as ? /\+monitor/ : /Ready to accept connections/);
    return server;
  }

  /** Resolves when its log has had so many lines of this kind. */
  async says(line: RegExp, times = 1): Promise<void> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const pattern = new RegExp(line, 'g');
    while ((this.log.match(pattern)?.length ?? 0) < times) {
      if (this.child.exitCode !== null || signal.aborted)
        throw new Error(`no ${times} × ${line} in the log of ${this.port}:\n${this.log.slice(-2_000)}`);
      await once(this.child.stdout as NodeJS.EventEmitter, 'data', { signal }).catch(() => undefined);
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** @returns files of a certificate for 127.0.0.1 that signs itself, and its key */
export function ownCertificate(folder: string): { certificate: string; key: string } {
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=redis.test', '-addext', 'subjectAltName=IP:127.0.0.1'])
      .concat(['-keyout', key, '-out', certificate]),
    { encoding: 'utf8' },
  );
  if (made.status !== 0)
    throw new Error(`openssl made no certificate: ${made.stderr || made.error?.message}`);
  return { certificate, key };
}
