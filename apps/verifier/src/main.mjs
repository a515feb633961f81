import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { textOf } from './bytes.mjs';
import { openDownload } from './download.mjs';
import { reader, saving, withFile } from './folder.mjs';
import { Newer } from './forms.mjs';
import { demand, Failure } from './log.mjs';
import { print, say } from './print.mjs';
import { dataOf, isAddress, jsonOf, placesOf, readJson, unlessMissing, unreadable } from './source.mjs';
import { verifyServed } from './served.mjs';
import { verifyLog } from './verify.mjs';

/**
 * Checks a public log of votes: that every entry is under the signed root and is one that the rules allow, and what the entries add up to. Ends 0 when
 * everything holds, 1 when not, 2 when the log is newer than this program. Uses nothing of the product: copy this folder anywhere and run `node main.mjs`.
 */

const USAGE = `Use: npm run verify -- <address of a contest's audit page or log, or a folder with a log's files> [--key <name+id+key>] [--older <file> [--older-key <name+id+key>]]
  [--totals <address>] [--rules <address>] [--receipt <file or address>] [--witness <name+id+key>]… [--origin <origin>] [--save <folder>]
     npm run verify -- <file>.jsonl [--checkpoint <file>] [--key <name+id+key>] and the others but --save

  A file with an entry a line is what the audit page offers for download, beside its checkpoint and its key. Without these it is added up, and
  nothing is proven: the program ends 1. It never shows whether the site serves the same log at its address.

  --key     the key you were given on another way; without it the log's own is believed
  --older   a checkpoint that you kept: the log must continue it; --older-key where it was signed by another key
  The published rules and the public page are read from the same site, …/api/contests/<contest>/rules and …/public, or from rules.json and public.json
  in the folder: entries are checked against the rules, and all that the page shows is compared with the log.

  --totals  the page's data at another address; --rules the rules at another address
  --receipt what …/api/receipts/<code> answers: its entries must be in the log; or a file with an index and an entry; or the signed statement
            that a voter keeps: after its minute the log must have the entry
  --origin  the name of the log, where it is read at an address that is not its own
  --witness the key of a witness: it must have cosigned a checkpoint that the log continues; without it the witnesses that the site names are shown
  --save    keep what was read in this folder, to be checked again, also by verifier.html

  Ends 0 when everything holds, 1 when not, 2 when the log is newer than this program.`;

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`FAILED: ${error.message}\n`);
  process.exitCode = error instanceof Newer ? 2 : 1;
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
  const site = isAddress(place) ? placesOf(place) : { log: place, published: null };
  const missing = {};
  const published = (name, given, read) => async () => {
    const answer = await unlessMissing(
      () =>
        given ? readGiven(given) : site.published ? readJson(site.published(name)) : readSaved(read, name),
      (reason) => (given ? unreadable(reason) : (missing[name] = reason)),
    );
    if (answer === null) return null;
    if (save) await keep(save, `${name}.json`, answer);
    return dataOf(answer, given ?? `${name}.json`);
  };
  const isServed = site.published && !values.totals && !values.rules;
  const verify = isServed ? (asked) => verifyServed(asked, missing) : verifyLog;
  const check = async ({ read, lines }) =>
    verify({
      place: site.log,
      lines,
      read: save ? saving(read, save) : read,
      key: values.key,
      older: values.older && (await readKept(values.older)),
      olderKey: values['older-key'],
      witnesses: values.witness,
      origin: values.origin,
      receipt: values.receipt && (await readReceiptAt(values.receipt)),
      page: published('public', values.totals, read),
      rules: published('rules', values.rules, read),
    });
  const isDownload = !isAddress(place) && place.endsWith('.jsonl');
  demand(isDownload || !values.checkpoint, '--checkpoint is for a file with an entry a line');
  demand(!isDownload || !save, '--save is for a log that is read at its address');
  const checkpoint = values.checkpoint && (await readKept(values.checkpoint));
  const found = isDownload
    ? await withFile(place, async (file) => check(await openDownload(file, { checkpoint })))
    : await check({ read: reader(site.log) });
  // A page that was not compared is not kept as if it had been.
  if (save && missing.public) await rm(join(save, 'public.json'), { force: true });
  print(found, missing);
  return found.isSigned ? 0 : 1;
}

function readKept(path) {
  return readFile(path, 'utf8').catch((error) => demand(false, `${path} cannot be read: ${error.message}`));
}

/** An address, also `data:`, or a file. */
async function readGiven(place) {
  return /^[a-z]+:/.test(place) ? readJson(place) : jsonOf(await readKept(place), place);
}

async function readSaved(read, name) {
  return jsonOf(textOf(await read(`${name}.json`)), `${name}.json`);
}

async function readReceiptAt(place) {
  return isAddress(place) ? JSON.stringify(await readJson(place)) : readKept(place);
}

/** Beside the log's files, where the page looks for it. */
async function keep(folder, name, answer) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(answer));
}
