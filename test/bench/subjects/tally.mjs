import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeContest, makeOwner } from '../load/data.mjs';
import { inTurns, judged } from '../lib/report.mjs';

const VOTES = 200_000;
/** Votes of one row of the outbox: few when many small batches arrive from many API processes. */
const SIZES = [1, 10];
/** Votes per second. */
const TARGET = 60_000;
const ROWS_AT_ONCE = 5_000;

/** How fast one contest is tallied that is far behind, by one connection. No worker runs beside it. */
export async function tallySubject(installation, { turns, say, buildDir }) {
  const built = (...path) => import(pathToFileURL(join(buildDir, 'libs', ...path)).href);
  const [{ createPool }, { drainTally }] = await Promise.all([
    built('database', 'src', 'index.js'),
    built('voting', 'src', 'tally', 'tally.js'),
  ]);
  const owner = await makeOwner(installation.db, 'bench');
  const pool = createPool(installation.platform.addresses.databaseOwnerUrl, 2, () => undefined);
  const run = (size) => async () => {
    const contest = await makeContest(installation.db, owner, { contestants: 100 });
    await fill(installation.db, contest, size);
    const began = performance.now();
    for (let more = true; more;) more = (await drainTally(pool, contest.id, new Date()))?.more ?? false;
    return (1000 * VOTES) / (performance.now() - began);
  };
  try {
    const found = await inTurns(Object.fromEntries(SIZES.map((size) => [size, run(size)])), turns, say);
    return SIZES.map((size) =>
      judged(
        `tally of one contest, rows of ${size} vote${size > 1 ? 's' : ''}`,
        'votes/s',
        found[size].median,
        `≥ ${TARGET}`,
      ),
    );
  } finally {
    await pool.end();
  }
}

/** Every vote is of a voter of its own: the most work that votes can be. */
async function fill(db, { id, people }, size) {
  for (let from = 0; from < VOTES / size; from += ROWS_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(ROWS_AT_ONCE, VOTES / size - from) }, (_, i) => from + i);
    const one = (n) => `"\\\\x${createHash('md5').update(`${id} ${n}`).digest('hex')}"`;
    const of = (i) => `{${Array.from({ length: size }, (_, n) => one(i * size + n)).join()}}`;
    const whose = indexes.map((i) => people[i % people.length]);
    await db.query(
      `INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel,
         phone_digests, created_at)
       SELECT $1, t.category, t.contestant, $5::int, $5::int, 0, date_trunc('hour', now()), 'FREE', 'web', t.digests::bytea[], now()
       FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS t (category, contestant, digests)`,
      [id, whose.map((one) => one.categoryId), whose.map((one) => one.id), indexes.map(of), size],
    );
  }
  await db.query('ANALYZE tally_outbox');
}
