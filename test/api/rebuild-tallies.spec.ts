import { Registry } from 'prom-client';
import { pino } from 'pino';
import { uncountArchived } from '@abato/contests';
import { type SqlRunner, Transactions } from '@abato/database';
import { type Environment, newId, Secrets } from '@abato/platform';
import { LogBuilder, LogComparison } from '@abato/testing/transparency';
import { takeBackVote, type VoteRow, writeVotes } from '@abato/voting';
import { drainTally } from '@abato/testing/voting';
import type { Command, Given } from '../../apps/admin/src/command.js';
import { rebuildTallies, verifyTallies } from '../../apps/admin/src/commands/tallies.js';
import { Operator } from '../../apps/admin/src/operator.js';
import {
  begun,
  database,
  payFor,
  rowOf,
  sql,
  success,
  useOwnWorld,
  world,
} from '../payments/model/own-world.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { SweepsByHand } from '../support/run-sweeps.js';
import { aFreeRow } from '../support/vote-rows.js';

/** `admin rebuild-tallies` on a database of its own: only the tests drain its outbox. */

const secrets = new Secrets(Buffer.alloc(32, 1).toString('base64'));

/** A second contestant. */
let archived: string;
useHeldTransactions();
useOwnWorld();
beforeEach(async () => {
  archived = newId();
  await sql`INSERT INTO contestants (id, category_id, contest_id, name, bio, created_at, updated_at)
    VALUES (${archived}, ${world.categoryId}, ${world.contestId}, 'Q', '', ${world.now}, ${world.now})`;
});

const drain = () => drainTally(database.pool, world.contestId, world.now);

/** An operator whose database is that of the world, and whose words are kept. */
class Listening extends Operator {
  out = '';

  override get database(): Transactions {
    return new Transactions(database.pool);
  }

  override get secrets(): Secrets {
    return secrets;
  }

  override print(text: string): void {
    this.out += `${text}\n`;
  }
}

async function run(command: Command, options: Given['options']): Promise<{ code: number; out: string }> {
  const operator = new Listening(command.settings);
  Object.assign(operator, { now: world.now });
  const code = await command.run({ words: [], options }, operator);
  return { code, out: operator.out };
}

const rebuild = (options: Given['options'] = {}) =>
  run(rebuildTallies, { contest: world.contestId, ...options });
const verifyAll = () => run(verifyTallies, { contest: world.contestId });
const verify = async () => (await verifyAll()).code;

async function castFree(votes: Partial<VoteRow>[]): Promise<string[]> {
  const rows = votes.map((fields) => aFreeRow(world, fields));
  expect((await writeVotes(database.pool, rows, world.now)).size).toBe(votes.length);
  return rows.map(({ id }) => id);
}

/** As its callers do: they hold the vote and a share of the contestant. */
async function takeBack(sql: SqlRunner, voteId: string): Promise<void> {
  await sql.query(
    'SELECT FROM votes v JOIN contestants p ON p.id = v.contestant_id WHERE v.id = $1 FOR UPDATE OF v FOR KEY SHARE OF p',
    [voteId],
  );
  expect(await takeBackVote(sql, { voteId, paymentId: null }, world.now)).toBe(true);
}

/** Free, paid, reversed and late votes of two contestants, one of whom is archived. @returns votes of this one */
async function anEvening(): Promise<string[]> {
  await world.changePrice(0);
  const [first = ''] = await castFree([{ votes: 2 }, { votes: 3 }, {}]);
  const gone = await castFree([{ contestantId: archived }, { contestantId: archived, votes: 4 }]);
  await world.changePrice(100);
  const paid = await begun(7);
  const late = await begun(11);
  await payFor(paid, 7);
  await drain();
  world.now = new Date(world.now.getTime() + 60_000);
  const paidAt = world.now;
  await world.endContest();
  world.now = new Date(world.now.getTime() + 60_000);
  // Paid before the end, confirmed after it.
  await world.confirm(success(late, { amount: 1_100, paidAt }));
  // In another hour than the one in which it was counted.
  world.now = new Date(world.now.getTime() + 3_600_000);
  await new Transactions(database.pool).run(({ sql }) => takeBack(sql, first));
  await new Transactions(database.pool).run(({ sql }) => archive(sql));
  await drain();
  return gone;
}

