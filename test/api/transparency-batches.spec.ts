import pg from 'pg';
import type { VoteStats } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { Secrets } from '@abato/platform';
import { CheckpointSigner, extendLog, readWaiting } from '@abato/testing/transparency';
import { aContest, aUser, type BuiltContest, database, inTransaction, sql } from '../support/builders.js';
import { castByCode, withCodes } from '../support/electorate.js';
import { publicTotal } from '../support/payments.js';
import { testState } from '../support/state.js';
import {
  behindTheGuards,
  castFree,
  differencesFromLedger,
  entriesOf,
  freeContest,
  logRests,
  sizeOf,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

/** Contests with rows of the ledger that no tally has: other tests compare the two. */
const uncounted: string[] = [];
afterAll(async () => {
  await behindTheGuards([
    'DELETE FROM vote_ledger WHERE contest_id = ANY($1::uuid[]) AND NOT EXISTS (SELECT FROM votes WHERE id = vote_id)',
    [uncounted],
  ]);
});

it('a batch that is broken off leaves nothing behind, and the log is the ledger afterwards', async () => {
  const contest = await freeContest(1);
  // A sequence keeps its value when the transaction fails: it counts the tries.
  await database().query(`
    CREATE SEQUENCE broken_off;
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN PERFORM nextval('public.broken_off'); RAISE EXCEPTION 'broken off by a test'; END $$;
    CREATE TRIGGER break_off BEFORE INSERT ON log_checkpoints FOR EACH ROW
      WHEN (NEW.contest_id = '${contest.id}') EXECUTE FUNCTION break_off()`);
  const stored = async () => {
    const rows = await sql<Record<string, number>>`SELECT (SELECT count(*) FROM log_entries
         WHERE contest_id = ${contest.id}) AS entries,
         (SELECT count(*) FROM log_salts WHERE contest_id = ${contest.id}) AS salts,
         (SELECT size FROM log_trees WHERE contest_id = ${contest.id}) AS size`;
    return rows[0];
  };
  try {
    for (let i = 0; i < 4; i++) await castFree(contest);
    await waitFor(async () => (await sql.value<number>`SELECT last_value AS n FROM broken_off`) >= 2, {
      what: 'two batches to be broken off',
    });
    expect(await stored()).toEqual({ entries: 2, salts: 5, size: 2 });
  } finally {
    await sql`DROP TRIGGER break_off ON log_checkpoints; DROP FUNCTION break_off; DROP SEQUENCE broken_off`;
  }
  await waitForLog(contest, 5, 5);
  expect(await stored()).toEqual({ entries: 6, salts: 5, size: 6 });
  expect(await differencesFromLedger(contest)).toBe(0);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
});

it('a vote whose row becomes visible long after newer ones is logged all the same', async () => {
  const contest = await freeContest(2);
  // As a transaction that began twenty minutes ago and commits now: an older id and an older time, and the row of the outbox.
  await sql`WITH late AS (
       INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas,
       method, channel, recorded_at)
       VALUES (('0199aaaa-0000-7000-8000-' || right(${contest.id}::uuid::text, 12))::uuid, 'COUNT',
       ${contest.id}::uuid, ${contest.contestant.categoryId}, ${contest.contestant.id}, 4, 0, 'FREE', 'web',
       now() - interval '20 minutes') RETURNING *)
     INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas,
     hour, method, channel, created_at)
     SELECT contest_id, category_id, contestant_id, votes, 1, 0, date_trunc('hour', recorded_at, 'UTC'),
     method, channel, now() FROM late`;
  await waitForLog(contest, 3, 6);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
});

describe.each(['log_entries', 'log_nodes', 'log_checkpoints', 'log_cosignatures'])('rows of %s', (table) => {
  it.each([`UPDATE ${table} SET hash = ''`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])(
    'are not changed by the processes, nor by the owner: %s',
    async (sentence) => {
      const statement = sentence
        .replace('log_checkpoints SET hash', 'log_checkpoints SET root')
        .replace('log_cosignatures SET hash', 'log_cosignatures SET line');
      const processes = new pg.Client({ connectionString: testState().databaseUrl });
      await processes.connect();
      try {
        await expect(processes.query(statement)).rejects.toThrow(`permission denied for table ${table}`);
      } finally {
        await processes.end();
      }
      await inTransaction(async (owner) => {
        await expect(owner.query(statement)).rejects.toThrow('append-only');
      }, 'ROLLBACK');
    },
  );
});

/** Rows of the ledger of this moment that no worker is told of. */
const addRows = async (contest: BuiltContest, rows: number): Promise<Date> => {
  uncounted.push(contest.id);
  const at = new Date();
  await sql`INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes,
       amount_pesewas, method, channel, recorded_at)
       SELECT ('0199aaaa-0000-7000-8000-' || lpad(to_hex(n), 4, '0') || right(${contest.id}::uuid::text,
       8))::uuid, 'COUNT', ${contest.id}::uuid, ${contest.contestant.categoryId}, ${contest.contestant.id}, 1,
       0, 'FREE', 'ussd', ${at}
       FROM generate_series(1, ${rows}) AS n`;
  return at;
};
const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
const waiting = (contest: BuiltContest, now: Date) => readWaiting(database(), contest.id, null, { now });
const hidden = async (): Promise<BuiltContest> => {
  const contest = await aContest().resultsHidden().save();
  await logRests(contest);
  return contest;
};

it.each([
  ['fewer than 20 votes wait for 15 minutes', 19, 14 * 60 + 59, 0],
  ['fewer than 20 votes are logged after 15 minutes', 19, 15 * 60, 19],
  ['20 votes wait for a minute', 20, 59, 0],
  ['20 votes are logged after a minute', 20, 60, 20],
])('batches of hidden results: %s', async (_, rows, seconds, logged) => {
  const contest = await hidden();
  const at = await addRows(contest, rows);
  const found = await waiting(contest, after(at, seconds));
  expect([found.keys.length, found.remain]).toEqual([logged, logged === 0]);
});

it('batches are logged at the end, however few votes wait', async () => {
  const contest = await hidden();
  const at = await addRows(contest, 1);
  await sql`UPDATE contests SET end_date = ${after(at, 30)} WHERE id = ${contest.id}`;
  expect((await waiting(contest, after(at, 29))).keys).toHaveLength(0);
  expect((await waiting(contest, after(at, 30))).keys).toHaveLength(1);
});

it('batches of a backlog are in the order of their quarters of an hour, in random order within each, and a reversal follows its vote', async () => {
  const contest = await aContest().save();
  await logRests(contest);
  const at = await addRows(contest, 60);
  await behindTheGuards(
    // Over five hours, the newest ids first, and a reversal each; those of some were written by a machine whose clock is late.
    [
      `UPDATE vote_ledger SET recorded_at = $2::timestamptz - (row.nr * 5) * interval '1 minute'
         FROM (SELECT vote_id, row_number() OVER (ORDER BY vote_id) AS nr FROM vote_ledger WHERE contest_id = $1) row
         WHERE row.vote_id = vote_ledger.vote_id`,
      [contest.id, at],
    ],
    [
      `INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
         SELECT vote_id, 'REVERSAL', contest_id, category_id, contestant_id, -1, 0, method, channel, recorded_at + ascii(right(vote_id::text, 1)) % 3 * interval '40 minutes' - interval '40 minutes'
         FROM vote_ledger WHERE contest_id = $1`,
      [contest.id],
    ],
  );
  const rows = await sql<{ vote_id: string; recorded_at: Date }>`SELECT vote_id, recorded_at
      FROM vote_ledger WHERE contest_id = ${contest.id} AND kind = 'COUNT'`;
  const times = new Map(rows.map((row) => [row.vote_id, row.recorded_at.getTime()]));
  const read = async () => (await waiting(contest, after(at, 3_600))).keys;
  const [keys, again] = [await read(), await read()];
  expect(keys).toHaveLength(120);
  const counts = keys.filter(({ kind }) => kind === 'COUNT').map((key) => times.get(key.vote_id) ?? 0);
  const quarters = counts.map((time) => Math.floor(time / 900_000));
  expect(quarters).toEqual(quarters.toSorted((a, b) => a - b));
  expect(counts).not.toEqual(counts.toSorted((a, b) => a - b));
  expect(keys).not.toEqual(again);
  // A search that takes fewer takes the oldest, and says so: nothing newer is logged before the rest.
  const { keys: oldest, isCut } = await readWaiting(database(), contest.id, null, {
    now: after(at, 3_600),
    mostRows: 7,
  });
  const newest = Math.max(...oldest.map((key) => Math.floor((times.get(key.vote_id) ?? 0) / 900_000)));
  expect([isCut, oldest.length, newest <= (quarters[6] ?? 0)]).toEqual([true, 7, true]);
  const seen = new Set<string>();
  for (const { vote_id: id, kind } of keys) {
    if (kind === 'COUNT') seen.add(id);
    else expect([id, seen.has(id)]).toEqual([id, true]);
  }
});

it('batches have another order than the votes, and another one each time', async () => {
  const contest = await hidden();
  const at = await addRows(contest, 40);
  const read = async () => (await waiting(contest, after(at, 900))).keys.map((key) => key.vote_id);
  const [first, second] = [await read(), await read()];
  expect(first).not.toEqual(second);
  expect(first).not.toEqual(first.toSorted());
  expect(first.toSorted()).toEqual(second.toSorted());
});

it('batches have corrections of a final result last, in their order, and only after a search of the whole ledger', async () => {
  const contest = await aContest().save();
  await logRests(contest);
  const at = await addRows(contest, 20);
  const corrections = [2, 3].map((seconds) => after(at, seconds));
  const ids = corrections.map((_, nr) => `0199aaaa-0000-7000-9000-000${nr}${contest.id.slice(-8)}`);
  // What a correction takes back has an id of its own, which says nothing of what it takes back.
  for (const [nr, correctedAt] of corrections.entries())
    await sql`INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes,
         amount_pesewas, method, channel, recorded_at, step)
         VALUES (${ids[nr]}, 'PARTIAL', ${contest.id}, ${contest.contestant.categoryId},
         ${contest.contestant.id}, -1, 0, 'MANUAL', 'manual', ${correctedAt}, 1)`;
  await database().query(
    `UPDATE contests SET status = 'ENDED', ended_at = $2, results_final_at = $2 WHERE id = $1`,
    [contest.id, after(at, 1)],
  );
  const now = after(at, 60);
  const read = async (first: string | null) =>
    (await readWaiting(database(), contest.id, first, { now })).keys.map((key) => key.vote_id);
  const whole = await read(null);
  expect(whole).toHaveLength(22);
  expect(whole.slice(-2)).toEqual(ids);
  expect(await read('0199aaaa-0000-7000-8000-000000000000')).toHaveLength(20);
});

it('batches of an election tell neither when nor how a vote was cast', async () => {
  const contest = await aContest().electorate().save();
  await logRests(contest);
  const batchAt = after(await addRows(contest, 3), 900);
  const { keys } = await waiting(contest, batchAt);
  const identity = {
    signer: new CheckpointSigner(Buffer.alloc(32, 11).toString('base64')),
    origin: `vote.example/log/${contest.id}`,
    secrets: new Secrets(Buffer.alloc(32, 7).toString('base64')),
  };
  await new Transactions(database()).run(({ sql }) =>
    extendLog(sql, contest.id, identity, { keys, now: batchAt }),
  );
  const votes = (await entriesOf(contest, (await sizeOf(contest)) ?? 0)).filter(
    ({ kind }) => kind === 'free',
  );
  expect(votes).toHaveLength(3);
  for (const vote of votes)
    expect(vote).toMatchObject({ minute: `${batchAt.toISOString().slice(0, 16)}Z`, channel: 'ballot' });
});

it('batches of an election hold its counts back until they are logged', async () => {
  const owner = await aUser().save();
  const { contest, codes } = await withCodes(owner, 1);
  await logRests(contest);
  const other = await aContest().save();
  const taken = async () =>
    (await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`)).data.totalVotes;
  await inTransaction(async (lock) => {
    await lock.query('SELECT FROM log_trees WHERE contest_id = $1 FOR UPDATE', [contest.id]);
    expect((await castByCode(contest, codes[0] ?? '')).status).toBe(201);
    // Later runs of the tally and of the log.
    await castFree(other);
    await waitForLog(other, 1, 1);
    expect([await publicTotal(contest.id), await taken()]).toEqual([0, 0]);
  });
  await waitFor(async () => (await publicTotal(contest.id)) === 1, { what: 'the counts of the batch' });
  expect(await taken()).toBe(1);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
});

it('batches that are not logged keep results from becoming final', async () => {
  const [held, other] = [await hidden(), await hidden()];
  const isFinal = async ({ id }: BuiltContest) =>
    (await sql`SELECT FROM contests WHERE id = ${id} AND results_final_at IS NOT NULL`).length === 1;
  await inTransaction(async (lock) => {
    await lock.query('SELECT FROM log_trees WHERE contest_id = $1 FOR UPDATE', [held.id]);
    // Of contests that have ended the latest is looked at first.
    for (const [contest, minutes] of [
      [held, 20],
      [other, 30],
    ] as const)
      await sql`UPDATE contests SET status = 'ENDED', ended_at = now() - make_interval(mins => ${minutes})
          WHERE id = ${contest.id}`;
    await waitFor(() => isFinal(other), { what: 'the results of a contest whose log is complete' });
    expect(await isFinal(held)).toBe(false);
  });
  await waitFor(() => isFinal(held), { what: 'the results once the log is complete' });
});
