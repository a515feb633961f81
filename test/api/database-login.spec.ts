import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createPool } from '@abato/database';
import { APP_ROLE, checkLogin, RIGHTS } from '@abato/testing/database';
import { findFreePort } from '../../apps/local/src/ports.js';
import { startApiProcess } from '../support/api-process.js';
import { aContest, aVote, closeDatabase, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { OwnProcess, PRODUCTION, START_WITHIN_MS } from '../support/process.js';
import { testRun, testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** What the processes' login can reach, whatever SQL is run with it, and which logins a process refuses to start with. */
const NOT_ALLOWED = '42501';
const suffix = process.pid;
const OWNING = `owning_${suffix}`;
const MEMBER = `member_${suffix}`;
const MAKER = `maker_${suffix}`;

/** Each may do one thing too many. */
const OTHERS = {
  bypassing: `bypassing_${suffix}`,
  copying: `copying_${suffix}`,
  reading: `reading_${suffix}`,
  tables: `tables_${suffix}`,
  functions: `functions_${suffix}`,
  databases: `databases_${suffix}`,
};
const THINGS = `things_${suffix}`;
const PASSWORD = 'only-for-this-test';

beforeAll(async () => {
  await database().query(
    `CREATE ROLE ${OWNING} LOGIN PASSWORD '${PASSWORD}';
     CREATE ROLE ${MEMBER} LOGIN NOINHERIT PASSWORD '${PASSWORD}';
     CREATE ROLE ${MAKER} LOGIN CREATEROLE PASSWORD '${PASSWORD}';
     CREATE SCHEMA of_${OWNING} AUTHORIZATION ${OWNING};
     GRANT ${OWNING} TO ${MEMBER};
     CREATE ROLE ${OTHERS.bypassing} LOGIN BYPASSRLS PASSWORD '${PASSWORD}';
     CREATE ROLE ${OTHERS.copying} LOGIN REPLICATION PASSWORD '${PASSWORD}';
     CREATE ROLE ${OTHERS.reading} LOGIN PASSWORD '${PASSWORD}';
     GRANT pg_read_server_files TO ${OTHERS.reading};
     CREATE ROLE ${OTHERS.tables} LOGIN PASSWORD '${PASSWORD}';
     CREATE ROLE ${OTHERS.functions} LOGIN PASSWORD '${PASSWORD}';
     CREATE ROLE ${OTHERS.databases} LOGIN PASSWORD '${PASSWORD}';
     CREATE SCHEMA ${THINGS};
     CREATE TABLE ${THINGS}.ledger (id int);
     ALTER TABLE ${THINGS}.ledger OWNER TO ${OTHERS.tables};
     CREATE FUNCTION ${THINGS}.refuse() RETURNS int LANGUAGE sql RETURN 1;
     ALTER FUNCTION ${THINGS}.refuse() OWNER TO ${OTHERS.functions}`,
  );
  await database().query(`CREATE DATABASE ${OTHERS.databases} OWNER ${OTHERS.databases}`);
});

afterAll(async () => {
  await database().query(
    `DROP SCHEMA of_${OWNING}; DROP ROLE ${MEMBER}; DROP ROLE ${OWNING}; DROP ROLE ${MAKER}; DROP SCHEMA ${THINGS} CASCADE`,
  );
  await database().query(`DROP DATABASE ${OTHERS.databases}`);
  for (const role of Object.values(OTHERS)) await database().query(`DROP ROLE ${role}`);
  await closeDatabase();
});

function urlOf(login: string): string {
  const url = new URL(testState().databaseUrl);
  Object.assign(url, { username: login, password: PASSWORD });
  return url.href;
}

const owner = (): string => new URL(testState().ownerUrl).username;
const processes = (): string => new URL(testState().databaseUrl).username;

it('the login of the processes is what API and worker are connected with', async () => {
  const rows = await sql<{ usename: string; pools: number }>`SELECT usename,
      count(DISTINCT application_name) AS pools FROM pg_stat_activity WHERE datname = current_database()
      AND application_name IN ('abato', 'abato-hot') GROUP BY usename`;
  expect(rows).toEqual([{ usename: processes(), pools: 2 }]);
  expect(processes()).not.toBe(owner());
});

it.each([
  ['SET ROLE', () => `SET ROLE ${owner()}`],
  ['SET SESSION AUTHORIZATION', () => `SET SESSION AUTHORIZATION ${owner()}`],
  ['DELETE on the ledger', () => 'DELETE FROM vote_ledger'],
  ['UPDATE on the ledger', () => 'UPDATE vote_ledger SET votes = votes + 1'],
  ['TRUNCATE of the ledger', () => 'TRUNCATE vote_ledger'],
  ['switching the ledger’s trigger off', () => 'ALTER TABLE vote_ledger DISABLE TRIGGER ALL'],
  ['switching every trigger off', () => 'SET session_replication_role = replica'],
  [
    'another body for the trigger',
    () =>
      'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  ],
  ['DELETE on the audit log', () => 'DELETE FROM audit_log'],
  ['a program on the server', () => `COPY (SELECT 1) TO PROGRAM 'cat >/dev/null'`],
  ['reading a file of the server', () => `SELECT pg_read_file('PG_VERSION')`],
  ['CREATE TABLE', () => 'CREATE TABLE of_mine (id int)'],
  ['CREATE SCHEMA', () => 'CREATE SCHEMA of_mine'],
  ['ALTER TABLE', () => 'ALTER TABLE contests ADD COLUMN of_mine int'],
  ['DROP TABLE', () => 'DROP TABLE vote_ledger'],
  ['DROP SCHEMA', () => 'DROP SCHEMA public CASCADE'],
  ['CREATE ROLE', () => 'CREATE ROLE of_mine SUPERUSER'],
  ['more power for itself', () => `ALTER ROLE ${processes()} SUPERUSER`],
  ['membership in the owner', () => `GRANT ${owner()} TO ${processes()}`],
  ['more rights for the role', () => `GRANT DELETE ON vote_ledger TO ${APP_ROLE}`],
  ['settings of the server', () => `ALTER SYSTEM SET fsync = off`],
])('the login of the processes is refused %s, also after leaving its role', async (_what, statement) => {
  const client = new pg.Client({ connectionString: testState().databaseUrl });
  await client.connect();
  try {
    await client.query(`SELECT set_config('role', 'none', false)`);
    const text = statement();
    // A refused GRANT is only a warning where the login has any right at all.
    if (/^GRANT DELETE/.test(text)) await client.query(text).catch(() => undefined);
    else await expect(client.query(text)).rejects.toMatchObject({ code: NOT_ALLOWED });
    const { rows } = await client.query(
      `SELECT has_table_privilege('vote_ledger', 'DELETE, UPDATE, TRUNCATE') AS may, session_user = current_user AS same`,
    );
    expect(rows).toEqual([{ may: false, same: true }]);
  } finally {
    await client.end();
  }
});

it('the login of the processes has every right in the list on every table there is, and no other', async () => {
  const rows = await sql<{ name: string; rights: string[] | null }>`SELECT c.relname AS name,
       array_agg(a.privilege_type::text ORDER BY 1) FILTER (WHERE a.privilege_type IS NOT NULL) AS rights
       FROM pg_class c LEFT JOIN LATERAL (
         SELECT privilege_type FROM aclexplode(c.relacl) WHERE grantee = ${APP_ROLE}::regrole
       ) a ON true
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') GROUP BY 1`;
  const found = Object.fromEntries(rows.map(({ name, rights }) => [name, [...(rights ?? [])].sort()]));
  // A table that is missing here is not among the `rights` of the migration that makes it.
  expect(found).toEqual(
    Object.fromEntries(Object.entries(RIGHTS).map(([name, rights]) => [name, [...rights].sort()])),
  );
});

const policy = (production: boolean) => {
  const warnings: string[] = [];
  return { production, warnings, warn: (text: string) => void warnings.push(text) };
};

it.each([
  [
    'a superuser',
    () => testState().ownerUrl,
    /logs in as \S+, which is a superuser: .*create-database-roles/,
  ],
  ['an owner', () => urlOf(OWNING), /which owns the schema of_owning/],
  ['a member of an owner', () => urlOf(MEMBER), /which may act as owning_\d+, which owns the schema/],
  ['one that may create roles', () => urlOf(MAKER), /which may create roles/],
  ['one that bypasses row security', () => urlOf(OTHERS.bypassing), /which bypasses row security/],
  ['one that may copy the server', () => urlOf(OTHERS.copying), /which may copy the whole server/],
  [
    'one that reads files',
    () => urlOf(OTHERS.reading),
    /which may act as pg_read_server_files, which reaches/,
  ],
  ['an owner of a table', () => urlOf(OTHERS.tables), /which owns the table ledger/],
  ['an owner of a function', () => urlOf(OTHERS.functions), /which owns the function refuse/],
  [
    'the owner of its database',
    () => urlOf(OTHERS.databases).replace(/[^/]*$/, OTHERS.databases),
    /which owns the database databases_/,
  ],
])('a login with more rights is refused in production: %s', async (_what, url, sentence) => {
  await expect(checkLogin(url(), policy(true))).rejects.toThrow(sentence);
  const development = policy(false);
  await checkLogin(url(), development);
  expect(development.warnings).toEqual([expect.stringMatching(/production refuses this/)]);
  expect(development.warnings.join()).not.toContain(PASSWORD);
});

it('a login with more rights is not what the processes’ login is', async () => {
  const production = policy(true);
  await checkLogin(testState().databaseUrl, production);
  expect(production.warnings).toEqual([]);
});

it('a login with more rights takes the role of the processes on every connection', async () => {
  const pool = createPool(testState().ownerUrl, 1, () => undefined);
  try {
    await expect(pool.query('TRUNCATE vote_ledger')).rejects.toMatchObject({ code: NOT_ALLOWED });
    expect((await pool.query('SELECT current_user')).rows).toEqual([{ current_user: APP_ROLE }]);
  } finally {
    await pool.end();
  }
});

it.each(['api', 'worker'] as const)(
  'a login with more rights stops the %s at its start in production, with a sentence and without a password',
  async (app) => {
    const port = await findFreePort(2);
    const own = OwnProcess.start(
      testRun().buildDir,
      app,
      { port, metricsPort: port + 1 },
      { ...PRODUCTION, DATABASE_URL: testState().ownerUrl },
    );
    try {
      await waitFor(() => own.hasEnded, { withinMs: START_WITHIN_MS, what: 'the process to refuse' });
      const last = await own.readiness().catch((error: Error) => error.message);
      expect(last).toMatch(/is a superuser: this is refused in production/);
      expect(last).not.toContain(new URL(testState().ownerUrl).password);
    } finally {
      own.kill();
    }
  },
);

it('a login with more rights is enough in development when it is the only one', async () => {
  const contest = await aContest().save();
  const own = await startApiProcess({ DATABASE_URL: testState().ownerUrl, DATABASE_OWNER_URL: '' });
  try {
    const cast = await new ApiClient(own.baseUrl).post('/votes/cast', aVote(contest));
    expect(cast.status).toBe(201);
    expect(readFileSync(own.logFile, 'utf8')).toContain('production refuses this');
  } finally {
    await own.platform.destroy();
  }
});
