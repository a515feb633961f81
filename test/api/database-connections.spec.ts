import pg from 'pg';
import { createPool, giveUpWhenSilent, inTransaction } from '@abato/database';
import { FaultProxy } from '../fault/harness/fault-proxy.mjs';
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

describe('a server that falls silent', () => {
  /** A busy machine answers within. */
  const SHORT_MS = 3_000;
  /** Longer than the test may take. */
  const LONG_MS = 600_000;
  const links: FaultProxy[] = [];
  const pools: pg.Pool[] = [];
  afterEach(async () => {
    // A pool ends when its connections have.
    await Promise.all(links.splice(0).map((link) => link.close()));
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
  });

  async function linkToServer(): Promise<FaultProxy> {
    const port = Number(new URL(testState().databaseUrl).port);
    const link = await new FaultProxy(() => [port]).listen();
    links.push(link);
    return link;
  }

  /** With one connection. */
  function poolBehind(link: FaultProxy, patienceMs: number): pg.Pool {
    const url = new URL(testState().databaseUrl);
    url.port = String(link.port);
    const pool = new pg.Pool({
      connectionString: url.href,
      max: 1,
      idleTimeoutMillis: 0,
      onConnect: giveUpWhenSilent(patienceMs),
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    pools.push(pool);
    return pool;
  }

  const backendOf = async (pool: pg.Pool): Promise<number> =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;

  it('is given up by all pools of the process with the least patient one, and no other server is', async () => {
    const [silent, other] = [await linkToServer(), await linkToServer()];
    const [votes, lists] = [poolBehind(silent, SHORT_MS), poolBehind(silent, LONG_MS)];
    const elsewhere = poolBehind(other, LONG_MS);
    await Promise.all([backendOf(votes), backendOf(lists)]);
    const before = await backendOf(elsewhere);
    silent.break('half-open');
    let reason: unknown = 'still waits';
    void backendOf(lists).catch((error: unknown) => (reason = error));
    await expect(backendOf(votes)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    silent.heal();
    expect(await backendOf(votes)).toBeGreaterThan(0);
    expect(reason).toMatchObject({ code: 'ETIMEDOUT' });
    expect(await backendOf(lists)).toBeGreaterThan(0);
    expect(await backendOf(elsewhere)).toBe(before);
  });
});
