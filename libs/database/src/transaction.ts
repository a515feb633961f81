import type pg from 'pg';
import { markCommit } from './current-request.js';

export interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** Anything that runs SQL: a pool for one statement, a client inside a transaction. */
export interface SqlRunner {
  /** A statement with a name is parsed and planned once per connection: for large statements that run all the time. */
  query<R extends pg.QueryResultRow>(statement: NamedStatement): Promise<pg.QueryResult<R>>;
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

/** Deadlock and serialisation failure: PostgreSQL has rolled back. */
const RETRYABLE = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 5;

/** Runs `work`, one statement or transaction, again on a deadlock or serialisation failure, at most five times; nothing of it was written then. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/** One transaction on a connection of the pool; see `Transactions.run`. */
export function inTransaction<T>(pool: pg.Pool, work: (sql: SqlRunner) => Promise<T>): Promise<T> {
  return withRetry(async () => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await markCommit(async (text, values) => (await client.query(text, values)).rowCount ?? 0);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  });
}

/**
 * Read everything of one moment, without locks and as long as it takes; others go on writing meanwhile.
 * @param work reads only: a write fails
 */
export function inSnapshot<T>(pool: pg.Pool, work: (sql: SqlRunner) => Promise<T>): Promise<T> {
  return rolledBack(
    pool,
    async (sql) => {
      await sql.query('SET LOCAL statement_timeout = 0');
      return work(sql);
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
  );
}

/** Runs `work` in a transaction that writes nothing, once. */
export async function rolledBack<T>(
  pool: pg.Pool,
  work: (sql: SqlRunner) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    client.release(broken);
  }
}
