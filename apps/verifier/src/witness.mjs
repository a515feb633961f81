import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { areEqual, fromBase64, textOf, toBase64 } from './bytes.mjs';
import { reader } from './folder.mjs';
import { demand, Failure, openCheckpoint, pathOf, readKey, Tree, WIDTH } from './log.mjs';
import { ask, demandOrigin, isAddress, Unreadable } from './source.mjs';
import { WitnessKey } from './witness-key.mjs';
import { witnessServer } from './witness-server.mjs';
import { WitnessState } from './witness-state.mjs';

/**
 * A witness of public logs: looks at a log's newest checkpoint, checks that it continues the one that it saw last, and cosigns it. Two histories
 * of one log cannot both get its cosignature. Uses nothing of the product: copy this folder anywhere and run `node witness.mjs`.
 */

const USAGE = `Use: npm run witness -- key <name> [--key <file>]
     npm run witness -- serve --port <port> --log-key <name+id+key>… [--key <file>] [--state <file>]
     npm run witness -- <address of a log, …/log/<contest>, or a folder>… [--key <file>] [--state <file>] [--log-key <name+id+key>] [--every <seconds>] [--keep]
       [--origin <origin>] [--moved <origin>]

  key       makes a key and prints the line that others check it with; the operator of the site needs it
  serve     waits for checkpoints that logs send (C2SP tlog-witness: POST …/add-checkpoint), and answers with cosignatures; a key of one log of a
            site lets in all logs of that site
  --key     the file of the secret key, witness.key
  --state   what was seen last, witness.json; without it a log's history is believed anew
  --log-key the key of the log, where you were given it; without it the log's own is believed when it is seen first
  --every   look again after so many seconds, until stopped
  --keep    print cosignatures and send none
  --origin  the name of the log, where it is read at an address that is not its own
  --moved   the log had this name before and has another: it must continue what was seen under the old one, by the same key

  Ends 1 when a log contradicts what was seen before; the two checkpoints are then kept beside the state. What cannot be read, or is older
  than what was seen, is reported and, with --every, looked at again.`;

/** After a stop. */
const ANSWERED_WITHIN_MS = 2_000;

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
      'log-key': { type: 'string', multiple: true },
      port: { type: 'string' },
      every: { type: 'string' },
      origin: { type: 'string' },
      moved: { type: 'string' },
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
  const { origin, moved } = values;
  demand(positionals.length === 1 || !(origin ?? moved), '--origin and --moved are for one log');
  const secret = await readFile(values.key, 'utf8').catch((error) =>
    demand(false, `${values.key}: ${error.message}`),
  );
  const state = await WitnessState.take(values.state);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  try {
    const key = new WitnessKey(secret);
    if (positionals[0] === 'serve') {
      const logKeys = values['log-key'] ?? [];
      demand(logKeys.length > 0 && /^\d{1,5}$/.test(values.port ?? ''), USAGE);
      return await serve(witnessServer({ key, state, logKeys, say }), Number(values.port), stop.signal);
    }
    const witness = {
      key,
      state,
      logKey: values['log-key']?.[0],
      sends: !values.keep,
      expected: origin,
      moved,
    };
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

/** @param {import('node:http').Server} server @param {number} port @param {AbortSignal} stop */
async function serve(server, port, stop) {
  server.listen(port);
  await once(server, 'listening');
  say(`waiting for checkpoints on port ${server.address().port}`);
  await once(stop, 'abort');
  server.close();
  server.closeIdleConnections();
  // What was received is answered; who is still sending is not waited for.
  const cut = setTimeout(() => server.closeAllConnections(), ANSWERED_WITHIN_MS);
  await once(server, 'close');
  clearTimeout(cut);
  return 0;
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
async function look(place, { key, state, logKey, sends, expected, moved }) {
  const read = reader(place);
  const note = textOf(await read('checkpoint'));
  const origin = note.slice(0, note.indexOf('\n'));
  const known = await knownAt(place, { note, origin, state, logKey, moved, read });
  demandOrigin(origin, place, expected);
  const seen = state.logs[known];
  const seenKey = known === origin ? seen?.key : undefined;
  const keyLine = (logKey ?? seenKey ?? textOf(await read('key'))).trim();
  demand(
    logKey || !seen || isSameKey(keyLine, seen.key),
    `the log has another key than under the name ${known}`,
  );
  const head = await openCheckpoint(note, readKey(keyLine));
  const tree = treeOf(seen);
  const had = seen?.size ?? 0;
  if (head.size < had)
    throw new Unreadable(
      `the log shows ${head.size} entries and had ${had}: an older checkpoint, or one that was cut`,
    );
  await grow(tree, had, read);
  const isContinued = !seen || isSeen(tree, seen);
  await grow(tree, head.size, read);
  if (!isContinued || !areEqual(tree.root(), head.root)) {
    const reason = `the log does not continue the ${had} entries that were seen before`;
    demand(seen, reason);
    throw new Conflict(
      `${reason}; both checkpoints are in ${await state.keepConflict(origin, seen.note, note)}`,
    );
  }
  const peaks = tree.waiting.map(({ height, hash }) => ({ height, hash: toBase64(hash) }));
  const root = toBase64(head.root);
  await state.remember(origin, place, { size: head.size, root, note, key: keyLine, peaks }, known);
  const cosignature = key.cosign(note, new Date());
  if (sends && isAddress(place)) await send(place, head.size, cosignature);
  say(`${origin} ${head.size} entries${seen ? `, after ${seen.size}` : ', seen for the first time'}`);
  say(cosignature);
}

/**
 * The origin under which the log of this place was seen. A place keeps its log: under another name a new history could begin.
 * @throws {Conflict} when another log is signed there now
 */
async function knownAt(place, { note, origin, state, logKey, moved, read }) {
  const known = state.originAt(place, origin) ?? origin;
  if (moved && moved !== origin && state.logs[moved]) {
    demand(!state.logs[origin], `${origin} was seen already, beside ${moved}`);
    return moved;
  }
  demand(!moved || state.logs[origin], `nothing was seen of ${moved}`);
  if (known === origin) return origin;
  const keyLine = logKey ?? textOf(await read('key'));
  try {
    await openCheckpoint(note, readKey(keyLine));
  } catch (error) {
    if (error instanceof Failure)
      error.message = `the checkpoint is that of another log: ${origin}; ${error.message}`;
    throw error;
  }
  const path = await state.keepConflict(origin, state.logs[known].note, note);
  throw new Conflict(
    `the address has the log ${origin} and had ${known}; both checkpoints are in ${path}; of a log that has moved, give --moved ${known}`,
  );
}

/** @param {string} line @param {string} other `name+id+key`: the name is part of the id */
function isSameKey(line, other) {
  const [one, two] = [line, other].map((text) => text.split('+').slice(2).join('+'));
  return one === two;
}

/** The tree as it was seen last: all that is needed to go on. Empty when a log sent the checkpoint. @param {import('./witness-state.mjs').Seen | undefined} seen */
function treeOf(seen) {
  const tree = new Tree();
  if (!seen?.peaks) return tree;
  for (const { height, hash } of seen.peaks) tree.addSubtree({ height, hash: fromBase64(hash) });
  demand(isSeen(tree, seen), 'the state of this witness is damaged');
  return tree;
}

function isSeen(tree, seen) {
  return tree.size === seen.size && toBase64(tree.root()) === seen.root;
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
    // A page of a proxy, not a tile.
    if (tile.length !== 32 * width) throw new Unreadable(`${path} has ${tile.length} bytes`);
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
