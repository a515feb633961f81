import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SqlRunner, Transactions } from '@abato/database';
import { Secrets } from '@abato/platform';
import { eraseSalts } from '@abato/transparency';
import { CheckpointSigner, extendLog, readWaiting } from '@abato/testing/transparency';
import { runAdmin } from '../support/admin.js';
import type { BuiltContest } from '../support/builders.js';
import { aContest, database, inTransaction, platformSecrets, sql, withOwner } from '../support/builders.js';
import { castPaid, initialize, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { aFolder } from '../support/state.js';
import {
  behindTheGuards,
  castFree,
  entriesOf,
  freeContest,
  holdBatches,
  logOf,
  logRests,
  sizeOf,
  verifier,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

/** Keys that hide entries, and keys that sign checkpoints: when they begin to hold. */

/** Contests with rows of the ledger that no tally has: other tests compare the two. */
const uncounted: string[] = [];
afterAll(async () => {
  await behindTheGuards([
    'DELETE FROM vote_ledger WHERE contest_id = ANY($1::uuid[]) AND NOT EXISTS (SELECT FROM votes WHERE id = vote_id)',
    [uncounted],
  ]);
});

const secrets = platformSecrets();
const signer = new CheckpointSigner(Buffer.alloc(32, 11).toString('base64'));

/** Rows of the ledger that no worker is told of. */
const addRows = async (contest: BuiltContest, votes: number): Promise<void> => {
  uncounted.push(contest.id);
  await sql`INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes,
     amount_pesewas, method, channel, recorded_at)
     VALUES (gen_random_uuid(), 'COUNT', ${contest.id}, ${contest.contestant.categoryId},
     ${contest.contestant.id}, ${votes}, 0, 'FREE', 'web', now())`;
};

/** Append to the log as the worker does. @param after what happens after a statement */
const extend = (contest: BuiltContest, origin: string, after: (text: string) => Promise<void>) =>
  new Transactions(database()).run(async ({ sql }) => {
    const watched = {
      query: async (text: string, values?: unknown[]) => {
        const result: unknown = await sql.query(text, values);
        await after(text);
        return result;
      },
    } as unknown as SqlRunner;
    const now = new Date();
    const { keys } = await readWaiting(watched, contest.id, null, { now, mostWaitMs: 0 });
    return extendLog(watched, contest.id, { signer, origin, secrets }, { keys, now });
  });

it('the key of hidden entries comes before a vote that is logged openly, also when both are of one batch', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden());
  await castFree(contest);
  await waitFor(async () => (await sizeOf(contest)) === 1, { what: 'the hidden vote' });
  await inTransaction(async (lock) => {
    await lock.query('SELECT FROM log_trees WHERE contest_id = $1 FOR UPDATE', [contest.id]);
    expect((await owner.api.patch(`/contests/${contest.id}/toggle-results`)).status).toBe(200);
    await castFree(contest);
  });
  const kinds = await waitFor(
    async () => {
      const found = (await entriesOf(contest, (await sizeOf(contest)) ?? 0)).filter(
        ({ kind }) => kind !== 'rules',
      );
      return found.length === 3 && found.map((entry) => ('hidden' in entry ? 'hidden' : entry.kind));
    },
    { what: 'the key and the open vote' },
  );
  expect(kinds).toEqual(['hidden', 'reveal', 'free']);
});

it('a vote that is cast after results were hidden is not logged openly by a batch that was under way', async () => {
  const contest = await freeContest(1);
  await logRests(contest);
  await addRows(contest, 5);
  let isHidden = false;
  await extend(contest, `vote.example/log/${contest.id}`, async (text) => {
    // After whichever is read first: the rows, or whether results are shown.
    if (isHidden || !/(FROM|JOIN) vote_ledger l\b|LEFT JOIN log_keys k/.test(text)) return;
    isHidden = true;
    await sql`UPDATE contests SET show_results = false WHERE id = ${contest.id}`;
    await addRows(contest, 7);
  });
  expect(isHidden).toBe(true);
  const [, ...later] = await entriesOf(contest, 2);
  expect(later).toEqual([expect.objectContaining({ kind: 'free', hidden: expect.any(String) })]);
  const rows = await sql<{ entry: string }>`SELECT entry FROM log_entries WHERE contest_id = ${contest.id}`;
  expect(rows.map(({ entry }) => entry).join()).not.toContain('"votes":7');
});