async function archive(sql: SqlRunner): Promise<void> {
  await sql.query('UPDATE contestants SET archived_at = $2 WHERE id = $1', [archived, world.now]);
  await uncountArchived(sql, [archived], world.now);
}

/** All tallies of the contest, and apart from them the versions. Rows of zeros say the same as no row. */
async function tallies(): Promise<{ rows: unknown; versions: { version: number; at_end: number | null } }> {
  const rows = await rowOf<object>(
    `SELECT (SELECT to_jsonb(t) - '{version,version_at_end,updated_at}'::text[] FROM contest_tallies t WHERE contest_id = $1) AS contest,
       (SELECT jsonb_agg(to_jsonb(t) - 'version' ORDER BY contestant_id) FROM contestant_tallies t WHERE contest_id = $1) AS contestants,
       (SELECT jsonb_agg(h ORDER BY hour, method) FROM contest_hours h WHERE contest_id = $1 AND transactions <> 0) AS hours,
       (SELECT jsonb_agg(a ORDER BY contestant_id, hour) FROM archived_hours a WHERE contest_id = $1 AND transactions <> 0) AS archived,
       (SELECT jsonb_agg(v ORDER BY kind, digest) FROM contest_voters v WHERE contest_id = $1) AS voters`,
    world.contestId,
  );
  const versions = await rowOf<{ version: number; at_end: number | null }>(
    'SELECT version::int, version_at_end::int AS at_end FROM contest_tallies WHERE contest_id = $1',
    world.contestId,
  );
  return { rows, versions: versions ?? { version: 0, at_end: null } };
}

const audit = () =>
  rowOf<{ detail: unknown }>(
    `SELECT detail FROM audit_log WHERE subject_id = $1 AND action = 'contest.rebuild-folds'`,
    world.contestId,
  );

/** Statements that spoil tallies. `$1` is the contest. */
const SPOILT: [string, string][] = [
  [
    'the votes of the contest',
    'UPDATE contest_tallies SET votes = votes + 5, amount_pesewas = 1 WHERE contest_id = $1',
  ],
  [
    'the unique voters',
    'UPDATE contest_tallies SET unique_phones = 99, unique_emails = 3 WHERE contest_id = $1',
  ],
  ['a contest that has none', 'DELETE FROM contest_tallies WHERE contest_id = $1'],
  [
    'the votes of contestants',
    'UPDATE contestant_tallies SET votes = votes + 7, votes_after_end = 2 WHERE contest_id = $1',
  ],
  ['contestants that have none', 'DELETE FROM contestant_tallies WHERE contest_id = $1'],
  [
    'a contest and contestants that have none',
    'WITH t AS (DELETE FROM contest_tallies WHERE contest_id = $1) DELETE FROM contestant_tallies WHERE contest_id = $1',
  ],
  ['the votes of an hour', 'UPDATE contest_hours SET votes = 0, transactions = 9 WHERE contest_id = $1'],
  ['hours that have none', 'DELETE FROM contest_hours WHERE contest_id = $1'],
  [
    'an hour that the ledger does not know',
    `INSERT INTO contest_hours (contest_id, hour, method, channel, votes, transactions, amount_pesewas) VALUES ($1, '2020-01-01Z', 'FREE', 'web', 3, 1, 0)`,
  ],
  ['an archived hour', 'UPDATE archived_hours SET votes = 1, transactions = 3 WHERE contest_id = $1'],
  ['archived hours that have none', 'DELETE FROM archived_hours WHERE contest_id = $1'],
];

