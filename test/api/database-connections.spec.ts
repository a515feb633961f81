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
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
    await Promise.all(links.splice(0).map((link) => link.close()));
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

  const process = async (pool: pg.Pool): Promise<number> =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
  it('is given up by all pools at once, and not by those of another server', async () => {
    const [silent, other] = [await linkToServer(), await linkToServer()];
    const [votes, lists] = [poolBehind(silent, SHORT_MS), poolBehind(silent, LONG_MS)];
    const elsewhere = poolBehind(other, LONG_MS);
    await Promise.all([process(votes), process(lists)]);
    const before = await process(elsewhere);
    silent.break('half-open');
    const list = expect(process(lists)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await expect(process(votes)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await list;
    silent.heal();
    expect([await process(votes), await process(lists)]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await process(elsewhere)).toBe(before);
  });
});
