import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pino } from 'pino';
import { Transactions } from '@abato/database';
import type { Sweeps } from '@abato/jobs';
import type { Environment } from '@abato/platform';
import type { CastVoteResult } from '@abato/contracts';
import { PublishedLog, TileStore } from '@abato/transparency';
import { CheckpointSigner, TileCopies } from '@abato/testing/transparency';
import { runAdmin } from '../support/admin.js';
import { aContest, aVote, type BuiltContest, database, sql, withOwner } from '../support/builders.js';
import { payCounted, publicTotal, waitForState } from '../support/payments.js';
import { startS3Server } from '../support/s3-server.js';
import { SimulatorControl } from '../support/simulator.js';
import { aFolder, testSecrets } from '../support/state.js';
import {
  addVotes,
  asSource,
  behindTheGuards,
  castFree,
  entriesOf,
  freeContest,
  logOf,
  sizeOf,
  verifier,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

/** A log of three entries or so as a worker of the release before version 2 leaves it. */
async function rewriteAsVersion1(contest: BuiltContest): Promise<void> {
  const rows = await sql<{ vote_id: string; entry: string }>`SELECT vote_id, entry FROM log_entries
    WHERE contest_id = ${contest.id} AND vote_id IS NOT NULL ORDER BY leaf_index`;
  const entries = rows.map(({ entry }) => {
    const { cast: _cast, ...kept } = JSON.parse(entry) as Record<string, unknown>;
    const old = { ...kept, v: 1, kind: 'free' };
    return JSON.stringify(Object.fromEntries(Object.entries(old).sort(([a], [b]) => (a < b ? -1 : 1))));
  });
  const sha = (...parts: (Buffer | string)[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const leaves = entries.map((entry) => sha('\x00', entry));
  const [first, second, third] = leaves as [Buffer, Buffer, Buffer];
  const root = sha('\x01', sha('\x01', first, second), third);
  const [origin = ''] = (await (await fetch(`${logOf(contest)}/checkpoint`)).text()).split('\n');
  const signer = new CheckpointSigner(testSecrets().logSigningKey);
  const head = { size: leaves.length, root };
  await behindTheGuards(
    ['DELETE FROM log_entries WHERE contest_id = $1', [contest.id]],
    ['DELETE FROM log_checkpoints WHERE contest_id = $1', [contest.id]],
    [
      `INSERT INTO log_entries (contest_id, leaf_index, vote_id, kind, step, entry, hash)
       SELECT $1, place - 1, vote_id, 'COUNT', 0, entry, hash FROM unnest($2::uuid[], $3::text[], $4::bytea[]) WITH ORDINALITY AS t (vote_id, entry, hash, place)`,
      [contest.id, rows.map((row) => row.vote_id), entries, leaves],
    ],
    [
      'INSERT INTO log_checkpoints (contest_id, size, root, note, verifier_key, signed_at) VALUES ($1, $2, $3, $4, $5, now())',
      [contest.id, head.size, root, signer.sign(origin, head), signer.verifierKey(origin)],
    ],
    [
      'UPDATE log_trees SET size = $2, open_size = $2, rosters_logged = 0 WHERE contest_id = $1',
      [contest.id, head.size],
    ],
  );
}

const simulator = new SimulatorControl();

it('the public log has every counted vote and reversal, and the verifier finds the public totals in it', async () => {
  const paid = await aContest().paid('1.00').withContestants(2).save();
  const begun = [];
  for (const voteCount of [3, 5]) {
    const one = await payCounted(paid, { voteCount, voterName: 'Ama Mensah' });
    begun.push(one);
  }
  await waitForLog(paid, 2, 8);
  const { reference = '' } = begun[1] ?? {};
  await simulator.dispute(reference);
  await waitForState(reference, 'DISPUTED');
  await simulator.dispute(reference, { action: 'resolve', resolution: 'merchant-accepted' });
  await waitForState(reference, 'REVERSED');
  await waitForLog(paid, 3, 3);
  const checked = await verifyWithTotals(paid);
  expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^3 votes, root \S{44}$/m) });
  expect(checked.out).toMatch(/^reversal -5 votes$/m);
  expect(checked.out).toMatch(/^amount {3}GHS 3\.00$/m);

  const bundle = await (await fetch(`${logOf(paid)}/tile/entries/000.p/4`)).text();
  expect(bundle).toMatch(
    /"cast":"[^"]{16}Z",.*"kind":"paid","minute":"[^"]{16}Z","payment":"[^"]{44}","v":2,"voter":"[^"]{44}"/,
  );
  expect(bundle).not.toMatch(/Ama|\+?233\d{6}|A-[0-9A-Z]{26}/);

  const free = await freeContest(3);
  expect(await verifyWithTotals(free)).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 votes, root '),
  });
});

