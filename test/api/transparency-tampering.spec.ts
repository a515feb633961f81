import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicTotal } from '../support/payments.js';
import {
  behindTheGuards,
  castFree,
  freeContest,
  logOf,
  verifier,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

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
  ])('%s', async (_what, statements, reason) => {
    const contest = await freeContest(3);
    expect((await verifier(logOf(contest))).code).toBe(0);
    await behindTheGuards(...statements.map((text): [string, unknown[]] => [text, [contest.id]]));
    expect(await verifier(logOf(contest))).toMatchObject({ code: 1, out: expect.stringMatching(reason) });
  });

  it('changed, and no further checkpoint is signed', async () => {
    const contest = await freeContest(3);
    await behindTheGuards([`UPDATE log_entries SET hash = sha256('x') WHERE ${leaf(0)}`, [contest.id]]);
    await castFree(contest);
    await waitFor(async () => (await publicTotal(contest.id)) === 4, { what: 'the public total' });
    const other = await freeContest(1);
    expect((await verifier(logOf(other))).code).toBe(0);
    expect((await (await fetch(`${logOf(contest)}/checkpoint`)).text()).split('\n')[1]).toBe('4');
    expect((await verifier(logOf(contest))).code).toBe(1);
  });

  it('replaced by a new one, when it is compared with a checkpoint that was kept', async () => {
    const contest = await freeContest(2);
    const folder = mkdtempSync(join(tmpdir(), 'abato-kept-'));
    const kept = join(folder, 'checkpoint');
    try {
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
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('changed the public totals', async () => {
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
});
