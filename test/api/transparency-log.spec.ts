import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { aContest, aVote, type BuiltContest, closeDatabase, database } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, publicTotal, waitForState } from '../support/payments.js';
import { admin } from '../support/admin.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const VERIFIER = join(import.meta.dirname, '..', '..', 'apps', 'verifier', 'src', 'main.mjs');
const api = new ApiClient();
const simulator = new SimulatorControl();
afterAll(closeDatabase);

const logOf = (contest: BuiltContest): string => `${testState().baseUrl}/log/${contest.id}`;

/** Run the verifier as an outsider does. */
async function verifier(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [VERIFIER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out };
}

const withTotals = (contest: BuiltContest) =>
  verifier(logOf(contest), '--totals', `${testState().baseUrl}/api/contests/${contest.id}/public`);

async function castFree(contest: BuiltContest, fields: Record<string, unknown> = {}): Promise<void> {
  const answer = await api.post('/votes/cast', aVote(contest, fields));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

/** Wait until the signed log and the public page have as many entries and votes. */
async function waitForLog(contest: BuiltContest, entries: number, votes: number): Promise<void> {
  await waitFor(
    async () => {
      const note = await fetch(`${logOf(contest)}/checkpoint`);
      return (
        (await note.text()).split('\n')[1] === String(entries) && (await publicTotal(contest.id)) === votes
      );
    },
    { what: `a log of ${entries} entries` },
  );
}

/** SQL as the superuser, whom no trigger and no right stops. */
async function behindTheGuards(...statements: [string, unknown[]][]): Promise<void> {
  const client = await database().connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function freeContest(votes: number): Promise<BuiltContest> {
  const contest = await aContest().withContestants(2).save();
  for (let i = 0; i < votes; i++) await castFree(contest);
  await waitForLog(contest, votes, votes);
  return contest;
}

describe('the public log', () => {
  it('has every counted vote and reversal, and the verifier finds the public totals in it', async () => {
    const paid = await aContest().paid('1.00').withContestants(2).save();
    const begun = [];
    for (const voteCount of [3, 5]) {
      const one = await beginPaid(paid, { voteCount, voterName: 'Ama Mensah' });
      await simulator.complete(one.reference);
      await waitForState(one.reference, 'COMPLETED');
      begun.push(one);
    }
    await waitForLog(paid, 2, 8);
    const { reference = '' } = begun[1] ?? {};
    await simulator.dispute(reference);
    await waitForState(reference, 'DISPUTED');
    await simulator.dispute(reference, { action: 'resolve', resolution: 'merchant-accepted' });
    await waitForState(reference, 'REVERSED');
    await waitForLog(paid, 3, 3);
    const checked = await withTotals(paid);
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^3 votes, root \S{44}$/m) });
    expect(checked.out).toMatch(/^reversal -5 votes$/m);
    expect(checked.out).toMatch(/^amount {3}GHS 3\.00$/m);

    const bundle = await (await fetch(`${logOf(paid)}/tile/entries/000.p/3`)).text();
    expect(bundle).toMatch(
      /"kind":"paid","minute":"[^"]{16}Z","payment":"[^"]{44}","v":1,"voter":"[^"]{44}"/,
    );
    expect(bundle).not.toMatch(/Ama|\+?233\d{6}|A-[0-9A-Z]{26}/);

    const free = await freeContest(3);
    expect(await withTotals(free)).toMatchObject({ code: 0, out: expect.stringContaining('3 votes, root ') });
  }, 300_000);

  it('is served with the caching and types of its documents; what is not there is 404', async () => {
    const contest = await freeContest(2);
    const read = (path: string) => fetch(`${logOf(contest)}/${path}`);
    const checkpoint = await read('checkpoint');
    expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=2');
    const origin = (await checkpoint.text()).split('\n', 1)[0];
    expect(origin).toMatch(new RegExp(`^[^/]+/log/${contest.id}$`));
    expect(await (await read('key')).text()).toMatch(new RegExp(`^${origin}\\+[0-9a-f]{8}\\+\\S{44}\\n$`));
    const tile = await read('tile/0/000.p/2');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toContain('immutable');
    expect((await tile.arrayBuffer()).byteLength).toBe(64);
    for (const path of [
      'tile/0/000',
      'tile/0/000.p/3',
      'tile/1/000.p/1',
      'tile/0/0',
      'tile/entries/001',
      'x',
    ]) {
      expect({ path, status: (await read(path)).status }).toEqual({ path, status: 404 });
    }
  }, 120_000);

  it('is not published for a draft, nor while results are hidden', async () => {
    const [draft, hidden] = await Promise.all([aContest().draft().save(), aContest().resultsHidden().save()]);
    await castFree(hidden);
    await waitFor(
      async () =>
        (await database().query('SELECT FROM log_entries WHERE contest_id = $1', [hidden.id])).rowCount,
      { what: 'the entry of a contest with hidden results' },
    );
    for (const contest of [draft, hidden]) {
      for (const path of ['checkpoint', 'key', 'tile/0/000.p/1', 'tile/entries/000.p/1']) {
        const answer = await fetch(`${logOf(contest)}/${path}`);
        expect(answer.status).toBe(404);
        expect(await answer.json()).toMatchObject({ message: expect.stringContaining('results are hidden') });
      }
    }
  }, 120_000);

  it('loses the salts of a person who is erased, and holds all the same', async () => {
    const contest = await aContest().save();
    const voterPhone = `+23320${String(Date.now()).slice(-7)}`;
    await castFree(contest, { voterPhone });
    await castFree(contest);
    await waitForLog(contest, 2, 2);
    const salts = async () =>
      (await database().query('SELECT FROM log_salts WHERE contest_id = $1', [contest.id])).rowCount;
    expect(await salts()).toBe(2);
    expect((await admin(['erase-person', '--phone', voterPhone, '--yes'])).code).toBe(0);
    expect(await salts()).toBe(1);
    await database().query(
      `UPDATE contests SET status = 'ENDED', start_date = now() - interval '2 years', end_date = now() - interval '7 months',
         ended_at = now() - interval '7 months' WHERE id = $1`,
      [contest.id],
    );
    await waitFor(async () => (await salts()) === 0, { what: 'the salts to be erased' });
    expect((await verifier(logOf(contest))).code).toBe(0);
  }, 300_000);
});

