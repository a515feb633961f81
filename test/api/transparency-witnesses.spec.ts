import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { CosignatureView } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { dataSourceOptions } from '@abato/testing/database';
import type { Sweeps } from '@abato/jobs';
import type { Environment } from '@abato/platform';
import { PublishedLog, Witnesses } from '@abato/transparency';
import { LogCheckpoint, LogCosignature, WitnessCalls } from '@abato/testing/transparency';
import { type BuiltContest, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';
import {
  behindTheGuards,
  castFree,
  freeContest,
  logOf,
  startWitness,
  TEST_WITNESS,
  verifier,
  waitForLog,
  witness,
} from '../support/transparency.js';

let folder: string;
let args: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'abato-witness-'));
  writeFileSync(join(folder, 'key'), `${TEST_WITNESS.secret}\n`);
  args = ['--key', join(folder, 'key'), '--state', join(folder, 'state')];
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = async (contest: BuiltContest, path: string): Promise<string> =>
  (await fetch(`${logOf(contest)}/${path}`)).text();

const send = (contest: BuiltContest, size: number, cosignature: string) =>
  new ApiClient().post<CosignatureView>(`/contests/${contest.id}/cosignatures`, { size, cosignature });

/** The worker signs a new log of the same ledger. */
const forgetLog = (contest: BuiltContest): Promise<void> =>
  behindTheGuards(
    ...['log_cosignatures', 'log_entries', 'log_nodes', 'log_checkpoints', 'log_salts', 'log_trees'].map(
      (table): [string, unknown[]] => [`DELETE FROM ${table} WHERE contest_id = $1`, [contest.id]],
    ),
  );

it('a witness of a public log cosigns what continues what it saw, which the site publishes with the checkpoint and the verifier compares', async () => {
  const contest = await freeContest(2);
  const first = await witness(logOf(contest), ...args);
  expect(first).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 entries, seen for the first time'),
  });
  const [cosignature = ''] = /^— witness\.test\/1 \S+$/m.exec(first.out) ?? [];
  expect(await read(contest, 'checkpoint')).toContain(`\n${cosignature}\n`);
  expect(await read(contest, 'witnesses')).toContain(`${TEST_WITNESS.line}\n`);

  await castFree(contest);
  await waitForLog(contest, 3, 3);
  expect(await read(contest, 'checkpoint')).not.toContain('witness.test');
  expect(await read(contest, `witnessed/${TEST_WITNESS.id}`)).toContain(`\n3\n`);
  expect(await verifier(logOf(contest), '--witness', TEST_WITNESS.line)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^witness {2}witness\.test\/1 cosigned 3 entries at \S+Z; the log continues/m),
  });
  expect(await witness(logOf(contest), ...args)).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 entries, after 3'),
  });
  expect(await read(contest, `witnessed/${TEST_WITNESS.id}`)).toBe(await read(contest, 'checkpoint'));
});

it('a witness of a public log refuses another history and a shorter one, and keeps both checkpoints; the verifier sees it by the cosignature', async () => {
  const contest = await freeContest(2);
  expect((await witness(logOf(contest), ...args)).code).toBe(0);
  const cosigned = await read(contest, `witnessed/${TEST_WITNESS.id}`);
  const seen = readFileSync(join(folder, 'state'), 'utf8');
  await forgetLog(contest);
  await castFree(contest);
  await waitForLog(contest, 3, 3);
  expect(await witness(logOf(contest), ...args)).toMatchObject({
    code: 1,
    out: expect.stringContaining('does not continue the 3 entries that were seen before'),
  });
  expect(readFileSync(join(folder, 'state'), 'utf8')).toBe(seen);
  const [name = ''] = readdirSync(folder).filter((file) => file.startsWith('state.conflict-'));
  const kept = readFileSync(join(folder, name), 'utf8');
  expect(kept).toContain(await read(contest, 'checkpoint'));
  expect(kept).toContain(cosigned.split('\n').slice(0, 3).join('\n'));

  expect((await verifier(logOf(contest), '--witness', TEST_WITNESS.line)).code).toBe(1);
});

