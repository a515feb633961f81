import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { checkLogin, dataSourceOptions, openDataSource, RIGHTS, VotesProbe } from '@abato/testing/database';
import { Platform } from '../../apps/local/src/platform.js';
import { admin } from '../support/admin.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { testRun, usePlatform } from '../support/state.js';

/**
 * How role, login and rights come to a server: an empty one whose owner is no superuser, one whose owner may not even create roles, a
 * database that came back without its grants, a data folder of a release with one login.
 */
let server: TestPlatform;

beforeAll(async () => {
  server = await startPlatform({}, { processes: [] });
  usePlatform(server.state);
});

afterAll(() => server?.platform.destroy());

async function sql<R extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: R[] = [];
    for (const statement of statements) rows = (await client.query<R>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

function address(login: string, password: string, database: string): string {
  const url = new URL(server.state.ownerUrl);
  Object.assign(url, { username: login, password, pathname: `/${database}` });
  return url.href;
}

/** The whole server without anything of ours but its superuser. @returns the superuser's address */
async function emptied(): Promise<string> {
  const superuser = new URL(server.state.ownerUrl);
  superuser.pathname = '/postgres';
  await sql(
    superuser.href,
    ...['abato', 'managed', 'plain'].map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    'DROP ROLE IF EXISTS abato_processes',
    'DROP ROLE IF EXISTS abato_app',
  );
  return superuser.href;
}

/** A process would start with this login in production, and could do its work. */
async function expectToServe(url: string): Promise<void> {
  const source = await openDataSource({
    ...dataSourceOptions(url, 1),
    loginPolicy: { production: true, warn: () => undefined },
  });
  try {
    const probe = new VotesProbe(url, 'none', 60_000);
    try {
      await probe.check();
    } finally {
      await probe.end();
    }
    expect(await source.query('SELECT count(*) AS votes FROM vote_ledger')).toEqual([{ votes: 0 }]);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      for (const right of rights) {
        const [row] = await source.query<{ may: boolean }[]>('SELECT has_table_privilege($1, $2) AS may', [
          table,
          right,
        ]);
        expect({ table, right, ...row }).toEqual({ table, right, may: true });
      }
    }
    await expect(source.query('DELETE FROM vote_ledger')).rejects.toThrow('permission denied');
    await expect(source.query('CREATE TABLE of_mine (id int)')).rejects.toThrow('permission denied');
  } finally {
    await source.destroy();
  }
}

it('are made on an empty server by an owner who is no superuser, as often as wanted, without a password in its log', async () => {
  const superuser = await emptied();
  await sql(
    superuser,
    `ALTER SYSTEM SET log_statement = 'all'`,
    'SELECT pg_reload_conf()',
    `CREATE ROLE managed LOGIN CREATEROLE CREATEDB PASSWORD 'managed-secret'`,
  );
  const lines: string[] = [];
  const listen = (_name: string, line: string): void => void lines.push(line);
  server.platform.on('line', listen);
  await sql(address('managed', 'managed-secret', 'postgres'), 'CREATE DATABASE managed');
  const env = {
    DATABASE_OWNER_URL: address('managed', 'managed-secret', 'managed'),
    DATABASE_URL: address('managed_processes', 'first-secret', 'managed'),
  };
  const create = (...args: string[]) => admin(['create-database-roles', ...args], { env });

  expect(await create()).toMatchObject({ code: 0, out: expect.stringContaining('managed_processes made') });
  expect(await create()).toMatchObject({ code: 0, out: expect.stringContaining('nothing to do') });
  expect(await admin(['migrate'], { env })).toMatchObject({ code: 0 });
  expect(await admin(['migrate'], { env })).toMatchObject({ out: expect.stringContaining('up to date') });
  await expectToServe(env.DATABASE_URL);

  env.DATABASE_URL = address('managed_processes', 'second-secret', 'managed');
  expect(await admin(['migrate'], { env })).toMatchObject({ code: 0 });
  await expect(expectToServe(env.DATABASE_URL)).rejects.toThrow('password authentication failed');
  expect(await create('--set-password')).toMatchObject({ code: 0 });
  await expectToServe(env.DATABASE_URL);

  env.DATABASE_URL = address(new URL(superuser).username, 'stolen', 'managed');
  expect((await create('--set-password')).code).toBe(1);
  await sql(superuser, 'SELECT 1');

  server.platform.off('line', listen);
  const log = lines.join('\n');
  expect(log).toContain('CREATE ROLE "managed_processes"');
  expect(log).not.toMatch(/first-secret|second-secret|stolen/);
});

