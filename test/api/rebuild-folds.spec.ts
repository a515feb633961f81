import type pg from 'pg';
import { uncountArchived } from '@abato/contests';
import { inTransaction, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import { drainTally, takeBackVote, type VoteRow, writeVotes } from '@abato/voting';
import type { Command, Given } from '../../apps/admin/src/command.js';
import { rebuildTallies } from '../../apps/admin/src/commands/rebuild-folds.js';
import { verifyTallies } from '../../apps/admin/src/commands/verify-tallies.js';
import { Operator } from '../../apps/admin/src/operator.js';
import { begun, database, payFor, rowOf, useOwnWorld, world } from '../payments/model/own-world.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { aFreeRow } from '../support/vote-rows.js';

/** `admin rebuild-folds` on a database of its own: nothing folds there but what the tests fold. */

/** A second contestant. */
let archived: string;
useHeldTransactions();
useOwnWorld();
beforeEach(async () => {
  archived = newId();
  await database.owner.query(
    `INSERT INTO contestants (id, category_id, contest_id, name, bio, created_at, updated_at) VALUES ($1, $2, $3, 'Q', '', $4, $4)`,
    [archived, world.categoryId, world.contestId, world.now],
  );
});

const fold = () => drainTally(database.pool, world.contestId, world.now);

/** An operator whose database is that of the world, and whose words are kept. */
class Listening extends Operator {
  out = '';

  override get database(): pg.Pool {
    return database.pool;
  }

  override print(text: string): void {
    this.out += `${text}\n`;
  }
}

async function run(command: Command, options: Given['options']): Promise<{ code: number; out: string }> {
  const operator = new Listening(command.settings);
  const code = await command.run({ words: [], options }, operator);
  return { code, out: operator.out };
}

const rebuild = (options: Given['options'] = {}) =>
  run(rebuildTallies, { contest: world.contestId, ...options });
const verify = async () => (await run(verifyTallies, { contest: world.contestId })).code;

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
  await fold();
  world.now = new Date(world.now.getTime() + 60_000);
  await world.endContest();
  world.now = new Date(world.now.getTime() + 60_000);
  await payFor(late, 11);
  // In another hour than the one in which it was counted.
  world.now = new Date(world.now.getTime() + 3_600_000);
  await inTransaction(database.pool, (sql) => takeBack(sql, first));
  await inTransaction(database.pool, archive);
  await fold();
  return gone;
}

async function archive(sql: SqlRunner): Promise<void> {
  await sql.query('UPDATE contestants SET archived_at = $2 WHERE id = $1', [archived, world.now]);
  await uncountArchived(sql, [archived], world.now);
}

/** All folds of the contest, and apart from them the versions. Rows of zeros say the same as no row. */
async function folds(): Promise<{ rows: unknown; versions: { version: number; at_end: number | null } }> {
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

/** Statements that spoil folds. `$1` is the contest. */
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

describe('a contest whose folds differ from its ledger', () => {
  it.each(SPOILT)('is only told of without --yes, and written as it was with it: %s', async (_, spoil) => {
    const [vote = ''] = await anEvening();
    // What is not folded yet is no difference.
    await inTransaction(database.pool, (sql) => takeBack(sql, vote));
    const { rows: before, versions } = await folds();
    await database.owner.query(spoil, [world.contestId]);
    const spoilt = await folds();

    const told = await rebuild();
    expect(told).toMatchObject({ code: 2, out: expect.stringContaining('nothing was changed; add --yes') });
    expect(told.out).toMatch(/: the ledger says \d+, the fold says \d+/);
    expect([await folds(), await audit()]).toEqual([spoilt, undefined]);

    const done = await rebuild({ yes: true });
    expect(done).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 written anew, 0 with differences'),
    });
    const after = await folds();
    expect(after.rows).toEqual(before);
    // Every process reads the counts anew, also those at the end.
    expect(after.versions.version).toBeGreaterThan(versions.version);
    if (spoilt.versions.at_end !== null) expect(after.versions.at_end).toBe(after.versions.version);
    expect((await audit())?.detail).toMatchObject({ by: 'operator', votes: { to: 27 } });
    expect(await verify()).toBe(0);
    expect(await rebuild({ yes: true })).toMatchObject({
      code: 0,
      out: expect.stringContaining('every fold equals the ledger'),
    });
    expect(await folds()).toEqual(after);
  });

  it('is told of when something is left that is no fold', async () => {
    await anEvening();
    await database.owner.query('UPDATE contest_tallies SET votes = 1 WHERE contest_id = $1', [
      world.contestId,
    ]);
    await database.owner.query(
      `UPDATE votes SET vote_count = vote_count + 1 WHERE contest_id = $1 AND status = 'COMPLETED' AND price_pesewas = 0`,
      [world.contestId],
    );
    const { code, out } = await rebuild({ yes: true });
    expect([code, out]).toEqual([2, expect.stringContaining('still: ')]);
    expect(out).toContain('1 written anew, 1 with differences that are left');
  });

  it('keeps the number of voters whose data were erased', async () => {
    await anEvening();
    const { rows: before } = await folds();
    await database.owner.query(
      `UPDATE votes SET voter_phone = NULL, voter_email = NULL, request_digest = '' WHERE contest_id = $1`,
      [world.contestId],
    );
    await database.owner.query('DELETE FROM contest_tallies WHERE contest_id = $1', [world.contestId]);
    expect((await rebuild({ yes: true })).code).toBe(0);
    expect((await folds()).rows).toEqual(before);
  });
});

