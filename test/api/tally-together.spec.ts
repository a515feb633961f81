import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { LivePublisher } from '@abato/live';
import { createBlockingRedis } from '@abato/platform';
import { Tally } from '@abato/voting';
import { createModelDatabase, type ModelDatabase } from '../payments/model/database.js';
import { World } from '../payments/model/world.js';
import { secrets } from '../support/payment-services.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** Contests with more votes waiting than one fold takes: several connections write their voters (ADR 161). */

/** More than two folds. */
const ROWS = 4_500;
const VOTERS = 3_000;
let database: ModelDatabase;
/** A worker's that is large enough. */
let large: pg.Pool;
let redis: Redis;
let world: World;
beforeAll(async () => {
  database = await createModelDatabase();
  large = database.anotherPool(16);
  redis = createBlockingRedis(testState().redisUrl, () => undefined);
}, 300_000);
afterAll(async () => {
  redis?.disconnect();
  await large?.end();
  await database?.drop();
});
beforeEach(async () => {
  world = new World(database.pool, database.owner);
  await world.create();
});

const aTally = (pool = large) =>
  new Tally(
    pool,
    { now: () => world.now },
    new Registry(),
    new LivePublisher(redis, () => undefined),
    secrets(),
  );
const digest = (voter: number): Buffer => createHash('md5').update(`voter ${voter}`).digest();

/**
 * Rows of two votes; row `i` is of the voters `i` and `i + 1`, so that most voters are in several rows and in two folds.
 * @param others voters who are in no other rows
 */
async function waiting(rows: number, others = false): Promise<void> {
  const voter = (n: number) => digest(others ? VOTERS + n : n % VOTERS);
  const of = (i: number) => `{${[i, i + 1].map((n) => `"\\\\x${voter(n).toString('hex')}"`).join()}}`;
  await database.owner.query(
    `INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel,
       phone_digests, email_digests, created_at)
     SELECT $1, $2, $3, 2, 2, 0, date_trunc('hour', $5::timestamptz), 'FREE', 'web', d::bytea[], d::bytea[], $5
     FROM unnest($4::text[]) AS d`,
    [
      world.contestId,
      world.categoryId,
      world.contestantId,
      Array.from({ length: rows }, (_, i) => of(i)),
      world.now,
    ],
  );
}

async function figures() {
  const { rows } = await database.owner.query(
    `SELECT t.votes::int AS votes, t.transactions::int AS transactions, t.unique_phones::int AS phones, t.unique_emails::int AS emails,
       (SELECT count(*)::int FROM contest_voters v WHERE v.contest_id = $1) AS voters,
       (SELECT count(*)::int FROM tally_outbox o WHERE o.contest_id = $1) AS waiting,
       (SELECT count(*)::int FROM new_voter_counts n WHERE n.contest_id = $1) AS counts
     FROM contest_tallies t WHERE t.contest_id = $1`,
    [world.contestId],
  );
  return rows[0] as Record<string, number> | undefined;
}

const ALL = {
  votes: 2 * ROWS,
  transactions: 2 * ROWS,
  phones: VOTERS,
  emails: VOTERS,
  voters: 2 * VOTERS,
  waiting: 0,
  counts: 0,
};

