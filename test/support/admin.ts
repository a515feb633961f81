import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testRun, testState } from './state.js';

export interface AdminAnswer {
  code: number | null;
  out: string;
  errors: string;
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
  const { databaseUrl, redisUrl, simulatorUrl, dataDir } = testState();
  const { dataEncryptionKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    dataEncryptionKey: string;
  };
  const child = spawn(
    process.execPath,
    [join(testRun().buildDir, 'apps', 'admin', 'src', 'main.js'), ...args],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        ABATO_TEST_RUN: process.env['ABATO_TEST_RUN'] ?? '',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        PAYSTACK_BASE_URL: simulatorUrl,
        PAYSTACK_CALLS_PER_MINUTE: '6000',
        DATA_ENCRYPTION_KEY: dataEncryptionKey,
        ...options.env,
      },
    },
  );
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, errors };
}
