import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './installation.mjs';

/**
 * Who checks the checker: mistakes of the kinds that this design exists to rule out, planted into a copy of the build, each with a
 * strike that brings it to light. A run with one must end with violations. The product has no switch for any of them; a patch that no
 * longer fits the build is an error, not a pass.
 *
 * `patches`: file of the build, text, replacement. `sql`, `undo`: run as the owner of the tables before and after.
 */
export const PLANTED = {
  'no lock: the tally adds to what it read before': {
    patches: [
      // As a textbook does it: read the sum, add, write, and no lock in between.
      [
        'libs/voting/src/tally/sql/drain-tally.sql',
        'ON CONFLICT (contest_id) DO UPDATE SET\n    votes = c.votes + EXCLUDED.votes',
        `ON CONFLICT (contest_id) DO UPDATE SET
         votes = coalesce((SELECT t.votes FROM contest_tallies t WHERE t.contest_id = $1), 0) + EXCLUDED.votes`,
      ],
    ],
    strike: drainTogether,
  },
  'no unique index: a repeated request writes again': {
    patches: [
      ['libs/voting/src/intake/sql/cast-votes.sql', '\n  ON CONFLICT (idempotency_key) DO NOTHING', ''],
    ],
    sql: 'DROP INDEX votes_idempotency_key',
    undo: `DELETE FROM votes v USING votes w WHERE v.idempotency_key = w.idempotency_key AND v.id > w.id;
      CREATE UNIQUE INDEX votes_idempotency_key ON votes (idempotency_key)`,
    strike: loseAnswers,
  },
  'answer before commit': {
    patches: [
      [
        'libs/voting/src/intake/vote-writer.js',
        'const written = await this.insert(allowed, now);',
        'const written = new Set(allowed.map((row) => row.id)); this.insert(allowed, now).catch(() => undefined);',
      ],
    ],
    strike: loseDatabase,
  },
  'publish before commit': {
    patches: [
      [
        'libs/voting/src/tally/tally.js',
        'async drain(contestId) {',
        `async drain(contestId) {
          const sql = await this.hot.connect();
          try {
            await sql.query('BEGIN');
            const early = await drainTally(sql, contestId, this.clock.now());
            const tally = early && (await readTally(sql, contestId, early.version - 1));
            if (tally) await this.live.publish('tally', { ...tally, committedAt: Date.now() });
          } finally {
            await sql.query('COMMIT').finally(() => sql.release());
          }
        }
        async drainAfterwards(contestId) {`,
      ],
    ],
    strike: (scene) => dieAt(scene, 'before tally drained'),
  },
  'drain without its transaction': {
    patches: [
      [
        'libs/voting/src/tally/tally.js',
        'const result = await sql.query({',
        `const gone = await sql.query(
          \`WITH gone AS (DELETE FROM tally_outbox WHERE id IN
              (SELECT id FROM tally_outbox WHERE contest_id = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING *)
            SELECT coalesce(json_agg(gone), '[]')::text AS rows FROM gone\`,
          [contestId, DRAIN_ROWS],
        );
        const result = await sql.query({`,
      ],
      [
        'libs/voting/src/tally/tally.js',
        'values: [contestId, DRAIN_ROWS, now]',
        'values: [contestId, gone.rows[0].rows, now]',
      ],
      [
        'libs/voting/src/tally/sql/drain-tally.sql',
        `DELETE FROM tally_outbox
  WHERE id = ANY(ARRAY(SELECT id FROM tally_outbox
    WHERE contest_id = $1 AND (released_at IS NOT NULL OR NOT EXISTS (SELECT FROM contests c WHERE c.id = $1 AND ballots_are_secret(c)))
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING *`,
        'SELECT * FROM json_populate_recordset(null::tally_outbox, $2::text::json)',
      ],
    ],
    strike: (scene) => dieAt(scene, 'before tally drained'),
  },
  'a page keeps the first answer': {
    patches: [
      [
        'apps/api/src/web/page-composer.js',
        '/public`]: body.plain.toString()',
        '/public`]: ((this.kept ??= new Map()).get(id) ?? this.kept.set(id, body.plain.toString()).get(id))',
      ],
    ],
    // Viewers look at pages all the time.
    strike: () => sleep(2_000),
  },
};

/**
 * A copy of a build with one mistake in it. It lies below the repository's folder, because packages are found from there.
 * @returns its folder
 */
export function plant(buildDir, folder, patches) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(buildDir, folder, { recursive: true, verbatimSymlinks: true });
  for (const [file, text, replacement] of patches) {
    const path = join(folder, file);
    const source = readFileSync(path, 'utf8');
    if (!fits(source, text)) throw new Error(`the planted bug no longer fits ${file}: ${text}`);
    writeFileSync(
      path,
      source.replace(text, () => replacement),
    );
  }
  return folder;
}

const fits = (source, text) => source.split(text).length === 2;

/** @returns the names of planted bugs that no longer fit a build */
export function unfitting(buildDir) {
  return Object.entries(PLANTED)
    .filter(([, { patches }]) =>
      patches.some(([file, text]) => !fits(readFileSync(join(buildDir, file), 'utf8'), text)),
    )
    .map(([name]) => name);
}

/** Votes must come for both drains: on a machine that is busy with something else few are answered. */
const MEET_WITHIN_MS = 240_000;

/**
 * Two drains of one contest have read the same sum when the first may write: its tally is locked until both wait for it. Votes go on
 * meanwhile and both workers sweep, so the second drain takes rows that came after the first one's.
 */
async function drainTogether({ installation, contests }) {
  const { db } = installation;
  const holder = await db.connect();
  const lockTally = async () =>
    (await holder.query('SELECT FROM contest_tallies WHERE contest_id = $1 FOR UPDATE', [contests.free.id]))
      .rowCount;
  const bothWait = async () =>
    (
      await db.query(`SELECT FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM tally_outbox%'`)
    ).rowCount >= 2;
  try {
    await holder.query('BEGIN');
    const met = (await until(lockTally, MEET_WITHIN_MS)) && (await until(bothWait, MEET_WITHIN_MS, 20));
    if (!met) throw new Error('no two drains of one contest met');
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** The server's answers about votes, alone or in batches, are lost for a while: clients repeat under the same key. */
async function loseAnswers({ installation }) {
  const proxies = installation.between(installation.apis, 'database');
  for (const proxy of proxies) proxy.cutWhen = (chunk) => chunk.includes('cast-vote');
  await sleep(2_000);
  for (const proxy of proxies) proxy.cutWhen = null;
}

/** The APIs reach no database: whoever is told that a vote is taken is told wrongly. Lasts until that was seen, where it can be. */
async function loseDatabase({ installation, traffic }) {
  const taken = () => [...traffic.votes.values()].filter(({ state }) => state === 'acknowledged').length;
  // The APIs know the contests then, so that votes get as far as the writer.
  await until(() => taken() >= 20, 60_000, 20);
  for (const proxy of installation.between(installation.apis, 'database')) {
    proxy.break('refuse');
    proxy.reset();
  }
  const before = taken();
  await until(() => taken() > before + 2, 10_000, 20);
}

async function dieAt({ installation }, crashAt) {
  for (const name of installation.workers) await installation.order(name, { crashAt });
  await until(() => installation.workers.some((name) => installation.crashedAt(name)), 8_000, 20);
  await sleep(1_500);
  for (const name of installation.workers) await installation.order(name, {});
}
