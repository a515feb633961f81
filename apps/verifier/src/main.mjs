import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openCosigned, readWitness } from './cosignature.mjs';
import { demand, entriesOf, Failure, filesOf, openCheckpoint, pathOf, readKey, Tree, WIDTH } from './log.mjs';
import { ask, demandOrigin, reader, Unreadable } from './source.mjs';
import { Totals } from './totals.mjs';

/**
 * Checks a public log of votes: that every entry is under the signed root, and what the entries add up to. Ends 0 when everything holds, 1 when
 * not. Uses nothing of the product: copy this folder anywhere and run `node main.mjs`.
 */

const USAGE = `Use: npm run verify -- <address of a log, …/log/<contest>, or a folder with its files> [--key <name+id+key>] [--older <file> [--older-key <name+id+key>]]
  [--totals <address>] [--rules <address>] [--witness <name+id+key>]… [--origin <origin>]

  --key     the key you were given on another way; without it the log's own is believed
  --older   a checkpoint that you kept: the log must continue it; --older-key where it was signed by another key
  --totals  the public page's data, …/api/contests/<contest>/public: every total is compared with it
  --rules   the published rules, …/api/contests/<contest>/rules: each version is compared with what was sealed
  --origin  the name of the log, where it is read at an address that is not its own
  --witness the key of a witness: it must have cosigned a checkpoint that the log continues; without it the witnesses that the site names are shown`;

const AT_ONCE = 8;

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
      witness: { type: 'string', multiple: true },
      origin: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [place] = positionals;
  if (values.help || !place || positionals.length > 1) {
    say(USAGE);
    return values.help ? 0 : 1;
  }
  const read = reader(place);
  const key = readKey(values.key ?? String(await read('key')));
  const newest = openCheckpoint(String(await read('checkpoint')), key);
  demandOrigin(newest.origin, place, values.origin);
  const olderKey = values['older-key'] ? readKey(values['older-key']) : key;
  const older = values.older ? openCheckpoint(await readKept(values.older), olderKey) : null;
  const witnesses = await readWitnesses(values.witness, newest, read);
  const ahead = witnesses.toSorted((a, b) => b.size - a.size).find(({ size }) => size > newest.size);
  // A checkpoint that came in between; of a log that was cut, the files are missing.
  const head = ahead ? openCheckpoint(ahead.note, key) : newest;
  const kept = witnesses.map(({ name, ...seen }) => ({
    ...seen,
    what: `the checkpoint that ${name} cosigned, of`,
  }));
  if (older) kept.push({ ...older, what: 'the older checkpoint of' });
  const totals = await check(head, read, kept);
  const isCompared = values.totals ? totals.compare((await readJson(values.totals)).data) : null;
  if (values.rules) totals.rules.compare((await readJson(values.rules)).data);
  print(head, totals, {
    isPinned: Boolean(values.key),
    older,
    witnesses,
    areWitnessesPinned: Boolean(values.witness),
    isCompared,
    areRulesCompared: Boolean(values.rules),
  });
  return 0;
}

/**
 * What witnesses have cosigned of this log.
 * @param {string[] | undefined} pinned keys of witnesses that must have; without them those that the site names, as far as they have
 * @returns {Promise<{ name: string, note: string, size: number, root: Buffer, at: Date }[]>}
 */
async function readWitnesses(pinned, { origin }, read) {
  const unlessAway = (error) => {
    if (pinned || !(error instanceof Unreadable)) throw error;
    return '';
  };
  const lines =
    pinned ??
    String(await read('witnesses').catch(unlessAway))
      .split('\n')
      .filter(Boolean);
  const found = [];
  for (const witness of lines.map(readWitness)) {
    const note = String(await read(`witnessed/${witness.id}`).catch(unlessAway));
    if (!note) continue;
    const seen = openCosigned(note, witness);
    demand(seen.origin === origin, `${witness.name} has cosigned another log: ${seen.origin}`);
    found.push({ name: witness.name, note, ...seen });
  }
  return found;
}

/**
 * @param {{ size: number, root: Buffer, what: string }[]} kept what the log must continue
 * @returns {Promise<Totals>} @throws {Failure} when an entry or a tile is not what the root was signed for
 */
async function check({ size, root }, read, kept) {
  for (const { size: had } of kept) demand(had <= size, `the log has ${size} entries and had ${had}`);
  const tree = new Tree();
  const continues = () => {
    for (const before of kept) {
      const holds = tree.size !== before.size || tree.root().equals(before.root);
      demand(holds, `the log does not continue ${before.what} ${before.size} entries`);
    }
  };
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

function readKept(path) {
  return readFile(path, 'utf8').catch((error) => demand(false, `${path} cannot be read: ${error.message}`));
}

async function readJson(address) {
  const answer = await ask(address);
  demand(answer.ok, `${address} answers ${answer.status}`);
  return answer.json();
}

function print({ origin, size, root }, totals, said) {
  const { isPinned, older, witnesses, areWitnessesPinned, isCompared, areRulesCompared } = said;
  say(`log      ${origin}`);
  say(`entries  ${size}`);
  for (const [kind, votes] of [...totals.kinds].sort()) say(`${kind.padEnd(8)} ${votes} votes`);
  if (totals.verified)
    say(`verified ${totals.verified} of them from voters with a proven number or ballot code`);
  const { opened, size: waiting } = totals.hidden;
  if (opened) say(`opened   ${opened} entries that were encrypted until their key was revealed`);
  if (waiting)
    say(`hidden   ${waiting} entries are encrypted until results are shown: no total below has them`);
  for (const line of totals.rules.lines()) say(line);
  if (totals.rules.unnamed)
    say(`${totals.rules.unnamed} entries name no rules: they were cast before any were sealed.`);
  say(`amount   GHS ${(totals.amount / 100).toFixed(2)}`);
  for (const [contestant, votes] of [...totals.votes].sort((a, b) => b[1] - a[1])) {
    say(`  ${contestant}  ${votes}`);
  }
  if (!isPinned) say('The key was read from the log itself; give --key to check against one you were given.');
  if (older) say(`The log continues the older checkpoint of ${older.size} entries.`);
  for (const { name, at, size: seen } of witnesses) {
    say(`witness  ${name} cosigned ${seen} entries at ${at.toISOString()}; the log continues them`);
  }
  if (witnesses.length && !areWitnessesPinned)
    say(
      'The keys of the witnesses were read from the site itself; give --witness with a key you were given.',
    );
  if (isCompared) say('The public page shows the same totals.');
  if (isCompared === false) say('The public page hides its totals: nothing was compared.');
  if (areRulesCompared) say('The published rules are those that were sealed.');
  say(`${totals.total} votes, root ${root.toString('base64')}`);
}