describe('the verifier refuses a log in which the superuser', () => {
  const leaf = (place: number): string => `contest_id = $1 AND leaf_index = ${place}`;

  it.each<[string, string[], RegExp]>([
    [
      'changed an entry',
      [`UPDATE log_entries SET entry = replace(entry, '"votes":1', '"votes":9') WHERE ${leaf(1)}`],
      /do not lead to the signed root/,
    ],
    [
      'changed an entry and its hash',
      [
        `UPDATE log_entries SET entry = replace(entry, '"votes":1', '"votes":9') WHERE ${leaf(1)}`,
        `UPDATE log_entries SET hash = sha256('\\x00'::bytea || convert_to(entry, 'UTF8')) WHERE ${leaf(1)}`,
      ],
      /do not lead to the signed root/,
    ],
    ['deleted an entry', [`DELETE FROM log_entries WHERE ${leaf(1)}`], /answers 404/],
    [
      'deleted an entry and moved the next one down',
      [`DELETE FROM log_entries WHERE ${leaf(1)}`, `UPDATE log_entries SET leaf_index = 1 WHERE ${leaf(2)}`],
      /answers 404/,
    ],
    [
      'exchanged two entries',
      [
        `UPDATE log_entries SET leaf_index = 9 WHERE ${leaf(0)}`,
        `UPDATE log_entries SET leaf_index = 0 WHERE ${leaf(2)}`,
        `UPDATE log_entries SET leaf_index = 2 WHERE ${leaf(9)}`,
      ],
      /do not lead to the signed root/,
    ],
  ])(
    '%s',
    async (_what, statements, reason) => {
      const contest = await freeContest(3);
      expect((await verifier(logOf(contest))).code).toBe(0);
      await behindTheGuards(...statements.map((text): [string, unknown[]] => [text, [contest.id]]));
      expect(await verifier(logOf(contest))).toMatchObject({ code: 1, out: expect.stringMatching(reason) });
    },
    120_000,
  );

  it('changed, and no further checkpoint is signed', async () => {
    const contest = await freeContest(3);
    await behindTheGuards([`UPDATE log_entries SET hash = sha256('x') WHERE ${leaf(0)}`, [contest.id]]);
    await castFree(contest);
    await waitFor(async () => (await publicTotal(contest.id)) === 4, { what: 'the public total' });
    const other = await freeContest(1);
    expect((await verifier(logOf(other))).code).toBe(0);
    expect((await (await fetch(`${logOf(contest)}/checkpoint`)).text()).split('\n')[1]).toBe('3');
    expect((await verifier(logOf(contest))).code).toBe(1);
  }, 120_000);

  it('changed the public totals', async () => {
    const contest = await freeContest(2);
    await behindTheGuards([
      'UPDATE contestant_tallies SET votes = votes + 5, version = version + 1 WHERE contest_id = $1',
      [contest.id],
    ]);
    // Makes every process read the tallies again.
    await castFree(contest);
    await waitForLog(contest, 3, 8);
    expect(await withTotals(contest)).toMatchObject({
      code: 1,
      out: expect.stringContaining('the page shows 8'),
    });
  }, 120_000);
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
    const { rows } = await database().query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM log_entries WHERE contest_id = $1) AS entries,
         (SELECT count(*) FROM log_salts WHERE contest_id = $1) AS salts,
         (SELECT size FROM log_trees WHERE contest_id = $1) AS size`,
      [contest.id],
    );
    return rows[0];
  };
  try {
    for (let i = 0; i < 4; i++) await castFree(contest);
    await waitFor(
      async () =>
        ((await database().query<{ n: number }>('SELECT last_value AS n FROM broken_off')).rows[0]?.n ?? 0) >=
        2,
      { what: 'two batches to be broken off' },
    );
    expect(await stored()).toEqual({ entries: 1, salts: 1, size: 1 });
  } finally {
    await database().query(
      'DROP TRIGGER break_off ON log_checkpoints; DROP FUNCTION break_off; DROP SEQUENCE broken_off',
    );
  }
  await waitForLog(contest, 5, 5);
  expect(await stored()).toEqual({ entries: 5, salts: 5, size: 5 });
  const { rows } = await database().query<{ missing: number }>(
    `SELECT count(*) AS missing FROM vote_ledger l FULL JOIN log_entries e USING (vote_id, kind, step)
     WHERE (l.contest_id = $1 OR e.contest_id = $1) AND (l.vote_id IS NULL OR e.vote_id IS NULL)`,
    [contest.id],
  );
  expect(rows).toEqual([{ missing: 0 }]);
  expect(await withTotals(contest)).toMatchObject({ code: 0 });
}, 300_000);

it('a vote whose row becomes visible long after newer ones is logged all the same', async () => {
  const contest = await freeContest(2);
  // As a transaction that began an hour ago and commits now: an older id and an older time, and the row of the outbox.
  await database().query(
    `WITH late AS (
       INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
       VALUES (('0199aaaa-0000-7000-8000-' || right($1::uuid::text, 12))::uuid, 'COUNT', $1, $2, $3, 4, 0, 'FREE', 'web', now() - interval '1 hour') RETURNING *)
     INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, created_at)
     SELECT contest_id, category_id, contestant_id, votes, 1, 0, date_trunc('hour', recorded_at, 'UTC'), method, channel, now() FROM late`,
    [contest.id, contest.contestant.categoryId, contest.contestant.id],
  );
  await waitForLog(contest, 3, 6);
  expect(await withTotals(contest)).toMatchObject({ code: 0 });
}, 120_000);
