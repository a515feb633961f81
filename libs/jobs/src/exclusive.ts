import type pg from 'pg';

/** Work that only one process at a time does, by name. The numbers are PostgreSQL advisory locks. */
const LOCKS = {
  'list-successes': 4_218_760_101,
  reconcile: 4_218_760_102,
  'list-reversals': 4_218_760_103,
  statements: 4_218_760_129,
  settlements: 4_218_760_104,
} as const;

/**
 * Run `work` unless another process is running the same at this moment. The lock belongs to a transaction that does nothing else: it goes
 * with its connection, so a process that dies leaves nothing behind, also behind a pooler, which keeps the connection for it meanwhile.
 * @returns whether it ran
 */
export async function exclusively(
  pool: pg.Pool,
  name: keyof typeof LOCKS,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    // The provider may take minutes to answer.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [
      LOCKS[name],
    ]);
    if (!rows[0]?.got) return false;
    await work();
    return true;
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => (broken = error));
    client.release(broken);
  }
}
