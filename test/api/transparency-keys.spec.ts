import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SqlRunner, Transactions } from '@abato/database';
import { Secrets } from '@abato/platform';
import { CheckpointSigner, extendLog, readWaiting } from '@abato/transparency';
import { aContest, aUser, type BuiltContest, database, sql } from '../support/builders.js';
import { testState } from '../support/state.js';
import {
  behindTheGuards,
  castFree,
  entriesOf,
  freeContest,
  logOf,
  logRests,
  sizeOf,
  verifier,
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

const { dataEncryptionKey } = JSON.parse(readFileSync(join(testState().dataDir, 'secrets.json'), 'utf8')) as {
  dataEncryptionKey: string;
};
const secrets = new Secrets(dataEncryptionKey);
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
  const owner = await aUser().save();
  const contest = await aContest().resultsHidden().ownedBy(owner).save();
  await castFree(contest);
  await waitFor(async () => (await sizeOf(contest)) === 1, { what: 'the hidden vote' });
  const lock = await database().connect();
  try {
    await lock.query('BEGIN');
    await lock.query('SELECT FROM log_trees WHERE contest_id = $1 FOR UPDATE', [contest.id]);
    expect((await owner.api.patch(`/contests/${contest.id}/toggle-results`)).status).toBe(200);
    await castFree(contest);
  } finally {
    await lock.query('COMMIT');
    lock.release();
  }
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
  const folder = mkdtempSync(join(tmpdir(), 'abato-kept-'));
  try {
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
  } finally {
    rmSync(folder, { recursive: true });
  }
});
