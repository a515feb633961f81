import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { judged, median } from '../lib/report.mjs';
import { makeContest, makeOwner } from '../load/data.mjs';

const LARGE = 5_000_000;
const VERIFIED = 1_000_000;
const WIDTH = 256;
const VERIFIER = join(import.meta.dirname, '..', '..', '..', 'apps', 'verifier', 'src', 'main.mjs');
const SEED = Buffer.alloc(32, 3).toString('base64');
const ORIGIN = 'vote.example/log/1';

/** A new checkpoint of a log of five million entries, the bytes of its tiles, and the verifier on a million entries. */
export async function logSizes({ db }, { turns, say }, built) {
  const checkpointMs = await newCheckpoint(db, turns, say, built);
  const folder = mkdtempSync(join(tmpdir(), 'abato-bench-log-'));
  try {
    const { tileBytes, entryBytes } = await publish(folder, built);
    const seconds = [];
    for (let turn = 0; turn < turns; turn++) {
      const began = performance.now();
      await promisify(execFile)(process.execPath, [VERIFIER, folder]);
      seconds.push((performance.now() - began) / 1000);
    }
    say(
      `verifier: ${seconds.map((s) => s.toFixed(1)).join(', ')} s; ${entryBytes.toFixed(0)} bytes per entry`,
    );
    const perLeaf = tileBytes / VERIFIED;
    return [
      judged(
        'log of 5,000,000 entries, transaction of one more with its checkpoint',
        'ms',
        checkpointMs,
        '≤ 50 ms',
      ),
      judged('log, tiles of hashes (entries beside them)', 'bytes per leaf', perLeaf, '≤ 70'),
      judged('log of 1,000,000 entries, verifier on the command line', 's', median(seconds), '≤ 4 s'),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Only the right edge of the tree is read for a checkpoint, so only that is stored: hashes of no entries. */
async function newCheckpoint(db, turns, say, built) {
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

/** Write a log of a million votes as the product publishes one. */
async function publish(folder, built) {
  const [
    { canonical, entryOf },
    { leafHash },
    { TreeEdge },
    { entryBundle, tilePath },
    { CheckpointSigner },
    { rosterEntriesOf },
  ] = await Promise.all(
    ['entry.js', 'merkle.js', 'tree-edge.js', 'tiles.js', 'checkpoint.js', 'roster-entry.js'].map(built),
  );
  let [tileBytes, entryBytes] = [0, 0];
  const put = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return content.length;
  };
  const edge = new TreeEdge(0, []);
  const levels = [[], [], []];
  const salt = Buffer.alloc(32, 7);
  let bundle = [];
  const putBundle = (nr) => {
    const index = Math.floor((nr - 1) / WIDTH);
    entryBytes += put(tilePath({ level: 'entries', index, width: bundle.length }), entryBundle(bundle));
    bundle = [];
  };
  const nominee = (nr) => `0199aaaa-0000-7000-8000-00000000000${nr % 9}`;
  const categoryId = '0199aaaa-0000-7000-8000-0000000000aa';
  const contestants = Array.from({ length: 9 }, (_, nr) => {
    return { id: nominee(nr), categoryId, name: `Nominee ${nr}`, code: `100${nr}` };
  });
  const lists = { categories: [{ id: categoryId, name: 'Category' }], contestants };
  const [roster] = rosterEntriesOf(lists, `${new Date().toISOString().slice(0, 16)}Z`);
  for (let nr = 1; nr <= VERIFIED; nr++) {
    // The first entry names those that the others are for.
    const entry = canonical(
      nr === 1
        ? roster
        : entryOf(
            {
              vote_id: '0199aaaa-0000-7000-8000-000000000002',
              receipt_code: null,
              released: null,
              voter: null,
              ballot: null,
              kind: 'COUNT',
              contestant_id: nominee(nr),
              votes: (nr % 9) + 1,
              amount_pesewas: 0,
              method: 'FREE',
              channel: 'web',
              source: 'WEB',
              is_rehearsal: false,
              recorded_at: new Date(),
              cast_at: new Date(),
              reference: null,
              voter_phone: `+23324${String(nr).padStart(7, '0')}`,
            },
            salt,
          ),
    );
    const hash = leafHash(entry);
    levels[0].push(hash);
    for (const node of edge.append(hash)) levels[node.level].push(node.hash);
    bundle.push(entry);
    if (bundle.length === WIDTH || nr === VERIFIED) putBundle(nr);
  }
  for (const [level, hashes] of levels.entries()) {
    for (let index = 0; index * WIDTH < hashes.length; index++) {
      const row = hashes.slice(index * WIDTH, (index + 1) * WIDTH);
      tileBytes += put(tilePath({ level, index, width: row.length }), Buffer.concat(row));
    }
  }
  const signer = new CheckpointSigner(SEED);
  put('key', `${signer.verifierKey(ORIGIN)}\n`);
  put('checkpoint', signer.sign(ORIGIN, { size: VERIFIED, root: edge.root() }));
  return { tileBytes, entryBytes: entryBytes / VERIFIED };
}
