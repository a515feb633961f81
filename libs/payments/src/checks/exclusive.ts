import type pg from 'pg';

/** Work that only one process at a time does, by name. The numbers are PostgreSQL advisory locks. */
const LOCKS = {
  'list-successes': 4_218_760_101,
  reconcile: 4_218_760_102,
  'list-reversals': 4_218_760_103,
} as const;

/**
 * Run `work` unless another process is running the same at this moment. The lock goes with its connection, so a process that
 * dies leaves nothing behind.
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
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
      LOCKS[name],
    ]);
    if (!rows[0]?.got) return false;
    try {
      await work();
    } finally {
      await client
        .query('SELECT pg_advisory_unlock($1)', [LOCKS[name]])
        .catch((error: Error) => (broken = error));
    }
    return true;
  } finally {
    client.release(broken);
  }
}
