import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '@abato/database';
import { findFreePort } from '../../apps/local/src/ports.js';
import { databaseAccount } from '../../apps/local/src/postgres/account.js';
import { Program } from '../support/programs.js';
import { documents, repository } from './kustomize.js';
import { podsOf } from './pods.js';

/** Debian's packages lie in a folder for each version; the newest with server and client programs. */
const PROGRAMS = '/usr/lib/postgresql';
const bin = (existsSync(PROGRAMS) ? readdirSync(PROGRAMS) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(PROGRAMS, version, 'bin'))
  .find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((one) => existsSync(join(folder, one))),
  );
if (!bin)
  process.stderr.write(
    'pg_dump is missing (apt-get install postgresql): the tests of the backup are SKIPPED\n',
  );
const test = bin ? it : it.skip;

const PASSWORD = 'of-this-test-only';
/** Two weeks. */
const KEPT = 14;
let folder: string;
let backups: string;
let server: Program | undefined;
let ownerUrl: string;

const at = (database: string): string => Object.assign(new URL(ownerUrl), { pathname: `/${database}` }).href;

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The bundled server is newer than the system's `pg_dump`, which then refuses: this one has its version. */
async function startServer(programs: string): Promise<void> {
  const account = databaseAccount();
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, PASSWORD);
  if (account) chownSync(data, account.uid, account.gid);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'abato_owner',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ].concat(['--locale=C', '--no-sync']),
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await findFreePort();
  ownerUrl = `postgres://abato_owner:${PASSWORD}@127.0.0.1:${port}/abato`;
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  server = await Program.start(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { account, ready: async () => (await query(at('postgres'), 'SELECT 1')).length === 1 },
  );
}

beforeAll(async () => {
  if (!bin) return;
  folder = mkdtempSync(join(tmpdir(), 'abato-backup-'));
  chmodSync(folder, 0o755);
  backups = join(folder, 'backups');
  mkdirSync(backups);
  await startServer(bin);
  await query(at('postgres'), 'CREATE DATABASE abato');
  await migrate({ url: ownerUrl });
});

afterAll(async () => {
  // "Fast": whoever is connected is sent away.
  await server?.stop('SIGINT');
  if (folder) rmSync(folder, { recursive: true });
});

/** The command of the CronJob, with a folder of this test in place of its volume. */
function backUp(url: string) {
  const job = documents(repository('k8s', 'backup', 'backup.yaml'));
  const container = podsOf(job)[0]?.spec.containers[0] as unknown as { command: string[] };
  const [program = '', ...args] = container.command.map((part) => part.replaceAll('/backups', backups));
  return spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env['PATH']}`, DATABASE_OWNER_URL: url },
  });
}

test('makes a dump that is restored into an empty database, row by row, for nobody else to read', async () => {
  await query(
    ownerUrl,
    `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status, created_at, updated_at)
     VALUES (gen_random_uuid(), 'Efua', 'Ansah', 'efua@abato.test', '+233244000001', '', '', 'USER', 'APPROVED', now(), now())`,
  );
  expect(backUp(ownerUrl)).toMatchObject({ status: 0, stderr: '' });
  const [dump = '', ...others] = readdirSync(backups);
  expect([dump, others]).toEqual([expect.stringMatching(/^abato-\d{4}-\d\d-\d\dT\d{4}\.dump$/), []]);
  expect(statSync(join(backups, dump)).mode & 0o077).toBe(0);

  // As the runbook says.
  await query(at('postgres'), 'CREATE DATABASE restored');
  const args = [`--dbname=${at('restored')}`, '--no-owner', '--exit-on-error', join(backups, dump)];
  const restored = spawnSync(join(bin ?? '', 'pg_restore'), args, { encoding: 'utf8' });
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(await migrate({ url: at('restored') })).toEqual({ applied: [] });
  for (const table of ['users', 'migrations']) {
    const rows = `SELECT * FROM ${table} ORDER BY 1`;
    expect(await query(at('restored'), rows)).toEqual(await query(ownerUrl, rows));
  }
});

test('gives no name to a dump that did not succeed, removes what an earlier one left, and fails', () => {
  const dumps = (): string[] => readdirSync(backups).filter((name) => name.endsWith('.dump'));
  const before = dumps();
  const half = 'abato-2026-01-01T0317.dump.part';
  writeFileSync(join(backups, half), 'half');
  expect(backUp(at('missing')).status).not.toBe(0);
  expect(dumps()).toEqual(before);
  expect(readdirSync(backups)).not.toContain(half);
});

test('keeps the dumps of two weeks', () => {
  const days = Array.from(
    { length: 20 },
    (_, day) => `abato-2020-01-${String(day + 1).padStart(2, '0')}T0317.dump`,
  );
  for (const name of days) writeFileSync(join(backups, name), '');
  expect(backUp(ownerUrl).status).toBe(0);
  const left = readdirSync(backups).sort();
  const ofToday = left.filter((name) => !days.includes(name));
  expect(ofToday.length).toBeGreaterThan(0);
  expect(left).toEqual([...days.slice(ofToday.length - KEPT), ...ofToday]);
});