it('the public log is served with the caching and types of its documents; what is not there is 404', async () => {
  const contest = await freeContest(1);
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
});

it.each(['a folder', 'an S3-compatible store'])(
  'the public log copies its full tiles to %s, once, and no other',
  async (kind) => {
    const contest = await freeContest(1);
    await addVotes(contest, 299);
    await waitForLog(contest, 300, 300);
    const dataDir = mkdtempSync(join(tmpdir(), 'abato-tiles-'));
    const server = kind === 'a folder' ? null : await startS3Server();
    const settings = {
      LOG_TILES: 'store',
      S3_PATH_STYLE: 'true',
      DATA_DIR: dataDir,
      ...server?.settings,
    } as unknown as Environment;
    let now = new Date();
    const clock = { now: () => now };
    const store = new TileStore(asSource(), clock, settings, pino({ enabled: false }));
    const published = new PublishedLog(asSource());
    const sweeps = { add: () => undefined } as unknown as Sweeps;
    const copies = new TileCopies(new Transactions(database()), published, store, sweeps);
    try {
      const archive = (at: string) =>
        database().query(`UPDATE contests SET archived_at = ${at} WHERE id = $1`, [contest.id]);
      await archive('now()');
      await copies.copyAll(undefined, contest.id);
      expect(await store.read(contest.id, { level: 0, index: 0, width: 256 })).toBeNull();
      await archive('NULL');
      for (let nr = 0; nr < 2; nr++) await copies.copyAll(undefined, contest.id);
      const names = ['tile/0/000', 'tile/entries/000'].map((path) => `log/${contest.id}/${path}`);
      const found = server
        ? [...server.objects.keys()]
        : readdirSync(join(dataDir), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)));
      expect(found.sort()).toEqual(names.sort());
      for (const level of [0, 'entries'] as const) {
        const served = await fetch(`${logOf(contest)}/tile/${level}/000`);
        expect(await store.read(contest.id, { level, index: 0, width: 256 })).toEqual(
          Buffer.from(await served.arrayBuffer()),
        );
      }
      expect(await store.read(contest.id, { level: 0, index: 1, width: 44 })).toBeNull();
      if (!server) return;
      // A tile beyond the copies is not asked for; a store that failed is not asked again for half a minute.
      let asked = 0;
      let fails = false;
      server.failWhen = () => Boolean(++asked) && fails;
      const read = (index: number) => store.read(contest.id, { level: 0, index, width: 256 });
      expect([await read(1), asked]).toEqual([null, 0]);
      fails = true;
      expect(await read(0)).toBeNull();
      [asked, fails] = [0, false];
      expect([await read(0), asked]).toEqual([null, 0]);
      now = new Date(now.getTime() + 30_000);
      expect(await read(0)).toHaveLength(256 * 32);
    } finally {
      await server?.close();
      rmSync(dataDir, { recursive: true });
    }
  },
);

it('the public log that a release of version 1 began goes on in version 2: reversals name entries of both, and log and ledger agree', async () => {
  const { owner, contest } = await withOwner();
  const enter = async () => {
    const body = { ...aVote(contest, { voteCount: 3 }), reason: 'Paper ballots' };
    return (await owner.api.post<CastVoteResult>('/votes/manual', body)).data.id;
  };
  await castFree(contest, { voteCount: 2 });
  const [old, kept] = [await enter(), await enter()];
  await waitForLog(contest, 3, 8);
  await rewriteAsVersion1(contest);
  await castFree(contest, { voteCount: 1 });
  for (const id of [old, await enter()])
    expect((await owner.api.post(`/votes/manual/${id}/undo`, { reason: 'Counted twice' })).status).toBe(200);
  const read = async () => (await (await fetch(`${logOf(contest)}/entries.jsonl`)).text()).split('\n', 8);
  await waitFor(async () => (await publicTotal(contest.id)) === 6 && (await read())[7], {
    what: 'all entries',
  });
  const entries = (await read()).map((line) => JSON.parse(line) as Record<string, unknown>);
  const kinds = entries.map(({ v, kind }) => `${String(v)} ${String(kind)}`);
  expect(kinds.slice(0, 4)).toEqual(['1 free', '1 free', '1 free', '2 roster']);
  expect(kinds.slice(4).sort()).toEqual(['2 free', '2 manual', '2 reversal', '2 reversal']);
  for (const { of: place, ...reversal } of entries.filter(({ kind }) => kind === 'reversal')) {
    const { channel, contestant, voter, votes } = entries[Number(place)] ?? {};
    expect(reversal).toMatchObject({ v: 2, channel: 'manual', contestant, voter, votes: -Number(votes) });
    expect(channel).toBe('manual');
  }
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
  expect((await runAdmin(['verify-tallies', '--contest', contest.id])).code).toBe(0);
  expect(kept).toBeDefined();
});

