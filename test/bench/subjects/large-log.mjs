import { createHash, randomBytes } from 'node:crypto';
import { median } from '../lib/report.mjs';
import { makeContest, makeOwner } from '../load/data.mjs';

const LARGE = 5_000_000;
const WIDTH = 256;
const SEED = Buffer.alloc(32, 3).toString('base64');
const ORIGIN = 'vote.example/log/1';

/** Only the right edge of the tree is read for a checkpoint, so only that is stored: hashes of no entries. @returns milliseconds */
export async function newCheckpoint({ db }, { turns, say }, built) {
  const [{ extendLog }, { CheckpointSigner }, { TreeEdge }] = await Promise.all(
    ['log.repository.js', 'checkpoint.js', 'tree-edge.js'].map(built),
  );
  const contest = await makeContest(db, await makeOwner(db, 'bench'), { contestants: 1 });
  const levels = [];
  for (let rest = LARGE; rest > 0; rest = Math.floor(rest / WIDTH))
    levels.push(Array.from({ length: rest % WIDTH }, () => randomBytes(32)));
  const root = new TreeEdge(
    LARGE,
    levels.map((row) => [...row]),
  ).root();
  await db.query('INSERT INTO log_trees (contest_id, size) VALUES ($1, $2)', [contest.id, LARGE]);
  for (const [level, row] of levels.entries()) {
    const first = Math.floor(Math.floor(LARGE / WIDTH ** level) / WIDTH) * WIDTH;
    const places = row.map((_, nr) => first + nr);
    await (level === 0
      ? db.query(
          `INSERT INTO log_entries (contest_id, leaf_index, vote_id, kind, step, entry, hash)
           SELECT $1, place, gen_random_uuid(), 'COUNT', 0, '{}', hash FROM unnest($2::bigint[], $3::bytea[]) AS t (place, hash)`,
          [contest.id, places, row],
        )
      : db.query(
          `INSERT INTO log_nodes (contest_id, level, node_index, hash)
           SELECT $1, $4, place, hash FROM unnest($2::bigint[], $3::bytea[]) AS t (place, hash)`,
          [contest.id, places, row, level],
        ));
  }
  await db.query(
    `INSERT INTO log_checkpoints (contest_id, size, root, note, verifier_key, signed_at) VALUES ($1, $2, $3, '', '', now())`,
    [contest.id, LARGE, root],
  );
  const signer = new CheckpointSigner(SEED);
  const client = await db.connect();
  const times = [];
  try {
    for (let nr = 0; nr < 20 * turns; nr++) {
      const document = JSON.stringify({ nr });
      await client.query(
        'INSERT INTO contest_rules (contest_id, in_force_at, document, hash) VALUES ($1, now(), $2, $3)',
        [contest.id, document, createHash('sha256').update(document).digest()],
      );
      const began = performance.now();
      await client.query('BEGIN');
      await extendLog(client, contest.id, { signer, origin: ORIGIN }, { keys: [], now: new Date() });
      await client.query('COMMIT');
      times.push(performance.now() - began);
    }
  } finally {
    client.release();
  }
  say(
    `checkpoint at ${LARGE} entries: median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`,
  );
  return median(times);
}