it('contests that differ are found and written without naming them, and no other', async () => {
  await world.changePrice(0);
  await castFree([{}, {}]);
  await fold();
  await database.owner.query('UPDATE contest_tallies SET votes = 9 WHERE contest_id = $1', [world.contestId]);
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
    database.owner.query('UPDATE contestant_tallies SET votes = votes + 7 WHERE contest_id = $1', [
      world.contestId,
    ]);
  const agrees = async () => (await fold(), verify());

  beforeEach(async () => {
    await world.changePrice(0);
    await castFree([{}, { votes: 2 }, { contestantId: archived }]);
    await fold();
    await castFree([{ votes: 3 }]);
  });

  it('a fold that is under way is waited for', async () => {
    await spoil();
    const drain = await HeldTransaction.begin(database.pool, database.owner);
    await drainTally(drain.client, world.contestId, world.now);
    const rebuilding = rebuild({ yes: true });
    const waits = await drain.holdsUp(rebuilding);
    await drain.commit();
    expect([waits, (await rebuilding).code, await agrees()]).toEqual([true, 0, 0]);
  });

  it('a fold that comes meanwhile adds what it took', async () => {
    await spoil();
    const auditLog = await HeldTransaction.begin(database.owner, database.owner);
    await auditLog.client.query('LOCK TABLE audit_log IN SHARE MODE');
    const rebuilding = rebuild({ yes: true });
    expect(await auditLog.holdsUp(rebuilding)).toBe(true);
    // Votes need nothing of what a rebuild holds.
    await castFree([{ votes: 5 }]);
    const folding = fold();
    const waits = await auditLog.holdsUp(folding, 2);
    await auditLog.commit();
    await folding;
    expect([waits, (await rebuilding).code, await agrees()]).toEqual([true, 0, 0]);
  });

  it('an archived vote that is being taken back is waited for', async () => {
    const [vote = ''] = await castFree([{ contestantId: archived, votes: 4 }]);
    await fold();
    await inTransaction(database.pool, archive);
    await spoil();
    await database.owner.query('UPDATE archived_hours SET votes = 9 WHERE contest_id = $1', [
      world.contestId,
    ]);
    const undoing = await HeldTransaction.begin(database.pool, database.owner);
    await takeBack(undoing.client, vote);
    const rebuilding = rebuild({ yes: true });
    const waits = await undoing.holdsUp(rebuilding);
    await undoing.commit();
    expect([waits, (await rebuilding).code, await agrees()]).toEqual([true, 0, 0]);
  });

  it('folds equal the ledger after many rebuilds among casts and folds', async () => {
    const over = new AbortController();
    const going = [() => castFree([{}, { votes: 2 }]), fold].map(async (work) => {
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
