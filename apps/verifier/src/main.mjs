import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demand, entriesOf, Failure, filesOf, openCheckpoint, pathOf, readKey, Tree } from './log.mjs';
import { Totals } from './totals.mjs';

/**
 * Checks a public log of votes: that every entry is under the signed root, and what the entries add up to. Ends 0 when everything holds, 1 when
 * not. Uses nothing of the product: copy this folder anywhere and run `node main.mjs`.
 */

const USAGE = `Use: npm run verify -- <address of a log, …/log/<contest>, or a folder with its files> [--key <name+id+key>] [--older <file> [--older-key <name+id+key>]]
  [--totals <address>] [--rules <address>]

  --key     the key you were given on another way; without it the log's own is believed
  --older   a checkpoint that you kept: the log must continue it; --older-key where it was signed by another key
  --totals  the public page's data, …/api/contests/<contest>/public: every total is compared with it
  --rules   the published rules, …/api/contests/<contest>/rules: each version is compared with what was sealed`;

const AT_ONCE = 8;
const WIDTH = 256;

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`FAILED: ${error.message}\n`);
  process.exitCode = 1;
}

async function run() {
  const { values, positionals } = parseArgs({
    options: {
      key: { type: 'string' },
      older: { type: 'string' },
      'older-key': { type: 'string' },
      totals: { type: 'string' },
      rules: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [place] = positionals;
  if (values.help || !place || positionals.length > 1) {
    say(USAGE);
    return values.help ? 0 : 1;
  }
  const isAddress = /^https?:\/\//.test(place);
  const read = isAddress ? fromAddress(place.replace(/\/+$/, '')) : fromFolder(place);
  const key = readKey(values.key ?? String(await read('key')));
  const head = openCheckpoint(String(await read('checkpoint')), key);
  if (isAddress) {
    const path = new URL(place).pathname.replace(/\/+$/, '');
    demand(head.origin.endsWith(path), `the checkpoint is that of another log: ${head.origin}`);
  }
  const olderKey = values['older-key'] ? readKey(values['older-key']) : key;
  const older = values.older ? openCheckpoint(await readKept(values.older), olderKey) : null;
  const totals = await check(head, read, older);
  if (values.totals) totals.compare((await readJson(values.totals)).data);
  if (values.rules) totals.rules.compare((await readJson(values.rules)).data);
  print(head, totals, {
    isPinned: Boolean(values.key),
    older,
    isCompared: Boolean(values.totals),
    areRulesCompared: Boolean(values.rules),
  });
  return 0;
}

/** @returns {Promise<Totals>} @throws {Failure} when an entry or a tile is not what the root was signed for */
async function check({ size, root }, read, older) {
  demand(!older || older.size <= size, `the log has ${size} entries and had ${older?.size}`);
  const tree = new Tree();
  const continues = () =>
    demand(
      tree.size !== older?.size || tree.root().equals(older.root),
      `the log does not continue the older checkpoint of ${older?.size} entries`,
    );
  continues();
  const totals = new Totals();
  /** Hashes of each level of tiles, as they follow from the entries. @type {Buffer[][]} */
  const levels = [];
  const files = filesOf(size);
  const bundles = files.filter(({ level }) => level === 'entries');
  for (const group of groups(bundles)) {
    const found = await Promise.all(group.map((file) => read(pathOf('entries', file.index, file.width))));
    for (const [place, bundle] of found.entries()) {
      for (const entry of entriesOf(bundle, group[place].width)) {
        totals.add(entry, tree.size);
        for (const { height, hash } of tree.add(entry)) {
          if (height % 8 === 0) (levels[height / 8] ??= []).push(hash);
        }
        continues();
      }
    }
  }
  demand(tree.root().equals(root), 'the entries do not lead to the signed root');
  for (const group of groups(files.filter(({ level }) => level !== 'entries'))) {
    await Promise.all(
      group.map(async ({ level, index, width }) => {
        const expected = Buffer.concat(levels[level].slice(index * WIDTH, index * WIDTH + width));
        const path = pathOf(level, index, width);
        demand(expected.equals(await read(path)), `${path} is not what the entries lead to`);
      }),
    );
  }
  return totals;
}

function* groups(files) {
  for (let i = 0; i < files.length; i += AT_ONCE) yield files.slice(i, i + AT_ONCE);
}

function fromAddress(address) {
  return async (path) => {
    const answer = await ask(`${address}/${path}`);
    demand(answer.ok, `${address}/${path} answers ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
}

function fromFolder(folder) {
  return (path) =>
    readFile(join(folder, path)).catch((error) => demand(false, `${path} cannot be read: ${error.message}`));
}

function readKept(path) {
  return readFile(path, 'utf8').catch((error) => demand(false, `${path} cannot be read: ${error.message}`));
}

async function readJson(address) {
  const answer = await ask(address);
  demand(answer.ok, `${address} answers ${answer.status}`);
  return answer.json();
}

function ask(address) {
  return fetch(address).catch((error) => demand(false, `${address} cannot be reached: ${error.message}`));
}

function print({ origin, size, root }, totals, { isPinned, older, isCompared, areRulesCompared }) {
  say(`log      ${origin}`);
  say(`entries  ${size}`);
  for (const [kind, votes] of [...totals.kinds].sort()) say(`${kind.padEnd(8)} ${votes} votes`);
  for (const line of totals.rules.lines()) say(line);
  if (totals.rules.unnamed)
    say(`${totals.rules.unnamed} entries name no rules: they were cast before any were sealed.`);
  say(`amount   GHS ${(totals.amount / 100).toFixed(2)}`);
  for (const [contestant, votes] of [...totals.votes].sort((a, b) => b[1] - a[1])) {
    say(`  ${contestant}  ${votes}`);
  }
  if (!isPinned) say('The key was read from the log itself; give --key to check against one you were given.');
  if (older) say(`The log continues the older checkpoint of ${older.size} entries.`);
  if (isCompared) say('The public page shows the same totals.');
  if (areRulesCompared) say('The published rules are those that were sealed.');
  say(`${totals.total} votes, root ${root.toString('base64')}`);
}
