import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContestAudit } from '@abato/contracts';
import { startApiProcess } from '../support/api-process.js';
import { aContest, type BuiltContest, sql, withOwner } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, publicTotal, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { aFolder } from '../support/state.js';
import {
  addVotes,
  behindTheGuards,
  castFree,
  freeContest,
  logOf,
  sizeOf,
  verifier,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();
const auditOf = (contest: BuiltContest) => new ApiClient().get<ContestAudit>(`/contests/${contest.id}/audit`);

it('the public audit of a contest counts what is held and what was rejected', async () => {
  const { owner, contest } = await withOwner();
  const { held } = await manyPhonesOfOneDevice(contest, 8, { voteCount: 2 });
  const [first] = held;
  const decided = await owner.api.post(`/votes/contest/${contest.id}/held/decide`, {
    decision: 'REJECTED',
    voteIds: [first?.id],
    reason: 'A script cast it',
  });
  expect(decided.status).toBe(200);
  expect((await auditOf(contest)).data).toEqual({
    contestId: contest.id,
    published: true,
    hidden: false,
    held: { casts: held.length, votes: 2 * held.length },
    released: { casts: 0, votes: 0 },
    rejected: { casts: 1, votes: 2 },
    payments: null,
  });
});

it('the public audit of a contest has the books of payments in sums, which are those of the log', async () => {
  const contest = await aContest().paid('2.00').save();
  const references = [];
  for (const voteCount of [3, 5, 1]) {
    const { reference } = await beginPaid(contest, { voteCount });
    references.push(reference);
  }
  const [kept = '', disputed = '', open = ''] = references;
  for (const reference of [kept, disputed]) {
    await simulator.complete(reference);
    await waitForState(reference, 'COMPLETED');
  }
  await simulator.dispute(disputed);
  await waitForState(disputed, 'DISPUTED');
  await simulator.dispute(disputed, { action: 'resolve', resolution: 'merchant-accepted' });
  await waitForState(disputed, 'REVERSED');
  expect(open).not.toBe('');
  const none = { payments: 0, amount: 0 };
  const { data } = await auditOf(contest);
  expect(data.payments).toMatchObject({
    counted: { payments: 1, amount: 6 },
    partlyReturned: 0,
    returned: { payments: 1, amount: 10 },
    returning: none,
    held: none,
    differences: 0,
  });
  await waitForLog(contest, 3, 3);
  expect((await verifier(logOf(contest))).out).toContain('GHS 6.00');
});

it('the public audit of a contest tells no count while results are hidden, and is not found for a draft', async () => {
  const hidden = await aContest().resultsHidden().save();
  await manyPhonesOfOneDevice(hidden, 6);
  await waitFor(() => sizeOf(hidden), { what: 'the log of a contest with hidden results' });
  expect((await auditOf(hidden)).data).toEqual({
    contestId: hidden.id,
    published: true,
    hidden: true,
    held: null,
    released: null,
    rejected: null,
    payments: null,
  });
  const lines = await (await fetch(`${logOf(hidden)}/entries.jsonl`)).text();
  expect(lines).toContain('"hiddenBy":');
  expect(lines).not.toMatch(/"(votes|amount|contestant)":/);
  expect((await auditOf(await aContest().draft().save())).status).toBe(404);
});

it('the public audit of a contest offers every entry that the checkpoint covers as one line', async () => {
  const contest = await freeContest(2);
  await castFree(contest, { voteCount: 5 });
  await waitForLog(contest, 3, 7);
  const answer = await fetch(`${logOf(contest)}/entries.jsonl`);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain(`log-${contest.id}-4.jsonl`);
  const lines = (await answer.text()).split('\n');
  expect(lines.pop()).toBe('');
  const bundle = await (await fetch(`${logOf(contest)}/tile/entries/000.p/4`)).text();
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(bundle).toContain(line);
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({ kind: 'free', votes: 5 });
});

it('full tiles come from the store where they were copied, and from the database otherwise', async () => {
  const contest = await freeContest(1);
  await addVotes(contest, 599);
  await waitForLog(contest, 600, 600);
  const read = async (baseUrl: string, path: string) =>
    Buffer.from(await (await fetch(`${baseUrl}/log/${contest.id}/tile/${path}`)).arrayBuffer()).toString(
      'latin1',
    );
  const copied = 'as it is in the store';
  const { platform, baseUrl } = await startApiProcess({ LOG_TILES: 'store' }, (dataDir) => {
    const file = join(dataDir, 'log', contest.id, 'tile', '0', '000');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, copied);
  });
  try {
    const shared = new URL(logOf(contest)).origin;
    expect(await read(baseUrl, '0/000')).toBe(await read(shared, '0/000'));
    await sql`UPDATE log_trees SET tiles_stored = 1 WHERE contest_id = ${contest.id}`;
    expect(await read(baseUrl, '0/000')).toBe(copied);
    for (const path of ['0/001', '0/002.p/88', 'entries/000', 'entries/001'])
      expect(await read(baseUrl, path)).toBe(await read(shared, path));
  } finally {
    await platform.destroy();
  }
});

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
    [
      `DELETE FROM log_entries WHERE ${leaf(1)}`,
      `UPDATE log_entries SET leaf_index = leaf_index - 1 WHERE contest_id = $1 AND leaf_index > 1`,
    ],
    /answers 404/,
  ],
  [
    'exchanged two entries',
    [
      `UPDATE log_entries SET leaf_index = 9 WHERE ${leaf(1)}`,
      `UPDATE log_entries SET leaf_index = 1 WHERE ${leaf(3)}`,
      `UPDATE log_entries SET leaf_index = 3 WHERE ${leaf(9)}`,
    ],
    /do not lead to the signed root/,
  ],
  [
    'inserted an entry before the last one',
    [
      `UPDATE log_entries SET leaf_index = 4 WHERE ${leaf(3)}`,
      `INSERT INTO log_entries (contest_id, leaf_index, vote_id, kind, step, entry, hash)
         SELECT contest_id, 3, gen_random_uuid(), kind, step, regexp_replace(entry, '"voter":"....', '"voter":"AAAA'), hash FROM log_entries WHERE ${leaf(1)}`,
    ],
    /do not lead to the signed root/,
  ],
])('the verifier refuses a log in which the superuser %s', async (_what, statements, reason) => {
  const contest = await freeContest(3);
  expect((await verifier(logOf(contest))).code).toBe(0);
  await behindTheGuards(...statements.map((text): [string, unknown[]] => [text, [contest.id]]));
  expect(await verifier(logOf(contest))).toMatchObject({ code: 1, out: expect.stringMatching(reason) });
});

