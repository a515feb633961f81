import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { MarkCommits } from './current-request.js';
import { checkLogin, leaveSurplusRights, type LoginPolicy } from './login.js';
import { migrations } from './migrations/index.js';
import { explained, LONGEST_STATEMENT_MS, type Pooler, startOptions, UnnamedClient } from './pooler.js';
import { createDatabaseRoles, grantRights } from './roles.js';
import { giveUpWhenSilent } from './silent-connections.js';

/** Counts and pesewas fit a double exactly (2^53), so int8 is read as a number everywhere. */
pg.defaults.parseInt8 = true;

/** Cast, drain and settle are done in milliseconds or something is wrong. */
const LONGEST_HOT_STATEMENT_MS = 15_000;
/** Of a command or a test that names no other (DATABASE_WAIT_SECONDS). */
const CONNECTION_WAIT_SECONDS = 5;
/** A server that is there says by then that the statement took too long. */
const SILENCE_MS = 5_000;
/** `read_only_sql_transaction` */
const READ_ONLY = '25006';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Options of a data source, and what happens when its login may do too much. */
export type CheckedOptions = PostgresOptions & { loginPolicy: LoginPolicy };

/**
 * TypeORM for CRUD and lists. Transactions of the hot path use `createPool`.
 * @param url the processes' login; one with more rights than theirs takes their role
 * @param waitSeconds how long work waits for a connection before it is given up
 */
export function dataSourceOptions(
  url: string,
  poolSize: number,
  pooler: Pooler = 'none',
  waitSeconds = CONNECTION_WAIT_SECONDS,
): PostgresOptions {
  return {
    type: 'postgres',
    url,
    migrations,
    subscribers: [MarkCommits],
    synchronize: false,
    parseInt8: true,
    poolSize,
    applicationName: 'abato',
    extra: {
      ...(pooler === 'none' && { options: startOptions(LONGEST_STATEMENT_MS) }),
      ...(pooler === 'transaction' && { Client: UnnamedClient }),
      onConnect: prepared(pooler, giveUpWhenSilent(LONGEST_STATEMENT_MS + SILENCE_MS)),
      connectionTimeoutMillis: waitSeconds * 1000,
      idleTimeoutMillis: 60_000,
    },
  };
}

/**
 * A pool waits for this promise with every new connection before it hands it out, although the pool's type does not say so.
 * A role taken through a pooler would be another process's next: `checkLogin` refuses a login that needs it.
 */
function prepared(
  pooler: Pooler,
  watch?: (client: pg.ClientBase) => void,
): (client: pg.ClientBase) => unknown {
  return async (client) => {
    // The pool listens to idle connections only. One that breaks while in use tells by its query, and says 'error' besides: with no
    // listener, that would end the process.
    client.on('error', () => undefined);
    watch?.(client);
    leaveReadOnlyServer(client);
    if (pooler === 'none') await leaveSurplusRights(client);
  };
}

/**
 * For a pool's `onConnect`: end a connection whose server refused a write because it is read only. An address that moves at a fail-over may
 * have led to a standby for a moment; the pool would go on using that connection, and each write on it would be refused as long as it
 * is in use. Reads that forbid writes for themselves (`BEGIN READ ONLY`) write nothing and lose nothing.
 */
function leaveReadOnlyServer(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    // The driver has passed the refusal on; a pool takes back no client that is ending.
    if (code === READ_ONLY) void (client as pg.Client).end();
  });
}

/** A server that starts up says so (57P03); one that is busy, or a machine that is, takes longer than a connection may. */
const NOT_YET = /timeout|57P03|starting up/;
const START_ATTEMPTS = 5;

/**
 * A data source, connected: for the start of a process. A server that is not there yet is asked again, because when everything
 * starts at once (after a power cut, on a busy node) processes that give up at once only make the others slower.
 * @throws Error when nothing listens, the login is wrong or may do too much (`checkLogin`), or it still does not answer after five attempts
 */
export async function openDataSource({ loginPolicy, ...options }: CheckedOptions): Promise<DataSource> {
  for (let attempt = 1; ; attempt++) {
    try {
      await checkLogin(options.url ?? '', loginPolicy);
      return await new DataSource(options).initialize();
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      if (attempt >= START_ATTEMPTS || !NOT_YET.test(`${code} ${message}`)) throw explained(error);
    }
  }
}

/** The pool behind TypeORM: for its figures, and for sums that may take longer than the hot pool allows. */
export function poolOf(source: DataSource): pg.Pool {
  return (source.driver as unknown as { master: pg.Pool }).master;
}

/**
 * A plain pool for cast, drain and settle. An idle connection that breaks is dropped and replaced, never fatal.
 * @param onError told of broken idle connections
 * @param options.patient for an operator who waits as long as it takes: a silent server is never given up
 * @param options.pooler through one, every statement has the longer bound: the login has only one default
 * @param options.waitSeconds how long work waits for a connection before it is given up
 */
export function createPool(
  url: string,
  size: number,
  onError: (error: Error) => void,
  {
    patient = false,
    pooler = 'none',
    waitSeconds = CONNECTION_WAIT_SECONDS,
  }: { patient?: boolean; pooler?: Pooler; waitSeconds?: number } = {},
): pg.Pool {
  const statementMs = patient || pooler !== 'none' ? LONGEST_STATEMENT_MS : LONGEST_HOT_STATEMENT_MS;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'abato-hot',
    ...(pooler === 'none' && { options: startOptions(statementMs) }),
    ...(pooler === 'transaction' && { Client: UnnamedClient }),
    onConnect: prepared(pooler, patient ? undefined : giveUpWhenSilent(statementMs + SILENCE_MS)),
    connectionTimeoutMillis: waitSeconds * 1000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', onError);
  return pool;
}

/** Serialises migrations of several processes or pods started at once. */
const MIGRATION_LOCK = 4_218_760_001n;

/**
 * Apply what is missing, as the owner: the processes' role and login, migrations, rights. Safe to call from several processes at once.
 * @param options.processUrl login of the processes when it is another than the owner's; made when it is missing
 * @param options.setPassword see `createDatabaseRoles`
 * @returns names of the migrations applied now
 * @throws RolesError when the owner's login may not do what is missing
 */
export async function migrate(options: {
  url: string;
  processUrl?: string | undefined;
  setPassword?: boolean;
  log?: (line: string) => void;
}): Promise<{ applied: string[] }> {
  const lockClient = new pg.Client({ connectionString: options.url });
  await lockClient.connect();
  try {
    // In a transaction: a session's lock would stay behind on the connection of a pooler, and no migration would ever run again.
    await lockClient.query('BEGIN');
    await lockClient.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await lockClient.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await createDatabaseRoles({ ownerUrl: options.url, ...options });
    const source = new DataSource({
      type: 'postgres',
      url: options.url,
      migrations,
      synchronize: false,
      poolSize: 1,
    });
    await source.initialize();
    try {
      const done = await source.runMigrations({ transaction: 'each' });
      for (const migration of done) options.log?.(`migration ${migration.name} applied`);
      await grantRights(lockClient, (line) => options.log?.(line));
      await lockClient.query('COMMIT');
      return { applied: done.map((migration) => migration.name) };
    } finally {
      await source.destroy();
    }
  } finally {
    await lockClient.end();
  }
}
