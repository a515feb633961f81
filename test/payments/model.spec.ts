import fc from 'fast-check';
import type pg from 'pg';
import { realSettle, World, type Settle } from './model/world.js';
import { actions, perform, type Action } from './model/actions.js';
import { check } from './model/invariants.js';
import { createModelDatabase, rewriting, type ModelDatabase } from './model/database.js';

/** Runs of the short form; `ABATO_MODEL_RUNS=20000` is the long one, `ABATO_MODEL_SEED` repeats a run. */
const RUNS = Number(process.env['ABATO_MODEL_RUNS'] ?? 500);
const SEED = Number(process.env['ABATO_MODEL_SEED'] ?? Date.now() % 1_000_000_000);
/** A planted bug must be found within as many runs. */
const CONTROL_RUNS = 400;

let database: ModelDatabase;
beforeAll(async () => {
  database = await createModelDatabase();
}, 60_000);
afterAll(async () => database?.drop());

/** Whatever happens, in whatever order and at once: the books agree with the money. */
async function live(happenings: Action[], pool: pg.Pool, settle: Settle): Promise<void> {
  const world = new World(pool, database.owner, settle);
  await world.create();
  for (const action of happenings) await perform(world, action);
  await world.comeToRest();
  await check(world, database.pool);
}

const run = (runs: number, pool: pg.Pool, settle: Settle = realSettle) =>
  fc.check(
    fc.asyncProperty(actions, (happenings) => live(happenings, pool, settle)),
    { numRuns: runs, seed: SEED, endOnFailure: true },
  );

describe('payments, whatever happens', () => {
  it(
    `keep books and money in step over ${RUNS} random lives (seed ${SEED})`,
    async () => {
      const result = await run(RUNS, database.pool);
      if (result.failed)
        throw new Error(fc.defaultReportMessage(result) ?? 'failed', { cause: result.errorInstance });
      expect(result.numRuns).toBe(RUNS);
    },
    60_000 + RUNS * 500,
  );

  it('refuse a second live success of one vote in the schema itself', async () => {
    await expect(secondSuccess()).rejects.toMatchObject({ constraint: 'payments_one_success_per_vote' });
  });
});

/** The same suite with one guard taken away must fail: else it would prove nothing. */
describe('the suite itself fails', () => {
  const LOCKS = /\nFOR UPDATE\s*$/;
  const asked = async (news: { reference: string }): Promise<number> =>
    (
      await database.pool.query<{ amount_pesewas: number }>(
        'SELECT amount_pesewas FROM payments WHERE reference = $1',
        [news.reference],
      )
    ).rows[0]?.amount_pesewas ?? 0;

  it('without the row locks', async () => {
    const unlocked = rewriting(database.pool, (sql) => sql.replace(LOCKS, ''));
    expect((await run(CONTROL_RUNS, unlocked)).failed).toBe(true);
  }, 300_000);

  it('without the comparison of amounts', async () => {
    const blind: Settle = async (pool, news, now) => {
      const amount = await asked(news);
      return realSettle(pool, { ...news, proof: { ...news.proof, amount, requestedAmount: amount } }, now);
    };
    expect((await run(CONTROL_RUNS, database.pool, blind)).failed).toBe(true);
  }, 300_000);

  it('without the comparison of currencies', async () => {
    const blind: Settle = (pool, news, now) =>
      realSettle(pool, { ...news, proof: { ...news.proof, currency: 'GHS' } }, now);
    expect((await run(CONTROL_RUNS, database.pool, blind)).failed).toBe(true);
  }, 300_000);

  it('when the return page alone counts as proof', async () => {
    const gullible: Settle = async (pool, news, now) => {
      const amount = await asked(news);
      const proof = { status: 'success', amount, currency: 'GHS', domain: 'test', paidAt: now } as const;
      return realSettle(pool, news.source === 'verify' ? { ...news, proof } : news, now);
    };
    expect((await run(CONTROL_RUNS, database.pool, gullible)).failed).toBe(true);
  }, 300_000);

  it('without the unique index', async () => {
    await database.owner.query('DROP INDEX payments_one_success_per_vote');
    await expect(secondSuccess()).resolves.toBeUndefined();
  });
});

/** Forces two attempts of one vote to COMPLETED behind everybody's back, and takes it back. */
async function secondSuccess(): Promise<void> {
  const world = new World(database.pool, database.owner);
  await world.create();
  await world.cast(1);
  const vote = world.votes[0] ?? '';
  await world.begin(vote, 'lost');
  await world.begin(vote, 'ok');
  const client = await database.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE payments SET state = 'COMPLETED' WHERE vote_id = $1`, [vote]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
