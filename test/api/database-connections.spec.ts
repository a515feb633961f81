import { createPool, inTransaction } from '@abato/database';
import { closeDatabase, database } from '../support/builders.js';
import { testState } from '../support/state.js';

afterAll(closeDatabase);

it('a connection that breaks in the middle of a transaction fails that transaction and nothing else', async () => {
  const pool = createPool(testState().databaseUrl, 1, () => undefined);
  const broken = inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database().query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    // Nothing is being asked while the connection ends: that comes as an event, which must not end the process.
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline) await sql.query('SELECT pg_sleep(0.05)');
  });
  await expect(broken).rejects.toThrow();
  const { rows } = await pool.query<{ one: number }>('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});