describe('a contest with more votes waiting than one fold takes', () => {
  it('has every vote and every voter once, also when three workers fold it at the same time', async () => {
    const rows = 3 * ROWS;
    await waiting(rows);
    const pools = [1, 2, 3].map(() => database.anotherPool(16));
    const shares = pools.map((pool) => jest.spyOn(pool, 'query'));
    try {
      await Promise.all(pools.map((pool) => aTally(pool).drain(world.contestId)));
      // A worker skips rows that another holds: the next run takes what that one gave back.
      await aTally().drain(world.contestId);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
    expect(await figures()).toEqual({ ...ALL, votes: 2 * rows, transactions: 2 * rows });
    const together = shares.filter(({ mock }) =>
      mock.calls.some(([statement]) => (statement as unknown as { name?: string }).name === 'count-voters'),
    );
    expect(together.length).toBeGreaterThan(1);
  });

  it('is folded by one connection where the pool is not large', async () => {
    await waiting(ROWS);
    const pool = database.anotherPool(10);
    const query = jest.spyOn(pool, 'query');
    try {
      await aTally(pool).drain(world.contestId);
    } finally {
      await pool.end();
    }
    expect(await figures()).toEqual(ALL);
    expect(query).not.toHaveBeenCalledWith(expect.objectContaining({ name: 'count-voters' }));
  });

  it('counts no voter twice and loses none when a fold fails after its voters were written', async () => {
    await waiting(ROWS);
    const room = 5_000n;
    await database.owner.query(
      `INSERT INTO contestant_tallies (contestant_id, contest_id, category_id, votes, version) VALUES ($1, $2, $3, $4, 0)`,
      [world.contestantId, world.contestId, world.categoryId, String(2n ** 63n - 1n - room)],
    );
    // The first fold has room for its 4,000 votes, the second writes its voters and fails.
    await expect(aTally().drain(world.contestId)).rejects.toThrow('out of range');
    const failed = await figures();
    expect(failed).toMatchObject({ votes: 4_000, phones: 2_001, waiting: ROWS - 2_000 });
    expect(failed?.['voters']).toBe(2 * VOTERS);
    expect(failed?.['counts']).toBeGreaterThan(0);

    await database.owner.query('UPDATE contestant_tallies SET votes = 4000 WHERE contestant_id = $1', [
      world.contestantId,
    ]);
    await aTally().drain(world.contestId);
    expect(await figures()).toEqual(ALL);
  });

  it('keeps the count of new voters while there is nothing to fold', async () => {
    await waiting(1);
    await aTally().drain(world.contestId);
    await database.owner.query(
      'INSERT INTO new_voter_counts (contest_id, phones, emails) VALUES ($1, 5, 4)',
      [world.contestId],
    );
    await aTally().drain(world.contestId);
    expect(await figures()).toMatchObject({ phones: 2, emails: 2, counts: 1 });
    await waiting(1);
    await aTally().drain(world.contestId);
    expect(await figures()).toMatchObject({ phones: 7, emails: 6, counts: 0 });
  });

  it('is not folded when a share of its voters could not be written', async () => {
    await waiting(ROWS);
    // A digest without a byte belongs to no share.
    await database.owner.query(
      `UPDATE tally_outbox SET phone_digests = phone_digests || ''::bytea
       WHERE id = (SELECT id FROM tally_outbox WHERE contest_id = $1 ORDER BY id OFFSET 2500 LIMIT 1)`,
      [world.contestId],
    );
    await expect(aTally().drain(world.contestId)).rejects.toThrow('out of valid range');
    expect(await figures()).toMatchObject({ votes: 4_000, waiting: ROWS - 2_000 });
    await database.owner.query(
      `UPDATE tally_outbox SET phone_digests = array_remove(phone_digests, ''::bytea) WHERE contest_id = $1`,
      [world.contestId],
    );
    await aTally().drain(world.contestId);
    expect(await figures()).toEqual(ALL);
  });

  it('folds the rows whose voters it has written, not older ones that are free again meanwhile', async () => {
    await waiting(1, true);
    await waiting(ROWS);
    const other = await database.owner.connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `SELECT FROM tally_outbox WHERE id = (SELECT min(id) FROM tally_outbox WHERE contest_id = $1) FOR UPDATE`,
        [world.contestId],
      );
      // The first fold has no row of this voter, the second waits for it.
      await other.query(`INSERT INTO contest_voters (contest_id, kind, digest) VALUES ($1, 'phone', $2)`, [
        world.contestId,
        digest(2_500),
      ]);
      const drained = aTally().drain(world.contestId);
      await waitFor(async () => {
        const waits = await other.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
        );
        return waits.rowCount === 1;
      });
      await other.query('ROLLBACK');
      await drained;
    } finally {
      other.release();
    }
    await aTally().drain(world.contestId);
    expect(await figures()).toEqual({
      ...ALL,
      votes: ALL.votes + 2,
      transactions: ALL.transactions + 2,
      phones: VOTERS + 2,
      emails: VOTERS + 2,
      voters: 2 * VOTERS + 4,
    });
  });
});