it('the public log is not published for a draft', async () => {
  const draft = await aContest().draft().save();
  for (const path of ['checkpoint', 'key', 'tile/0/000.p/1', 'tile/entries/000.p/1']) {
    const answer = await fetch(`${logOf(draft)}/${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('is a draft') });
  }
});

it('the public log does not say what votes count for while results are hidden; the key is an entry once they are shown, each time', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden().withContestants(2));
  const toggle = async () =>
    expect((await owner.api.patch(`/contests/${contest.id}/toggle-results`)).status).toBe(200);
  /** Wait for so many entries of votes and keys; those of rules come with each change. */
  const entries = async (votes: number, keys: number) =>
    waitFor(
      async () => {
        const found = await entriesOf(contest, (await sizeOf(contest)) ?? 0);
        const count = (isOne: (kind: unknown) => boolean) => found.filter(({ kind }) => isOne(kind)).length;
        const isThere =
          count((kind) => kind === 'free') === votes && count((kind) => kind === 'reveal') === keys;
        return isThere ? found : null;
      },
      { what: `${votes} votes and ${keys} keys` },
    );
  const isHidden = (entry: Record<string, unknown>) => 'hidden' in entry;
  await castFree(contest, { voteCount: 2 });
  await castFree(contest, { voteCount: 3 });
  const first = await entries(2, 0);
  expect(first.filter(isHidden)).toHaveLength(2);
  expect(JSON.stringify(first)).not.toContain(contest.contestant.id);
  expect(JSON.stringify(first)).not.toMatch(/"(votes|amount|contestant)":/);
  const kept = await (await fetch(`${logOf(contest)}/checkpoint`)).text();
  expect(await verifyWithTotals(contest)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^hidden {3}2 entries are encrypted[^]*^0 votes, root /m),
  });

  await toggle();
  await entries(2, 1);
  await castFree(contest, { voteCount: 4 });
  await entries(3, 1);
  await waitFor(async () => (await publicTotal(contest.id)) === 9, { what: 'the public total' });
  await toggle();
  await castFree(contest, { voteCount: 1 });
  const again = await entries(4, 1);
  expect(again.filter(isHidden)).toHaveLength(3);
  expect(new Set(again.map(({ hiddenBy }) => hiddenBy)).size).toBe(3);
  expect(await verifier(logOf(contest))).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^opened {3}2 entries[^]*^hidden {3}1 entries[^]*^9 votes, root /m),
  });

  await toggle();
  await entries(4, 2);
  await waitFor(async () => (await publicTotal(contest.id)) === 10, { what: 'the public total' });
  const folder = aFolder();
  writeFileSync(join(folder, 'checkpoint'), kept);
  expect(await verifyWithTotals(contest, '--older', join(folder, 'checkpoint'))).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^opened {3}3 entries[^]*continues the older[^]*same totals[^]*^10 votes, root /m,
    ),
  });
});

it('the public log is not published while results are hidden and a release that did not encrypt has written entries', async () => {
  const contest = await aContest().resultsHidden().save();
  await castFree(contest);
  await waitFor(() => sizeOf(contest), { what: 'the log' });
  // As a worker of that release leaves it.
  await sql`UPDATE log_trees SET open_size = 0 WHERE contest_id = ${contest.id}`;
  const answer = await fetch(`${logOf(contest)}/checkpoint`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('results are hidden') });
  await castFree(contest);
  await waitFor(
    async () => (await sql`SELECT FROM log_entries WHERE contest_id = ${contest.id}`).length === 3,
    { what: 'a further entry' },
  );
  expect((await fetch(`${logOf(contest)}/checkpoint`)).status).toBe(404);
});