it('are asked of an administrator where the owner may not create roles, and used once they are there', async () => {
  const superuser = await emptied();
  await sql(
    superuser,
    `CREATE ROLE plain LOGIN PASSWORD 'plain-secret'`,
    'CREATE DATABASE plain OWNER plain',
  );
  const env = {
    DATABASE_OWNER_URL: address('plain', 'plain-secret', 'plain'),
    DATABASE_URL: address('plain_processes', 'process-secret', 'plain'),
  };
  const refused = await admin(['migrate'], { env });
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('admin create-database-roles') });
  expect(refused.errors).not.toMatch(/secret|\n {4}at /);

  const administrator = new URL(superuser);
  administrator.pathname = '/plain';
  const asAdministrator = { ...env, DATABASE_OWNER_URL: administrator.href };
  expect(await admin(['create-database-roles'], { env: asAdministrator })).toMatchObject({ code: 0 });
  expect(await admin(['migrate'], { env })).toMatchObject({ code: 0 });
  await expectToServe(env.DATABASE_URL);
  await expect(
    checkLogin(env.DATABASE_OWNER_URL, { production: true, warn: () => undefined }),
  ).rejects.toThrow(/logs in as plain, which owns the database plain/);
  await sql(administrator.href, 'GRANT plain TO plain_processes WITH INHERIT FALSE');
  await expect(expectToServe(env.DATABASE_URL)).rejects.toThrow(/may act as plain, which owns the database/);
  await sql(administrator.href, 'REVOKE plain FROM plain_processes');

  // A dump that came back without its grants, into a server from before PostgreSQL 15.
  await sql(
    administrator.href,
    'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM abato_app',
    'REVOKE USAGE ON SCHEMA public FROM abato_app',
    'GRANT CREATE ON SCHEMA public TO PUBLIC',
  );
  await expect(expectToServe(env.DATABASE_URL)).rejects.toThrow('permission denied');
  expect(await admin(['migrate'], { env })).toMatchObject({ code: 0 });
  await expectToServe(env.DATABASE_URL);
  expect((await admin(['migrate'], { env })).out).not.toContain('granted');
});

it('come to a data folder of a release with one login, and again after its secrets were restored', async () => {
  const { platform } = server;
  const secretsFile = join(platform.dataDir, 'secrets.json');
  const start = async (): Promise<Platform> => {
    const again = new Platform({
      buildDir: testRun().buildDir,
      dataDir: platform.dataDir,
      ports: { public: 1, api: 1, metrics: 1, workerMetrics: 1, simulator: 1 },
      environment: { PATH: process.env['PATH'], REDIS_URL: server.state.redisUrl },
      processes: [],
    });
    await again.start();
    return again;
  };
  const forget = (): void => {
    const { processPassword: _, ...kept } = JSON.parse(readFileSync(secretsFile, 'utf8')) as {
      processPassword: string;
    };
    writeFileSync(secretsFile, JSON.stringify(kept));
  };
  await emptied();
  await platform.stop();
  forget();
  const upgraded = await start();
  const first = upgraded.addresses.databaseUrl;
  try {
    await expectToServe(first);
  } finally {
    await upgraded.stop();
  }
  forget();
  const restored = await start();
  try {
    expect(restored.addresses.databaseUrl).not.toBe(first);
    await expectToServe(restored.addresses.databaseUrl);
  } finally {
    await restored.stop();
  }
});