it('the verifier refuses a log in which the superuser changed, and no further checkpoint is signed', async () => {
  const contest = await freeContest(3);
  await behindTheGuards([`UPDATE log_entries SET hash = sha256('x') WHERE ${leaf(0)}`, [contest.id]]);
  await castFree(contest);
  await waitFor(async () => (await publicTotal(contest.id)) === 4, { what: 'the public total' });
  const other = await freeContest(1);
  expect((await verifier(logOf(other))).code).toBe(0);
  expect((await (await fetch(`${logOf(contest)}/checkpoint`)).text()).split('\n')[1]).toBe('4');
  expect((await verifier(logOf(contest))).code).toBe(1);
});

it('the verifier refuses a log in which the superuser replaced by a new one, when it is compared with a checkpoint that was kept', async () => {
  const contest = await freeContest(2);
  const folder = aFolder();
  const kept = join(folder, 'checkpoint');
  writeFileSync(kept, await (await fetch(`${logOf(contest)}/checkpoint`)).text());
  await castFree(contest);
  await waitForLog(contest, 3, 3);
  expect(await verifier(logOf(contest), '--older', kept)).toMatchObject({
    code: 0,
    out: expect.stringContaining('continues the older checkpoint of 3 entries'),
  });
  // The worker signs a new log of the same ledger.
  await behindTheGuards(
    ...['log_entries', 'log_nodes', 'log_checkpoints', 'log_salts', 'log_trees'].map(
      (table): [string, unknown[]] => [`DELETE FROM ${table} WHERE contest_id = $1`, [contest.id]],
    ),
  );
  await castFree(contest);
  await waitForLog(contest, 4, 4);
  expect((await verifier(logOf(contest))).code).toBe(0);
  expect(await verifier(logOf(contest), '--older', kept)).toMatchObject({
    code: 1,
    out: expect.stringContaining('does not continue the older checkpoint'),
  });
});

it('the verifier refuses a log in which the superuser changed the public totals', async () => {
  const contest = await freeContest(2);
  await behindTheGuards([
    'UPDATE contestant_tallies SET votes = votes + 5, version = version + 1 WHERE contest_id = $1',
    [contest.id],
  ]);
  // Makes every process read the tallies again.
  await castFree(contest);
  await waitForLog(contest, 3, 8);
  expect(await verifyWithTotals(contest)).toMatchObject({
    code: 1,
    out: expect.stringContaining('the page shows 8'),
  });
});
