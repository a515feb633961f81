import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { LivePublisher } from '@abato/live';
import { Tally } from '@abato/testing/voting';
import { database, sql, useOwnWorld, world } from '../payments/model/own-world.js';
import { redis, useRedis } from '../support/own-redis.js';

/** Most rows of one drain. */
const MOST = 2_000;
const ROWS = 3 * MOST + 500;
const VOTERS = 3_000;
useOwnWorld();
useRedis();

function aTally(pool: pg.Pool): { tally: Tally; drains: () => Promise<number> } {
  const metrics = new Registry();
  const live = new LivePublisher(redis, () => undefined);
  const tally = new Tally(pool, { now: () => world.now }, metrics, live);
  const drains = async () => {
    const { values } = (await metrics.getSingleMetric('abato_tally_lag_seconds')?.get()) ?? { values: [] };
    return (
      values.find((value) => 'metricName' in value && String(value.metricName).endsWith('_count'))?.value ?? 0
    );
  };
  return { tally, drains };
}

const digest = (voter: number): string => createHash('md5').update(`voter ${voter}`).digest('hex');

/** Rows of two votes; row `i` is of the voters `i` and `i + 1`, so that most voters are in several rows and in two drains. */
async function waiting(rows: number): Promise<void> {
  const of = (i: number) => `{${[i, i + 1].map((n) => `"\\\\x${digest(n % VOTERS)}"`).join()}}`;
  await sql`INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions,
     amount_pesewas, hour, method, channel,
       phone_digests, email_digests, created_at)
     SELECT ${world.contestId}, ${world.categoryId}, ${world.contestantId}, 2, 2, 0, date_trunc('hour',
     ${world.now}::timestamptz), 'FREE', 'web', d::bytea[], d::bytea[], ${world.now}::timestamptz
     FROM unnest(${Array.from({ length: rows }, (_, i) => of(i))}::text[]) AS d`;
}

async function figures(): Promise<unknown> {
  const rows = await sql`SELECT t.votes::int AS votes, t.transactions::int AS transactions,
     t.unique_phones::int AS phones, t.unique_emails::int AS emails,
       (SELECT count(*)::int FROM contest_voters v WHERE v.contest_id = ${world.contestId}) AS voters,
       (SELECT count(*)::int FROM tally_outbox o WHERE o.contest_id = ${world.contestId}) AS waiting
     FROM contest_tallies t WHERE t.contest_id = ${world.contestId}`;
  return rows[0];
}

const ALL = {
  votes: 2 * ROWS,
  transactions: 2 * ROWS,
  phones: VOTERS,
  emails: VOTERS,
  voters: 2 * VOTERS,
  waiting: 0,
};

it('drains of a contest with more votes than one takes have every vote and every voter once, also when three workers drain at the same time', async () => {
  await waiting(ROWS);
  const workers = [1, 2, 3].map(() => aTally(database.pool));
  await Promise.all(workers.map(({ tally }) => tally.drain(world.contestId)));
  // A worker skips rows that another holds: the next run takes what that one gave back.
  await aTally(database.pool).tally.drain(world.contestId);
  expect(await figures()).toEqual(ALL);
});

it('drains of a contest with more votes than one takes take no more rows than their bound, whatever the plan', async () => {
  await waiting(ROWS);
  const pool = database.anotherPool();
  // The deletion as a loop over the table, as PostgreSQL plans it by itself for one that was small when it was looked at last.
  const others = [
    'hashjoin',
    'mergejoin',
    'hashagg',
    'material',
    'indexscan',
    'bitmapscan',
    'indexonlyscan',
    'sort',
  ];
  const asLoop = others.map((plan) => `SET enable_${plan} = off`).join('; ');
  pool.on('connect', (client) => void client.query(asLoop));
  try {
    const { tally, drains } = aTally(pool);
    await tally.drain(world.contestId);
    expect(await drains()).toBe(Math.ceil(ROWS / MOST));
  } finally {
    await pool.end();
  }
  expect(await figures()).toEqual(ALL);
});
