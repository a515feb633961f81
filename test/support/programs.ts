import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from '../../apps/local/src/postgres/account.js';
import { waitFor } from './wait-for.js';

/** Servers lie where ordinary accounts do not look for programs. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;

/**
 * The version of a program that tests start for real. Where it is missing, the tests that need it are skipped and say so.
 * @param needed.from how to get it
 * @param needed.tests what is skipped without it
 * @param needed.ask argument that makes it tell its version
 */
export function versionOf(
  program: string,
  { from, tests, ask = '--version' }: { from: string; tests: string; ask?: string },
): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, [ask], { encoding: 'utf8', env: { PATH } });
  if (status === 0) return /\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? '0';
  process.stderr.write(`${program} is missing (${from}): ${tests} are SKIPPED\n`);
  return undefined;
}

/** Whether a version is a certain one or a newer one. */
export const isAtLeast = (version: string, wanted: string): boolean =>
  version.localeCompare(wanted, 'en', { numeric: true }) >= 0;

/** The same text with a part in place of another. @throws Error when the part is not there: a test must not run a file it does not know */
export function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`there is no ${part}`);
  return text.replaceAll(part, () => by);
}

interface Start {
  /** Asked until it is true; an error counts as too early. */
  ready: () => Promise<boolean>;
  env?: Record<string, string>;
  account?: Account | undefined;
}

/** A program of the operators' that a test runs beside the platform, with what it says. */
export class Program {
  private log = '';
  private readonly ended: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit');
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => (this.log += chunk));
  }

  /** @throws Error with what the program said, when it ends or is not ready */
  static async start(program: string, args: readonly string[], options: Start): Promise<Program> {
    const child = spawn(program, args, {
      ...options.account,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, ABATO_TEST_RUN: process.env['ABATO_TEST_RUN'] ?? '', ...options.env },
    });
    const started = new Program(child);
    let isReady = false;
    await waitFor(
      async () => {
        if (!started.isRunning) return true;
        return (isReady = await options.ready());
      },
      { what: program },
    ).catch(() => undefined);
    if (isReady) return started;
    await started.stop('SIGKILL');
    throw new Error(`${program} ${started.isRunning ? 'was not ready' : 'did not start'}: ${started.log}`);
  }

  get said(): string {
    return this.log;
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill(signal);
    await this.ended;
  }
}
