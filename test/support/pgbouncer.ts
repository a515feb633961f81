import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../apps/local/src/ports.js';
import { isAtLeast, Program, versionOf } from './programs.js';
import { testRun } from './state.js';

const version = versionOf('pgbouncer', {
  from: 'apt-get install pgbouncer',
  tests: 'the tests of connection poolers',
});
export const hasPgBouncer = version !== undefined;
/** From 1.21 on; the versions before lose a named statement with the connection. */
export const keepsNamedStatements = version !== undefined && isAtLeast(version, '1.21');

if (hasPgBouncer && !keepsNamedStatements)
  process.stderr.write(
    `pgbouncer ${version} is older than 1.21: processes with named statements behind a pooler are SKIPPED\n`,
  );

export interface PgBouncer {
  /** The same login and database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * A PgBouncer in transaction mode on a free port, with few connections of its own, so that transactions of one client meet different ones.
 * @param urls logins it knows, all of one server; any database of it can be asked for
 */
export async function startPgBouncer(urls: readonly string[]): Promise<PgBouncer> {
  const logins = urls.map((url) => new URL(url));
  const [server] = logins;
  if (!server) throw new Error('a pooler needs a login');
  const folder = mkdtempSync(join(testRun().scratchDir, 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const port = await findFreePort();
  writeFileSync(
    users,
    logins.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''),
  );
  writeFileSync(
    config,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 500
${keepsNamedStatements ? 'max_prepared_statements = 100' : ''}
`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const through = (url: string): string => {
    const pooled = new URL(url);
    Object.assign(pooled, { hostname: '127.0.0.1', port: String(port) });
    return pooled.href;
  };
  const program = await Program.start('pgbouncer', [...account, config], {
    ready: () => answers(through(server.href)),
  });
  return { through, stop: () => program.stop('SIGKILL') };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