it.each(SPOILT)(
  'a contest whose tallies differ from its ledger is only told of without --yes, and written as it was with it: %s',
  async (_, spoil) => {
    const [vote = ''] = await anEvening();
    // What is not tallied yet is no difference.
    await new Transactions(database.pool).run(({ sql }) => takeBack(sql, vote));
    const { rows: before, versions } = await tallies();
    await database.owner.query(spoil, [world.contestId]);
    const spoilt = await tallies();

    const told = await rebuild();
    expect(told).toMatchObject({ code: 2, out: expect.stringContaining('nothing was changed; add --yes') });
    expect(told.out).toMatch(/: the ledger says \d+, the tally says \d+/);
    expect([await tallies(), await audit()]).toEqual([spoilt, undefined]);

    expect(await rebuild({ yes: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 written anew, 0 with differences'),
    });
    const after = await tallies();
    expect(after.rows).toEqual(before);
    // Every process reads the counts anew, also those at the end.
    expect(after.versions.version).toBeGreaterThan(versions.version);
    if (spoilt.versions.at_end !== null) expect(after.versions.at_end).toBe(after.versions.version);
    expect((await audit())?.detail).toMatchObject({ by: 'operator', votes: { to: 27 } });
    expect(await verify()).toBe(0);
    expect(await rebuild({ yes: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining('every tally equals the ledger'),
    });
    expect(await tallies()).toEqual(after);
  },
);

it('a contest whose tallies differ from its ledger is told of when something is left that is no tally', async () => {
  await anEvening();
  await sql`UPDATE contest_tallies SET votes = 1 WHERE contest_id = ${world.contestId}`;
  await sql`UPDATE votes SET vote_count = vote_count + 1 WHERE contest_id = ${world.contestId}
      AND status = 'COMPLETED' AND price_pesewas = 0`;
  const { code, out } = await rebuild({ yes: true });
  expect([code, out]).toEqual([2, expect.stringContaining('still: ')]);
  expect(out).toContain('1 written anew, 1 with differences that are left');
});

it('a contest whose tallies differ from its ledger keeps the number of voters whose data were erased', async () => {
  await anEvening();
  const { rows: before } = await tallies();
  await sql`UPDATE votes SET voter_phone = NULL, voter_email = NULL, request_digest = ''
      WHERE contest_id = ${world.contestId}`;
  await sql`DELETE FROM contest_tallies WHERE contest_id = ${world.contestId}`;
  expect((await rebuild({ yes: true })).code).toBe(0);
  expect((await tallies()).rows).toEqual(before);
});

it('contests that differ are found and written without naming them, and no other', async () => {
  await world.changePrice(0);
  await castFree([{}, {}]);
  await drain();
  await sql`UPDATE contest_tallies SET votes = 9 WHERE contest_id = ${world.contestId}`;
  const { code, out } = await run(rebuildTallies, { yes: true });
  expect([code, out]).toEqual([0, expect.stringContaining('2 votes in place of 9')]);
  expect(out.match(/^contest /gm)).toEqual(['contest ']);
});

it('an unknown contest is refused', async () => {
  const contest = newId();
  const message = `there is no contest ${contest}`;
  await expect(rebuild({ contest, yes: true })).rejects.toMatchObject({ name: 'Refusal', message });
});

describe('while a contest goes on', () => {
  const spoil = () =>
    sql`UPDATE contestant_tallies SET votes = votes + 7 WHERE contest_id = ${world.contestId}`;
  const agrees = async () => (await drain(), verify());

  beforeEach(async () => {
    await world.changePrice(0);
    await castFree([{}, { votes: 2 }, { contestantId: archived }]);
    await drain();
    await castFree([{ votes: 3 }]);
  });

  it('a drain that is under way is waited for', async () => {
    await spoil();
    const drain = await HeldTransaction.begin(database.pool, database.owner);
    await drainTally(drain.client, world.contestId, world.now);
    const rebuilding = rebuild({ yes: true });
    const waits = await drain.holdsUp(rebuilding);
    await drain.commit();
    expect([waits, (await rebuilding).code, await agrees()]).toEqual([true, 0, 0]);
  });

  it('a drain that comes meanwhile adds what it took', async () => {
    await spoil();
    const auditLog = await HeldTransaction.begin(database.owner, database.owner);
    await auditLog.client.query('LOCK TABLE audit_log IN SHARE MODE');
    const rebuilding = rebuild({ yes: true });
    expect(await auditLog.holdsUp(rebuilding)).toBe(true);
    // Votes need nothing of what a rebuild holds.
    await castFree([{ votes: 5 }]);
    const draining = drain();
    const waits = await auditLog.holdsUp(draining, 2);
    await auditLog.commit();
    await draining;
    expect([waits, (await rebuilding).code, await agrees()]).toEqual([true, 0, 0]);
  });

  it('an archived vote that is being taken back is waited for', async () => {
    const [vote = ''] = await castFree([{ contestantId: archived, votes: 4 }]);
    await drain();
    await new Transactions(database.pool).run(({ sql }) => archive(sql));
    await spoil();
    await sql`UPDATE archived_hours SET votes = 9 WHERE contest_id = ${world.contestId}`;
    const undoing = await HeldTransaction.begin(database.pool, database.owner);
    await takeBack(undoing.client, vote);
    const rebuilding = rebuild({ yes: true });
    const waits = await undoing.holdsUp(rebuilding);
    await undoing.commit();
    expect([waits, (await rebuilding).code, await agrees()]).toEqual([true, 0, 0]);
  });

  it('tallies equal the ledger after many rebuilds among casts and drains', async () => {
    const over = new AbortController();
    const going = [() => castFree([{}, { votes: 2 }]), drain].map(async (work) => {
      while (!over.signal.aborted) await work();
    });
    for (let round = 0; round < 5; round++) {
      await spoil();
      expect((await rebuild({ yes: true })).code).toBe(0);
    }
    over.abort();
    await Promise.all(going);
    expect(await agrees()).toBe(0);
  });
});

/** Statements of the database's owner, whom no trigger stops, with what `verify-tallies` says then. `$1` is the contest. */
const ALTERED: [string, string[], string][] = [
  [
    'the votes of a row of the ledger are other',
    [`UPDATE vote_ledger SET votes = votes + 1 WHERE contest_id = $1 AND votes = 3`],
    '1 entries of the log that say otherwise than their row of the ledger, for example',
  ],
  [
    'a row of the ledger is of another contestant',
    [
      `UPDATE vote_ledger SET contestant_id = contest_id WHERE contest_id = $1 AND votes = 3`,
      `UPDATE contestant_tallies SET votes = votes + 0 WHERE contest_id = $1`,
    ],
    '(contestant: ledger ',
  ],
  [
    'a row of the ledger is deleted',
    [`DELETE FROM vote_ledger WHERE contest_id = $1 AND votes = 3`],
    '1 entries of the log that the ledger has no row for, for example',
  ],
  [
    'a row of the ledger is inserted',
    [
      `INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
       SELECT gen_random_uuid(), kind, contest_id, category_id, contestant_id, 50, 0, method, channel, recorded_at FROM vote_ledger
       WHERE contest_id = $1 AND votes = 3`,
    ],
    '1 rows of the ledger that the log lacks, for example',
  ],
  [
    'the text of an entry is other',
    [`UPDATE log_entries SET entry = replace(entry, '"votes":3', '"votes":9') WHERE contest_id = $1`],
    '1 entries of the log that are not what was hashed, for example',
  ],
  [
    'an entry and its hash are other',
    [
      `UPDATE log_entries SET entry = replace(entry, '"minute":"2026', '"minute":"2025') WHERE contest_id = $1 AND leaf_index = 1`,
      `UPDATE log_entries SET hash = sha256('\\x00'::bytea || convert_to(entry, 'UTF8')) WHERE contest_id = $1`,
    ],
    '1 log that is not what its checkpoint was signed for, for example',
  ],
  [
    'the last entry is deleted',
    [
      `DELETE FROM log_entries WHERE contest_id = $1
       AND leaf_index = (SELECT max(leaf_index) FROM log_entries WHERE contest_id = $1)`,
    ],
    '1 log that is not what its checkpoint was signed for, for example',
  ],
  [
    'the checkpoint is other',
    [`UPDATE log_checkpoints SET note = replace(note, E'\n\n', E'\nand more\n\n') WHERE contest_id = $1`],
    '1 checkpoint that does not hold, for example the signature does not hold',
  ],
  [
    'the count of a contestant on the page is other',
    [`UPDATE contestant_tallies SET votes = votes + 7 WHERE contest_id = $1 AND votes > 5`],
    '1 contestants whose public count is not that of the log, for example',
  ],
];

describe('a public log', () => {
  const key = {
    PUBLIC_URL: 'https://vote.example',
    LOG_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_BATCH_SECONDS: 900,
  };
  const silent = pino({ enabled: false });
  const sweeps = new SweepsByHand();
  const clock = { now: () => world.now };
  const writeLogs = () =>
    new LogBuilder(
      new Transactions(database.pool),
      clock,
      key as Environment,
      silent,
      secrets,
      new SweepsByHand(),
    ).extendAll();
  const metrics = new Registry();
  beforeAll(async () => {
    // Adds its run to the sweeps.
    expect(
      new LogComparison(Transactions.of(await database.source()), clock, silent, metrics, secrets, sweeps),
    ).toBeDefined();
  });
  /** What the worker's hourly run exports: how many contests differ. */
  async function sweep(): Promise<number> {
    await sweeps.run();
    const [differing] = (await metrics.getSingleMetric('abato_log_differences_rows')?.get())?.values ?? [];
    return differing?.value ?? NaN;
  }
  const alter = async (statement: string): Promise<void> => {
    const client = await database.owner.connect();
    try {
      await client.query('SET session_replication_role = replica');
      await client.query(statement, [world.contestId]);
    } finally {
      await client.query('RESET session_replication_role');
      client.release();
    }
  };
  const hide = () => sql`UPDATE contests SET show_results = false WHERE id = ${world.contestId}`;

  it.each(ALTERED)(
    'of a contest that is told of by command and worker, because %s',
    async (_, statements, says) => {
      const others = await sweep();
      await anEvening();
      await writeLogs();
      expect(await verifyAll()).toMatchObject({ code: 0 });
      world.now = new Date(world.now.getTime() + 3_600_000);
      expect(await sweep()).toBe(others);
      for (const statement of statements) await alter(statement);
      expect(await verifyAll()).toMatchObject({ code: 2, out: expect.stringContaining(says) });
      // Within the hour it is not looked at again.
      expect(await sweep()).toBe(others);
      world.now = new Date(world.now.getTime() + 3_600_000);
      expect(await sweep()).toBe(others + 1);
      await alter("UPDATE contests SET status = 'DRAFT', ended_at = NULL WHERE id = $1");
    },
  );

  it('of hidden results is compared with the ledger too, and what waits for its batch is no difference', async () => {
    await world.changePrice(0);
    await hide();
    await castFree([{ votes: 3 }, { contestantId: archived, votes: 4 }]);
    world.now = new Date(world.now.getTime() + 16 * 60_000);
    await writeLogs();
    await castFree([{ votes: 6 }]);
    await drain();
    await castFree([{ votes: 8 }]);
    expect(await verifyAll()).toMatchObject({ code: 0 });
    await alter('UPDATE vote_ledger SET votes = 5 WHERE contest_id = $1 AND votes = 4');
    expect(await verifyAll()).toMatchObject({ out: expect.stringContaining('(votes: ledger 5, log 4)') });
    await alter('UPDATE vote_ledger SET votes = 4 WHERE contest_id = $1 AND votes = 5');
    // A row that the log does not take after the longest time that a batch may wait.
    world.now = new Date(world.now.getTime() + 21 * 60_000);
    expect((await verifyAll()).out).toContain('2 rows of the ledger that the log lacks');
    await writeLogs();
    expect(await verify()).toBe(0);
    await alter('DELETE FROM log_keys WHERE contest_id = $1');
    expect((await verifyAll()).out).toContain('4 entries of the log that no key of this installation opens');
  });
});
