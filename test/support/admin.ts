import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from './bare-environment.js';
import { testRun, testSecrets, testState } from './state.js';

export interface AdminAnswer {
  code: number | null;
  out: string;
  errors: string;
}

const program = () => join(testRun().buildDir, 'apps', 'admin', 'src', 'main.js');

/** Settings of a command: no others than those of the platform under test. */
function environment(): Record<string, string> {
  const { databaseUrl, redisUrl, simulatorUrl } = testState();
  return {
    ...bareEnvironment(),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PAYSTACK_BASE_URL: simulatorUrl,
    PAYSTACK_CALLS_PER_MINUTE: '6000',
    DATA_ENCRYPTION_KEY: testSecrets().dataEncryptionKey,
  };
}

let runner: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();
(globalThis as { afterAll?: (work: () => void) => void }).afterAll?.(() => runner?.disconnect());

/**
 * One command in a process that runs all commands of a spec file, for what it says and does: starting Node anew for each costs more than a
 * second of a processor. Several at once wait for one another. Whatever depends on how a process starts, reads its input or ends uses
 * {@link admin}.
 * @param own replaces single settings
 * @param settings those of the platform under test by default
 */
export function runAdmin(
  args: string[],
  own: Record<string, string> = {},
  settings: Record<string, string> = environment(),
): Promise<AdminAnswer> {
  const child = (runner ??= fork(join(import.meta.dirname, 'admin-runner.mjs'), {
    execArgv: [],
    env: bareEnvironment(),
  }));
  const run = async (): Promise<AdminAnswer> => {
    const answer = once(child, 'message') as Promise<[AdminAnswer]>;
    child.send({ program: program(), args, env: { ...settings, ...own } });
    return (await answer)[0];
  };
  const answer = last.then(run);
  last = answer.catch(() => undefined);
  return answer;
}

/**
 * Run an operator's command from the build, as a container does: no settings but those of the platform under test.
 * @param options.env replaces single settings
 * @param options.input written to standard input
 */
export async function admin(
  args: string[],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<AdminAnswer> {
  const child = spawn(process.execPath, [program(), ...args], { env: { ...environment(), ...options.env } });
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, errors };
}