it('a witness of a public log is sent each new checkpoint when it has an address, with the proof of what it saw last', async () => {
  const contest = await freeContest(1);
  const running = await startWitness(...args, '--log-key', (await read(contest, 'key')).trim());
  try {
    const settings = {
      LOG_WITNESSES: TEST_WITNESS.line,
      LOG_WITNESS_URLS: `witness.test/1=${running.address}/abato/`,
    };
    const calls = new WitnessCalls(new Transactions(database()), { now: () => new Date() }, settings, {
      add: () => undefined,
    } as unknown as Sweeps);
    const cosigned = async () => (await read(contest, `witnessed/${TEST_WITNESS.id}`)).split('\n')[1];
    await calls.sendAll(undefined, contest.id);
    expect(await cosigned()).toBe('2');
    await castFree(contest);
    await castFree(contest);
    await waitForLog(contest, 3, 3);
    await calls.sendAll(undefined, contest.id);
    expect(await cosigned()).toBe('4');
    expect(await read(contest, 'checkpoint')).toContain('\n— witness.test/1 ');

    // The site forgot what was cosigned; the witness says so.
    await behindTheGuards(['DELETE FROM log_cosignatures WHERE contest_id = $1', [contest.id]]);
    await calls.sendAll(undefined, contest.id);
    expect(await cosigned()).toBe('4');

    await forgetLog(contest);
    await castFree(contest);
    await waitForLog(contest, 4, 4);
    await expect(calls.sendAll(undefined, contest.id)).rejects.toThrow(/answers 422/);
    expect((await fetch(`${logOf(contest)}/witnessed/${TEST_WITNESS.id}`)).status).toBe(404);
  } finally {
    await running.stop();
  }
});

it('a witness that the site no longer names has a checkpoint of its own no more, and its cosignature stays under the one that it cosigned', async () => {
  const contest = await freeContest(1);
  expect((await witness(logOf(contest), ...args)).code).toBe(0);
  const entities = [LogCheckpoint, LogCosignature];
  const options = { ...dataSourceOptions(testState().databaseUrl, 1), entities };
  const source = await new DataSource(options).initialize();
  const published = new PublishedLog(source);
  const repositories = [source.getRepository(LogCheckpoint), source.getRepository(LogCosignature)] as const;
  const clock = { now: () => new Date() };
  const of = (LOG_WITNESSES: string) =>
    new Witnesses(...repositories, published, clock, { LOG_WITNESSES } as Environment);
  expect(await of(TEST_WITNESS.line).witnessed(contest.id, TEST_WITNESS.id)).toContain('— witness.test/1 ');
  const without = of('');
  expect([await without.witnessed(contest.id, TEST_WITNESS.id), without.keys]).toEqual([null, '']);
  expect((await published.checkpoint(contest.id))?.note).toContain('— witness.test/1 ');
  await source.destroy();
});

const cosign = async (contest: BuiltContest): Promise<string> => {
  const { out } = await witness(logOf(contest), ...args, '--keep');
  return /^— witness\.test\/1 \S+$/m.exec(out)?.[0] ?? out;
};

it('a cosignature is kept once, and only of a checkpoint that the log has signed and publishes', async () => {
  const [contest, other] = await Promise.all([freeContest(1), freeContest(1)]);
  const [own, foreign] = [await cosign(contest), await cosign(other)];
  const refusals = [
    await send(contest, 2, foreign),
    await send(contest, 3, own),
    await send(contest, 2, own.replace('witness.test/1', 'witness.test/2')),
    await send(contest, 2, 'not a cosignature'),
  ];
  expect(refusals.map(({ status, code }) => [status, code])).toEqual([
    [401, 'INVALID_SIGNATURE'],
    [404, 'NOT_FOUND'],
    [403, 'FORBIDDEN'],
    [400, 'VALIDATION_FAILED'],
  ]);
  expect(await read(contest, 'checkpoint')).not.toContain('witness.test');
  for (let i = 0; i < 2; i++) {
    expect(await send(contest, 2, own)).toMatchObject({
      status: 201,
      data: { contestId: contest.id, size: 2, witness: 'witness.test/1' },
    });
  }
  expect((await read(contest, 'checkpoint')).split(own)).toHaveLength(2);
  // Hidden, with an entry that a release before encryption wrote: not public.
  await sql`UPDATE contests SET show_results = false WHERE id = ${contest.id}`;
  await sql`UPDATE log_trees SET open_size = 0 WHERE contest_id = ${contest.id}`;
  expect((await send(contest, 2, own)).code).toBe('NOT_FOUND');
  expect((await fetch(`${logOf(contest)}/witnessed/${TEST_WITNESS.id}`)).status).toBe(404);
  expect((await fetch(`${logOf(other)}/witnessed/${TEST_WITNESS.id}`)).status).toBe(404);
  expect((await fetch(`${logOf(other)}/witnessed/00000000`)).status).toBe(404);
});
