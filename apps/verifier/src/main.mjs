import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDownload } from './download.mjs';
import { reader, saving, withFile } from './folder.mjs';
import { demand, Failure } from './log.mjs';
import { isAddress, readJson } from './source.mjs';
import { verifyLog } from './verify.mjs';

/**
 * Checks a public log of votes: that every entry is under the signed root, and what the entries add up to. Ends 0 when everything holds, 1 when
 * not. Uses nothing of the product: copy this folder anywhere and run `node main.mjs`.
 */

const USAGE = `Use: npm run verify -- <address of a log, …/log/<contest>, or a folder with its files> [--key <name+id+key>] [--older <file> [--older-key <name+id+key>]]
  [--totals <address>] [--rules <address>] [--receipt <file or address>] [--witness <name+id+key>]… [--origin <origin>] [--save <folder>]
     npm run verify -- <file>.jsonl [--checkpoint <file>] [--key <name+id+key>] and the others but --save

  A file with an entry a line is what the audit page offers for download, beside its checkpoint and its key. Without these it is added up, and
  nothing is proven: the program ends 1. It never shows whether the site serves the same log at its address.

  --key     the key you were given on another way; without it the log's own is believed
  --older   a checkpoint that you kept: the log must continue it; --older-key where it was signed by another key
  --totals  the public page's data, …/api/contests/<contest>/public: every total is compared with it
  --rules   the published rules, …/api/contests/<contest>/rules: each version is compared with what was sealed
  --receipt what …/api/receipts/<code> answers: its entries must be in the log; or a file with an index and an entry; or the signed statement
            that a voter keeps: after its minute the log must have the entry
  --origin  the name of the log, where it is read at an address that is not its own
  --witness the key of a witness: it must have cosigned a checkpoint that the log continues; without it the witnesses that the site names are shown
  --save    keep what was read in this folder, to be checked again, also by verifier.html`;

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
      receipt: { type: 'string' },
      witness: { type: 'string', multiple: true },
      origin: { type: 'string' },
      save: { type: 'string' },
      checkpoint: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [place] = positionals;
  if (values.help || !place || positionals.length > 1) {
    say(USAGE);
    return values.help ? 0 : 1;
  }
  const { save } = values;
  const published = (address, name) => async () => {
    const answer = await readJson(address);
    if (save) await keep(save, name, answer);
    return answer.data;
  };
  const check = async ({ read, lines }) =>
    verifyLog({
      place,
      lines,
      read: save ? saving(read, save) : read,
      key: values.key,
      older: values.older && (await readKept(values.older)),
      olderKey: values['older-key'],
      witnesses: values.witness,
      origin: values.origin,
      receipt: values.receipt && (await readReceiptAt(values.receipt)),
      page: values.totals && published(values.totals, 'public.json'),
      rules: values.rules && published(values.rules, 'rules.json'),
    });
  const isDownload = !isAddress(place) && place.endsWith('.jsonl');
  demand(isDownload || !values.checkpoint, '--checkpoint is for a file with an entry a line');
  demand(!isDownload || !save, '--save is for a log that is read at its address');
  const checkpoint = values.checkpoint && (await readKept(values.checkpoint));
  const found = isDownload
    ? await withFile(place, async (file) => check(await openDownload(file, { checkpoint })))
    : await check({ read: reader(place) });
  print(found);
  return found.isSigned ? 0 : 1;
}

function readKept(path) {
  return readFile(path, 'utf8').catch((error) => demand(false, `${path} cannot be read: ${error.message}`));
}

async function readReceiptAt(place) {
  return isAddress(place) ? JSON.stringify(await readJson(place)) : readKept(place);
}

/** Beside the log's files, where the page looks for it. */
async function keep(folder, name, answer) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(answer));
}

/** @param {Awaited<ReturnType<typeof verifyLog>>} found */
function print(found) {
  say(`log      ${found.origin || 'not named: the file has no checkpoint'}`);
  say(`entries  ${found.size}`);
  for (const [kind, votes] of found.kinds) say(`${kind.padEnd(8)} ${votes} votes`);
  if (found.verified)
    say(`verified ${found.verified} of them from voters with a proven number or ballot code`);
  if (found.opened) say(`opened   ${found.opened} entries that were encrypted until their key was revealed`);
  if (found.hidden)
    say(`hidden   ${found.hidden} entries are encrypted until results are shown: no total below has them`);
  for (const [place, { minute, hash }] of found.versions.entries())
    say(`rules    ${place ? 'amended' : 'sealed'} ${minute} ${hash}`);
  if (found.unnamed) say(`${found.unnamed} entries name no rules: they were cast before any were sealed.`);
  say(`amount   GHS ${(found.amount / 100).toFixed(2)}`);
  for (const [contestant, votes] of found.ranking) say(`  ${contestant}  ${votes}`);
  for (const line of openOf(found)) say(line);
  if (found.isSigned && !found.isPinned)
    say('The key was read from the log itself; give --key to check against one you were given.');
  if (found.older !== null) say(`The log continues the older checkpoint of ${found.older} entries.`);
  for (const { name, at, size } of found.witnesses)
    say(`witness  ${name} cosigned ${size} entries at ${at.toISOString()}; the log continues them`);
  if (found.witnesses.length && !found.areWitnessesPinned)
    say(
      'The keys of the witnesses were read from the site itself; give --witness with a key you were given.',
    );
  if (found.statement)
    say(
      `receipt  the site has signed that the log has the vote of ${found.statement.code} by ${found.statement.minute}`,
    );
  if (found.statement && !found.receipt?.length)
    say(
      found.statement.commitment
        ? 'receipt  the log has no entry with its commitment yet, and is not late'
        : 'receipt  which entry it is, only the site says: give the address of the log to check that it kept its word.',
    );
  for (const { index } of found.receipt ?? [])
    say(`receipt  entry ${index} is in the log as the receipt says`);
  if (found.isCompared) say('The public page shows the same totals.');
  if (found.isCompared === false) say('The public page hides its totals: nothing was compared.');
  if (found.areRulesCompared) say('The published rules are those that were sealed.');
  say(`${found.total} votes, root ${found.root}`);
}

/** What a download cannot show. */
function openOf({ isDownload, isUnderRoot, isSigned, beyond }) {
  if (!isDownload) return [];
  return [
    ...(beyond
      ? [`The file has ${beyond} entries more than the checkpoint: they were not checked or counted.`]
      : []),
    ...(isUnderRoot ? [] : ['NOT PROVEN: without --checkpoint, what the file says is not signed.']),
    ...(isUnderRoot && !isSigned
      ? ['NOT PROVEN: without --key it was not checked who signed the checkpoint.']
      : []),
    'Not looked at: whether the site serves this log at its address. Give the address to check that.',
  ];
}