it('while the key of hidden entries cannot be read, nothing more is logged', async () => {
  const contest = await aContest().resultsHidden().save();
  await castFree(contest);
  await waitFor(async () => (await sizeOf(contest)) === 1, { what: 'the hidden vote' });
  const rows = await sql<{ key: Buffer }>`SELECT key_encrypted AS key FROM log_keys
    WHERE contest_id = ${contest.id}`;
  const store = (key: Buffer | undefined) =>
    behindTheGuards(['UPDATE log_keys SET key_encrypted = $2 WHERE contest_id = $1', [contest.id, key]]);
  const lost = new Secrets(Buffer.alloc(32, 7).toString('base64'));
  await store(lost.encrypt(Buffer.alloc(32).toString('base64')));
  await castFree(contest);
  // Runs of the worker look at every log that waits.
  for (let nr = 0; nr < 2; nr++) await freeContest(1);
  expect(await sizeOf(contest)).toBe(1);
  await store(rows[0]?.key);
  await waitFor(async () => (await sizeOf(contest)) === 2, { what: 'the vote that waited' });
  const last = (await entriesOf(contest, 2)).at(-1);
  expect(last).toMatchObject({ kind: 'free', hidden: expect.any(String) });
});

it('another signing key and another name of the site hold from the next entry on; earlier checkpoints can still be compared', async () => {
  const contest = await freeContest(1);
  const read = async (path: string) => (await fetch(`${logOf(contest)}/${path}`)).text();
  const [note, key] = [await read('checkpoint'), (await read('key')).trim()];
  await logRests(contest);
  await addRows(contest, 3);
  const origin = `moved.example/log/${contest.id}`;
  await extend(contest, origin, () => Promise.resolve());
  expect(await read('key')).toBe(`${signer.verifierKey(origin)}\n`);
  expect(await read('checkpoint')).toMatch(new RegExp(`^${origin}\n3\n`));
  const folder = aFolder();
  // As files: the page of the site has no count of the row that was added behind its back.
  const keep = (name: string, text: string) => writeFileSync(join(folder, name), text);
  keep('kept', note);
  keep('checkpoint', await read('checkpoint'));
  keep('log.jsonl', await read('entries.jsonl'));
  const file = (name: string) => join(folder, name);
  const signed = ['--checkpoint', file('checkpoint'), '--key', signer.verifierKey(origin)];
  const older = ['--older', file('kept'), '--older-key', key];
  expect(await verifier(file('log.jsonl'), '--origin', origin, ...signed, ...older)).toMatchObject({
    code: 0,
    out: expect.stringContaining('continues the older checkpoint of 2 entries'),
  });
});

const aPhone = phonesOf('transparency-erasing');

const saltsOf = async (contest: BuiltContest): Promise<number | null> =>
  (await sql`SELECT FROM log_salts WHERE contest_id = ${contest.id} AND salt IS NOT NULL`).length;

it('erasing takes the salts of a person, and those of a contest when its time has come; the log holds all the same', async () => {
  const contest = await aContest().save();
  const voterPhone = aPhone();
  await castFree(contest, { voterPhone });
  await castFree(contest);
  await waitForLog(contest, 2, 2);
  expect(await saltsOf(contest)).toBe(2);
  expect((await runAdmin(['erase-person', '--phone', voterPhone, '--yes'])).code).toBe(0);
  expect(await saltsOf(contest)).toBe(1);
  await sql`UPDATE contests SET status = 'ENDED', start_date = now() - interval '2 years', end_date = now() -
      interval '7 months', ended_at = now() - interval '7 months' WHERE id = ${contest.id}`;
  await waitFor(async () => (await saltsOf(contest)) === 0, { what: 'the salts to be erased' });
  expect((await verifier(logOf(contest))).code).toBe(0);
});

