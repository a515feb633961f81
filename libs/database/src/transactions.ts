import type pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { markCommit } from './current-request.js';
import { poolOf } from './data-source.js';

/** Anything that runs SQL: a pool for one statement, a client inside a transaction. */
export interface SqlRunner {
  /** A statement with a name is parsed and planned once per connection: for large statements that run all the time. */
  query<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
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

/** One transaction: entities and statements on the same connection. */
export interface Transaction {
  /** @throws Error on a pool without entities: the hot one, and those of operators' commands */
  readonly manager: EntityManager;
  readonly sql: SqlRunner;
}

/** Work that one process at a time does, by name: numbers of PostgreSQL advisory locks. */
const LOCKS = {
  'list-successes': 4_218_760_101,
  reconcile: 4_218_760_102,
  'list-reversals': 4_218_760_103,
  settlements: 4_218_760_104,
  statements: 4_218_760_129,
} as const;

/**
 * The one way to transactions, and to single statements by `query`. Injected, it uses TypeORM's pool, which everything but the five users of the
 * hot pool shares, so that lists, exports and decisions cannot take the connections of votes.
 */
export class Transactions implements SqlRunner {
  constructor(
    private readonly pool: pg.Pool,
    private readonly source?: DataSource,
  ) {}

  /** On TypeORM's pool, with entities. */
  static of(source: DataSource): Transactions {
    return new Transactions(poolOf(source), source);
  }

  /** Entities outside of a transaction. @throws Error on a pool without entities */
  get manager(): EntityManager {
    return this.source ? this.source.manager : withoutEntities(this).manager;
  }

  /** Runs one statement outside of a transaction. */
  query<R extends pg.QueryResultRow>(
    statement: pg.QueryConfig | string,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>> {
    return this.pool.query<R>(statement as string, values);
  }

  /**
   * Runs `work` in one transaction. On a deadlock or serialisation failure the whole of it is run again, at most five times; `work` must
   * therefore do nothing but SQL, and not ask for a second connection (signals go out after this function has returned).
   */
  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { source } = this;
    if (!source) return withRetry(() => this.attempt((sql) => work(withoutEntities(sql)), { commits: true }));
    return withRetry(() =>
      source.transaction(async (manager) => {
        const sql = (await manager.queryRunner?.connect()) as SqlRunner;
        return work({ manager, sql });
      }),
    );
  }

  /**
   * Does `work` unless another process holds the lock at this moment. The lock belongs to a transaction that does nothing else: it goes with
   * its connection, so a process that dies leaves nothing behind, also behind a pooler, which keeps the connection for it meanwhile.
   * @returns whether it ran
   */
  async tryLock(name: keyof typeof LOCKS, work: () => Promise<void>): Promise<boolean> {
    return this.attempt(async (sql) => {
      // The work may take minutes.
      await sql.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const { rows } = await sql.query<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [
        LOCKS[name],
      ]);
      if (rows[0]?.got) await work();
      return Boolean(rows[0]?.got);
    });
  }

  /** Reads everything of one moment, without locks and as long as it takes; others go on writing meanwhile. A write fails. */
  snapshot<T>(work: (sql: SqlRunner) => Promise<T>): Promise<T> {
    const unbounded = async (sql: SqlRunner): Promise<T> => {
      await sql.query('SET LOCAL statement_timeout = 0');
      return work(sql);
    };
    return this.attempt(unbounded, { begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY' });
  }

  /** Runs `work` once, on one connection. Unless it `commits`, nothing of it is written. */
  private async attempt<T>(
    work: (sql: SqlRunner) => Promise<T>,
    { begin = 'BEGIN', commits = false } = {},
  ): Promise<T> {
    const client = await this.pool.connect();
    let isOpen = true;
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(client);
      if (commits) {
        await markCommit(async (text, values) => (await client.query(text, values)).rowCount ?? 0);
        await client.query('COMMIT');
        isOpen = false;
      }
      return result;
    } finally {
      if (isOpen) await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      client.release(broken);
    }
  }
}

const withoutEntities = (sql: SqlRunner): Transaction => ({
  sql,
  get manager(): EntityManager {
    throw new Error('This pool has no entities.');
  },
});
