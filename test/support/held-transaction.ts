import type pg from 'pg';
import { waitFor } from './wait-for.js';

/** Statements that wait for a process, also those that wait behind another one. */
const WAITING = `
  WITH RECURSIVE waiting AS (
    SELECT pid FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid))
    UNION
    SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY(pg_blocking_pids(a.pid))
  )
  SELECT FROM waiting`;

const open = new Set<HeldTransaction>();

/** Registers the hook that ends what a failed test has left open; before other hooks, which would wait for it. */
export function useHeldTransactions(): void {
  afterEach(() => Promise.all([...open].map((held) => held.die())));
}

/** A transaction that has done something and is not committed, so that others wait for it. */
export class HeldTransaction {
  private constructor(
    readonly client: pg.PoolClient,
    private readonly watcher: pg.Pool,
    readonly pid: number,
  ) {}

  /** @param watcher sees all connections of the server, as the owner does */
  static async begin(pool: pg.Pool, watcher = pool): Promise<HeldTransaction> {
    const client = await pool.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const held = new HeldTransaction(client, watcher, rows[0]?.pid ?? 0);
    open.add(held);
    return held;
  }

  /**
   * @param work that may need what is held
   * @param statements that wait when all of it does
   * @returns true as soon as so many statements wait; false when the work has ended without waiting
   */
  async holdsUp(work: Promise<unknown>, statements = 1): Promise<boolean> {
    let hasEnded = false;
    const end = () => (hasEnded = true);
    work.then(end, end);
    const waits = async (): Promise<boolean> =>
      ((await this.watcher.query(WAITING, [this.pid])).rowCount ?? 0) >= statements;
    let isHeld = false;
    await waitFor(async () => (isHeld = !hasEnded && (await waits())) || hasEnded, {
      everyMs: 10,
      what: 'the wait for a transaction',
    });
    return isHeld;
  }

  async commit(): Promise<void> {
    open.delete(this);
    await this.client.query('COMMIT');
    this.client.release();
  }

  /** As when the process dies: the server ends the connection and rolls back. */
  async die(): Promise<void> {
    open.delete(this);
    this.client.on('error', () => undefined);
    await this.watcher.query('SELECT pg_terminate_backend($1)', [this.pid]);
    this.client.release(true);
  }
}