/** Erase while a batch is under way, let the batch go when the eraser waits or is done, and wait until both have ended. */
async function eraseDuring(
  erased: Parameters<typeof eraseSalts>[1],
  letGo: () => Promise<unknown>,
): Promise<void> {
  const eraser = await database().connect();
  try {
    await eraser.query('BEGIN');
    const { rows } = await eraser.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    let isErased = false;
    const erasing = eraseSalts(eraser, erased).finally(() => (isErased = true));
    const waits = async (): Promise<boolean> => {
      const blocked = await sql`SELECT WHERE cardinality(pg_blocking_pids(${rows[0]?.pid})) > 0`;
      return isErased || Boolean(blocked.length);
    };
    await waitFor(waits, { what: 'erasing to wait' });
    // An eraser that did not wait has committed before the batch goes on.
    if (isErased) await eraser.query('COMMIT');
    await letGo();
    await erasing;
    await eraser.query('COMMIT');
  } finally {
    eraser.release();
  }
}

it('erasing of one vote waits for the first batch of a log, and leaves none of its salts', async () => {
  // A draft has no log yet; the row that another transaction has written keeps the worker from making it without the vote.
  const contest = await aContest().draft().save();
  const first = await database().connect();
  const batch = await holdBatches(contest);
  try {
    await first.query('BEGIN');
    await first.query('INSERT INTO log_trees (contest_id) VALUES ($1)', [contest.id]);
    await sql`UPDATE contests SET status = 'ACTIVE' WHERE id = ${contest.id}`;
    await castFree(contest);
    await first.query('ROLLBACK');
    await batch.pid();
    const rows = await sql<{ id: string }>`SELECT id FROM votes WHERE contest_id = ${contest.id}`;
    await eraseDuring({ voteIds: rows.map(({ id }) => id) }, batch.letGo);
  } finally {
    await first.query('ROLLBACK');
    first.release();
    await batch.letGo();
  }
  await waitForLog(contest, 1, 1);
  expect(await saltsOf(contest)).toBe(0);
});

it('a vote whose salt was erased before its batch is logged with the commitment of its cast', async () => {
  const contest = await freeContest(1);
  const eraser = await database().connect();
  try {
    await eraser.query('BEGIN');
    await eraser.query('SELECT FROM log_trees WHERE contest_id = $1 FOR UPDATE', [contest.id]);
    await castFree(contest);
    const rows = await sql<{ id: string }>`SELECT id FROM votes WHERE contest_id = ${contest.id}`;
    await eraseSalts(eraser, { voteIds: rows.map(({ id }) => id) });
    await eraser.query('COMMIT');
  } finally {
    await eraser.query('ROLLBACK');
    eraser.release();
  }
  await waitForLog(contest, 2, 2);
  expect(await saltsOf(contest)).toBe(0);
});

it('erasing of a contest waits for a later batch that is under way, and leaves none of its salts', async () => {
  const contest = await freeContest(1);
  const batch = await holdBatches(contest);
  try {
    await castFree(contest);
    await batch.pid();
    await eraseDuring({ contestId: contest.id }, batch.letGo);
  } finally {
    await batch.letGo();
  }
  await waitForLog(contest, 2, 2);
  expect(await saltsOf(contest)).toBe(0);
});

it('erasing of a contest leaves no batch of its log beside it', async () => {
  const [contest, other] = [await freeContest(1), await aContest().save()];
  const eraser = await database().connect();
  try {
    await eraser.query('BEGIN');
    await eraseSalts(eraser, { contestId: contest.id });
    await castFree(contest);
    await castFree(other);
    // A later look for work has logged what was cast after it.
    await waitForLog(other, 1, 1);
    expect(await sizeOf(contest)).toBe(1);
    await eraser.query('COMMIT');
  } finally {
    eraser.release(true);
  }
  await waitForLog(contest, 2, 2);
});

it('erasing before a vote is logged leaves the commitment that was fixed when it was cast, and none of its salts', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = aPhone();
  const { data } = await initialize(await castPaid(contest, { voterPhone, voteCount: 1 }));
  const rows = await sql<{ voter: Buffer }>`SELECT voter FROM log_salts WHERE contest_id = ${contest.id}`;
  expect((await runAdmin(['erase-person', '--phone', voterPhone, '--yes'])).code).toBe(0);
  await new SimulatorControl().complete(data.reference);
  await waitForState(data.reference, 'COMPLETED');
  await waitForLog(contest, 1, 1);
  expect((await entriesOf(contest, 1))[0]).toMatchObject({
    v: 2,
    kind: 'paid',
    payment: expect.stringMatching(/^.{43}=$/),
    voter: rows[0]?.voter.toString('base64'),
  });
  expect(await saltsOf(contest)).toBe(0);
});
