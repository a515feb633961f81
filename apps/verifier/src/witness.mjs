import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WitnessKey } from './cosignature.mjs';
import { demand, Failure, openCheckpoint, pathOf, readKey, Tree, WIDTH } from './log.mjs';
import { ask, demandOrigin, isAddress, reader, Unreadable } from './source.mjs';
import { WitnessState } from './witness-state.mjs';

/**
 * A witness of public logs: looks at a log's newest checkpoint, checks that it continues the one that it saw last, and cosigns it. Two histories
 * of one log cannot both get its cosignature. Uses nothing of the product: copy this folder anywhere and run `node witness.mjs`.
 */

const USAGE = `Use: npm run witness -- key <name> [--key <file>]
     npm run witness -- <address of a log, …/log/<contest>, or a folder>… [--key <file>] [--state <file>] [--log-key <name+id+key>] [--every <seconds>] [--keep]

  key       makes a key and prints the line that others check it with; the operator of the site needs it
  --key     the file of the secret key, witness.key
  --state   what was seen last, witness.json; without it a log's history is believed anew
  --log-key the key of the log, where you were given it; without it the log's own is believed when it is seen first
  --every   look again after so many seconds, until stopped
  --keep    print cosignatures and send none

  Ends 1 when a log does not continue what was seen before; the two checkpoints are then kept beside the state.`;

/** A log that contradicts what was seen before, which a person must look at. */
class Conflict extends Failure {}

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

process.exitCode = await run().catch((error) => {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`FAILED: ${error.message}\n`);
  return 1;
});

async function run() {
  const { values, positionals } = parseArgs({
    options: {
      key: { type: 'string', default: 'witness.key' },
      state: { type: 'string', default: 'witness.json' },
      'log-key': { type: 'string' },
      every: { type: 'string' },
      keep: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (values.help || !positionals.length) {
    say(USAGE);
    return values.help ? 0 : 1;
  }
  if (positionals[0] === 'key') return makeKey(positionals[1], values.key);
  const every = Number(values.every ?? 0);
  demand(values.every === undefined || every >= 1, '--every is a number of seconds, at least 1');
  const secret = await readFile(values.key, 'utf8').catch((error) =>
    demand(false, `${values.key}: ${error.message}`),
  );
  const state = await WitnessState.take(values.state);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  try {
    const witness = { key: new WitnessKey(secret), state, logKey: values['log-key'], sends: !values.keep };
    for (;;) {
      const failed = await lookAtAll(positionals, witness);
      if (!every || stop.signal.aborted) return failed ? 1 : 0;
      await sleep(1000 * every, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return 0;
    }
  } finally {
    await state.release();
  }
}

/** Look at every log, also when one fails. @returns whether one failed @throws {Conflict} */
async function lookAtAll(places, witness) {
  let failed = false;
  let conflict = null;
  for (const place of places) {
    await look(place, witness).catch((error) => {
      if (!(error instanceof Failure)) throw error;
      if (error instanceof Conflict) conflict = error;
      failed = true;
      process.stderr.write(`${place}: ${error.message}\n`);
    });
  }
  if (conflict) throw conflict;
  return failed;
}

async function makeKey(name, file) {
  demand(Boolean(name), USAGE);
  const line = WitnessKey.create(name);
  await writeFile(file, `${line}\n`, { flag: 'wx', mode: 0o600 }).catch((error) =>
    demand(false, `${file} is not written: ${error.message}`),
  );
  say(new WitnessKey(line).publicLine);
  return 0;
}

/** Check one log, remember what was seen, and cosign it. */
async function look(place, { key, state, logKey, sends }) {
  const read = reader(place);
  const note = String(await read('checkpoint'));
  const origin = note.slice(0, note.indexOf('\n'));
  demandOrigin(origin, place);
  const seen = state.logs[origin];
  const keyLine = (logKey ?? seen?.key ?? String(await read('key'))).trim();
  const head = openCheckpoint(note, readKey(keyLine));
  const tree = treeOf(seen);
  try {
    demand(head.size >= tree.size, `the log has ${head.size} entries and had ${tree.size}`);
    await grow(tree, head.size, read);
    demand(
      tree.root().equals(head.root),
      `the log does not continue the ${seen?.size ?? 0} entries that were seen before`,
    );
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof Unreadable || !seen) throw error;
    throw new Conflict(
      `${error.message}; both checkpoints are in ${await state.keepConflict(seen.note, note)}`,
    );
  }
  const peaks = tree.waiting.map(({ height, hash }) => ({ height, hash: hash.toString('base64') }));
  await state.remember(origin, {
    size: head.size,
    root: head.root.toString('base64'),
    note,
    key: keyLine,
    peaks,
  });
  const cosignature = key.cosign(note, new Date());
  if (sends && isAddress(place)) await send(place, head.size, cosignature);
  say(`${origin} ${head.size} entries${seen ? `, after ${seen.size}` : ', seen for the first time'}`);
  say(cosignature);
}

/** The tree as it was seen last: all that is needed to go on. @param {import('./witness-state.mjs').Seen} [seen] */
function treeOf(seen) {
  const tree = new Tree();
  for (const { height, hash } of seen?.peaks ?? [])
    tree.addSubtree({ height, hash: Buffer.from(hash, 'base64') });
  demand(
    !seen || (tree.size === seen.size && tree.root().toString('base64') === seen.root),
    'the state of this witness is damaged',
  );
  return tree;
}

/**
 * Append what is new, from the highest tiles that hold it: the root that follows has the older tree as its beginning, whatever the tiles say.
 * A few hundred hashes for any number of entries.
 */
async function grow(tree, size, read) {
  while (tree.size < size) {
    let level = 0;
    while (tree.size % WIDTH ** (level + 1) === 0 && tree.size + WIDTH ** (level + 1) <= size) level += 1;
    const place = tree.size / WIDTH ** level;
    const index = Math.trunc(place / WIDTH);
    const width = Math.min(WIDTH, Math.trunc(size / WIDTH ** level) - index * WIDTH);
    const path = pathOf(level, index, width);
    const tile = await read(path);
    demand(tile.length === 32 * width, `${path} has ${tile.length} bytes`);
    for (let at = place % WIDTH; at < width; at += 1) {
      tree.addSubtree({ height: 8 * level, hash: tile.subarray(32 * at, 32 * at + 32) });
    }
  }
}

/** Give the cosignature to the site that publishes the log. */
async function send(place, size, cosignature) {
  const { origin, pathname } = new URL(place);
  const contest = pathname.replace(/\/+$/, '').split('/').at(-1);
  const address = `${origin}/api/contests/${contest}/cosignatures`;
  const answer = await ask(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size, cosignature }),
  });
  const { message } = answer.ok ? {} : await answer.json().catch(() => ({}));
  demand(answer.ok, `the site does not take the cosignature: ${answer.status} ${message ?? ''}`);
}
