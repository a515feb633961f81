import pg from 'pg';
import { createPool, Transactions } from '@abato/database';
import { giveUpWhenSilent, VotesProbe } from '@abato/testing/database';
import { FaultProxy } from '../fault/harness/fault-proxy.mjs';
import { sql } from '../support/builders.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

it('a connection that breaks in the middle of a transaction fails that transaction and nothing else', async () => {
  const pool = createPool(testState().databaseUrl, 1, () => undefined);
  const transaction = new Transactions(pool).run(async ({ sql: broken }) => {
    const { rows } = await broken.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`;
    // Nothing is being asked while the connection ends: that comes as an event, which must not end the process.
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline) await broken.query('SELECT pg_sleep(0.05)');
  });
  await expect(transaction).rejects.toThrow();
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
  const probes: VotesProbe[] = [];
  afterEach(async () => {
    // A pool ends when its connections have.
    await Promise.all(links.splice(0).map((link) => link.close()));
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
    await Promise.all(probes.splice(0).map((probe) => probe.end()));
  });

  async function linkToServer(): Promise<FaultProxy> {
    const port = Number(new URL(testState().databaseUrl).port);
    const link = await new FaultProxy(() => [port]).listen();
    links.push(link);
    return link;
  }

  function urlBehind(link: FaultProxy): string {
    const url = new URL(testState().databaseUrl);
    url.port = String(link.port);
    return url.href;
  }

  /** With one connection. */
  function poolBehind(link: FaultProxy, patienceMs: number): pg.Pool {
    const pool = new pg.Pool({
      connectionString: urlBehind(link),
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

  /** Its questions fail long before a connection has been silent for too long. */
  async function probeBehind(link: FaultProxy): Promise<VotesProbe> {
    const probe = new VotesProbe(urlBehind(link), 'none', SHORT_MS / 6, SHORT_MS);
    probes.push(probe);
    await waitFor(() => probe.check().then(() => true));
    return probe;
  }

  it.each([
    ['no question is answered', false],
    ['the next question is, by a server that has taken the address', true],
  ])('is given up by patient pools when votes cannot be taken: %s', async (_, isTaken) => {
    const link = await linkToServer();
    const [lists, probe] = [poolBehind(link, LONG_MS), await probeBehind(link)];
    await backendOf(lists);
    link.break('half-open');
    let outcome: unknown;
    void backendOf(lists).then(
      () => (outcome = 'answered'),
      (error: unknown) => (outcome = error),
    );
    await expect(probe.check()).rejects.toThrow();
    if (isTaken) link.heal();
    // One question after the other, as long as it takes: none of them starts the wait anew.
    const given = await waitFor(
      async () => {
        await probe.check().catch(() => undefined);
        return outcome;
      },
      { withinMs: 60_000 },
    );
    expect(given).toMatchObject({ code: 'ETIMEDOUT' });
    link.heal();
    expect(await backendOf(lists)).toBeGreaterThan(0);
  });

  it('is not what a long statement waits for after a doubt, and nothing idle is broken by one', async () => {
    const [link, other] = [await linkToServer(), await linkToServer()];
    const [lists, probe] = [poolBehind(link, LONG_MS), await probeBehind(other)];
    const before = await backendOf(lists);
    other.break('half-open');
    await expect(probe.check()).rejects.toThrow();
    // Without a query for longer than a doubted one is waited for; then a word, which gives the patience back.
    await sql`SELECT pg_sleep(${(1.5 * SHORT_MS) / 1000})`;
    expect(await backendOf(lists)).toBe(before);
    await lists.query('SELECT pg_sleep($1)', [(1.5 * SHORT_MS) / 1000]);
    expect(await backendOf(lists)).toBe(before);
  });
});
