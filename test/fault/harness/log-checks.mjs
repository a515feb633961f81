import { Tree } from '../../../apps/verifier/src/log.mjs';

/**
 * The public log of each contest has each row of its ledger once and nothing else, and every checkpoint that was ever signed is of a
 * beginning of it. Hashed as the verifier does it.
 * @returns {Promise<string[]>} what is wrong, in words
 */
export async function logs({ installation, contests }) {
  const wrongs = [];
  for (const { id } of Object.values(contests)) {
    const ask = async (text) => (await installation.db.query(text, [id])).rows;
    const [different] = await ask(
      `SELECT count(*) FILTER (WHERE e.vote_id IS NULL) AS missing, count(*) FILTER (WHERE l.vote_id IS NULL) AS invented
       FROM (SELECT * FROM vote_ledger WHERE contest_id = $1) l
       FULL JOIN (SELECT * FROM log_entries WHERE contest_id = $1 AND vote_id IS NOT NULL) e USING (vote_id, kind, step)`,
    );
    for (const [what, number] of Object.entries(different)) {
      if (number > 0) wrongs.push(`the log of ${id}: ${number} entries are ${what}`);
    }
    const entries = await ask('SELECT entry FROM log_entries WHERE contest_id = $1 ORDER BY leaf_index');
    const signed = await ask('SELECT size, root FROM log_checkpoints WHERE contest_id = $1 ORDER BY id');
    wrongs.push(...unsigned(id, entries, signed));
  }
  return wrongs;
}

function unsigned(id, entries, signed) {
  const tree = new Tree();
  const roots = [tree.root()];
  for (const { entry } of entries) {
    tree.add(Buffer.from(entry));
    roots.push(tree.root());
  }
  const wrongs = signed
    .filter(({ size, root }) => !roots[size] || !root.equals(roots[size]))
    .map(({ size }) => `the log of ${id}: the checkpoint of ${size} entries is of another log`);
  const last = signed.at(-1)?.size;
  if (last !== entries.length)
    wrongs.push(`the log of ${id} has ${entries.length} entries, ${last} are signed`);
  return wrongs;
}
