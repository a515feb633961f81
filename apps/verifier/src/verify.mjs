import { areEqual, textOf, toBase64 } from './bytes.mjs';
import { openCosigned, readWitness } from './cosignature.mjs';
import {
  demand,
  Differs,
  entriesOf,
  Failure,
  filesOf,
  headOf,
  openCheckpoint,
  openNote,
  partsOf,
  pathOf,
  readKey,
  Tiles,
  Tree,
} from './log.mjs';
import { comparePage } from './page.mjs';
import { compareReceipt, demandKept, readReceipt, readStatement, SoughtEntries } from './receipt.mjs';
import { askReceipt, demandOrigin, isAddress, Unreadable } from './source.mjs';
import { reportOf } from './report.mjs';
import { readPublished } from './rules.mjs';
import { Totals } from './totals.mjs';

/** The whole check of a log, for the command and for the page. */

/** Files that are read at once. */
const AT_ONCE = 16;
const MOST_ENTRIES = 1e9;

/**
 * What a log is checked by. Texts as they are in files.
 * @typedef {object} Asked
 * @property {string} place where the log is read: its address, or anything else for files
 * @property {(path: string) => Promise<Uint8Array>} read
 * @property {number} [lines] entries of a download (`openDownload`): it has no tiles, and perhaps neither key nor checkpoint
 * @property {string} [key] which the person was given; without it the log's own is believed
 * @property {string} [older] a checkpoint that was kept
 * @property {string} [olderKey] where that was signed by another key
 * @property {string[]} [witnesses] keys of those that must have cosigned; without them those that the log names, as far as they have
 * @property {string} [origin] the log's name, where it is not that of its place
 * @property {string} [receipt] what the site answers about a receipt, or the signed statement that a voter keeps
 * @property {Date} [now] by which the promise of a statement is judged
 * @property {() => Promise<any>} [page] the data of the public page
 * @property {() => Promise<any>} [rules] the published rules
 * @property {(done: number, size: number) => void} [report] told how many entries were read
 */

/** @param {Asked} asked @throws {Failure} with the first thing that does not hold */
export async function verifyLog(asked) {
  try {
    return await verifyAll(asked);
  } catch (error) {
    // What is read was made by others: no form of it ends the program in another way than with a sentence.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
      throw new Failure(`something that was read has a form that it cannot have: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}

async function verifyAll(asked) {
  const { place, read, lines } = asked;
  const { key, head: newest } = await readHead(asked);
  demandOrigin(newest.origin, place, asked.origin);
  demand(key || !asked.older || asked.olderKey, 'an older checkpoint is compared with the key of the log');
  const older = asked.older
    ? await openCheckpoint(asked.older, asked.olderKey ? readKey(asked.olderKey) : key)
    : null;
  const witnesses = await readWitnesses(asked.witnesses, newest, read);
  const ahead = witnesses.toSorted((a, b) => b.size - a.size).find(({ size }) => size > newest.size);
  // A checkpoint that came in between; of a log that was cut, the files are missing.
  const head = ahead ? await openCheckpoint(ahead.note, key) : newest;
  const receipt = asked.receipt ? await openReceipt(asked, head, key) : null;
  const kept = witnesses.map(({ name, ...seen }) => ({
    ...seen,
    what: `the checkpoint that ${name} cosigned, of`,
  }));
  if (older) kept.push({ ...older, what: 'the older checkpoint of' });
  if (receipt?.head) kept.push({ ...receipt.head, what: 'the checkpoint of the receipt, of' });
  const rules = await asked.rules?.();
  const published = rules ? readPublished(rules) : null;
  if (published) demandContest(head.origin, published.contestId, 'rules');
  const totals = await check(head, asked, { kept, receipt, published }).catch((error) =>
    ofSize(error, head.size),
  );
  receipt?.sought?.demandFound(!isAddress(place), asked.now ?? new Date());
  const page = await asked.page?.();
  const isCompared = page ? compareWithPage(page, { head, totals, published }) : null;
  return {
    origin: head.origin,
    size: head.size,
    root: toBase64(totals.root),
    ...reportOf(totals),
    isSigned: Boolean(key && head.root),
    isUnderRoot: Boolean(head.root),
    isDownload: lines !== undefined,
    beyond: (lines ?? head.size) - head.size,
    isPinned: Boolean(asked.key),
    older: older?.size ?? null,
    witnesses: witnesses.map(({ name, size, at }) => ({ name, size, at })),
    areWitnessesPinned: Boolean(asked.witnesses),
    receipt: receipt?.sought?.found ?? receipt?.entries ?? null,
    statement: receipt?.statement ?? null,
    isCompared,
    areRulesCompared: Boolean(rules),
    page: page ?? null,
    rules: rules ?? null,
  };
}

function compareWithPage(page, { head, totals, published }) {
  try {
    return comparePage(page, { origin: head.origin, totals, published });
  } catch (error) {
    return ofSize(error instanceof Failure ? new Differs(error.message) : error, head.size);
  }
}

/** @returns {never} */
function ofSize(error, size) {
  if (error instanceof Differs) error.size = size;
  throw error;
}

/** @param {string} origin empty where it is not known @param {unknown} contestId that an answer names */
function demandContest(origin, contestId, what) {
  const isSame = !origin || contestId === null || origin.endsWith(`/${contestId}`);
  demand(isSame, `the published ${what} are those of another contest: ${contestId}`);
}

/**
 * The signed head of the log, and the key that signed it.
 * @param {Asked} asked
 * @returns {Promise<{ key: ReturnType<typeof readKey> | null, head: { origin: string, size: number, root: Uint8Array | null } }>} of a download
 *   without its checkpoint the number of its lines, and no root
 */
async function readHead({ read, key: given, lines }) {
  const isDownload = lines !== undefined;
  const unlessMissing = (error) => {
    if (!isDownload || !(error instanceof Unreadable)) throw error;
    return null;
  };
  const textAt = (path) => read(path).then(textOf).catch(unlessMissing);
  const line = given ?? (await textAt('key'));
  const note = await textAt('checkpoint');
  const key = line && readKey(line);
  if (note === null) return { key, head: { origin: '', size: lines, root: null } };
  const head = key ? await openCheckpoint(note, key) : headOf(partsOf(note).text);
  demand(
    !isDownload || head.size <= lines,
    `the file has ${lines} entries, and its checkpoint has ${head.size}: download the checkpoint first, and the entries after it`,
  );
  demand(
    head.size <= MOST_ENTRIES,
    `the checkpoint has ${head.size} entries, and this verifier reads ${MOST_ENTRIES} at most`,
  );
  return { key, head };
}

/**
 * What witnesses have cosigned of this log.
 * @param {string[] | undefined} pinned keys of witnesses that must have; without them those that the site names, as far as they have
 * @returns {Promise<{ name: string, note: string, size: number, root: Uint8Array, at: Date }[]>}
 */
async function readWitnesses(pinned, { origin }, read) {
  const unlessAway = (error) => {
    if (pinned || !(error instanceof Unreadable)) throw error;
    return new Uint8Array();
  };
  const lines =
    pinned ??
    textOf(await read('witnesses').catch(unlessAway))
      .split('\n')
      .filter(Boolean);
  const found = [];
  for (const witness of lines.map(readWitness)) {
    const note = textOf(await read(`witnessed/${witness.id}`).catch(unlessAway));
    if (!note) continue;
    const seen = await openCosigned(note, witness);
    demand(seen.origin === origin, `${witness.name} has cosigned another log: ${seen.origin}`);
    found.push({ name: witness.name, note, ...seen });
  }
  return found;
}

/** A receipt with the head of its checkpoint, as far as this log goes: a log that was downloaded before may be shorter. */
async function openReceipt({ receipt: text, place, now = new Date() }, { origin, size }, key) {
  const statement = readStatement(text);
  if (statement && key) {
    await openNote(statement.note, key, 'statement');
    demand(!origin || statement.origin === origin, 'the statement is of another contest');
  }
  const isAlone = statement?.note === text;
  if (isAlone && statement.commitment)
    return { entries: [], head: null, statement, sought: new SoughtEntries(statement) };
  const receipt = isAlone ? await receiptFor(statement, place, now) : readReceipt(text, statement, now);
  if (!receipt) return { entries: [], head: null, statement };
  const { contestId, checkpoint } = receipt;
  demand(!origin || !contestId || origin.endsWith(`/${contestId}`), 'the receipt is of another contest');
  for (const { index } of receipt.entries)
    demand(index < size, `the receipt names entry ${index}, and the log has ${size}`);
  const head = checkpoint && key ? await openCheckpoint(checkpoint, key) : null;
  return { ...receipt, head: head && head.size <= size ? head : null, statement };
}

/**
 * The entry of a statement without a commitment is known to the site alone: it is asked for it.
 * @returns {Promise<ReturnType<typeof readReceipt> | null>} null for files, which have no site to ask
 */
async function receiptFor(statement, place, now) {
  if (!isAddress(place)) return null;
  const answer = await askReceipt(place, statement.code);
  if (answer === null) demandKept(statement, now);
  return answer && readReceipt(answer, statement, now);
}

/**
 * @param {{ size: number, root: Uint8Array }} head @param {Asked} asked
 * @param {object} by
 * @param {{ size: number, root: Uint8Array, what: string }[]} by.kept what the log must continue
 * @param {Awaited<ReturnType<typeof openReceipt>> | null} by.receipt
 * @param {ReturnType<typeof readPublished> | null} by.published
 * @returns {Promise<Totals>} @throws {Failure} when an entry or a tile is not what the root was signed for
 */
async function check(
  { size, root },
  { read, lines, report = () => undefined },
  { kept, receipt, published },
) {
  for (const { size: had } of kept) demand(had <= size, `the log has ${size} entries and had ${had}`);
  const tiles = new Tiles();
  const tree = new Tree((height, hash) => tiles.add(height, hash));
  const continues = () => {
    for (const before of kept) {
      const holds = tree.size !== before.size || areEqual(tree.root(), before.root);
      demand(holds, `the log does not continue ${before.what} ${before.size} entries`);
    }
  };
  continues();
  const totals = new Totals(published);
  const files = filesOf(size);
  for (const group of groups(files.filter(({ level }) => level === 'entries'))) {
    const found = await Promise.all(group.map((file) => read(pathOf('entries', file.index, file.width))));
    for (const [place, bundle] of found.entries()) {
      const entries = entriesOf(bundle, group[place].width);
      if (receipt) compareReceipt(receipt, entries, tree.size);
      const first = tree.size;
      for (const entry of entries) {
        totals.add(entry, tree.size);
        tree.add(entry);
        if (kept.length) continues();
      }
      receipt?.sought?.look(entries, first);
    }
    report(tree.size, size);
  }
  totals.finish();
  totals.root = tree.root();
  if (root) demand(areEqual(totals.root, root), 'the entries do not lead to the signed root');
  if (lines !== undefined) return totals;
  for (const group of groups(files.filter(({ level }) => level !== 'entries'))) {
    await Promise.all(
      group.map(async ({ level, index, width }) => {
        const path = pathOf(level, index, width);
        const expected = tiles.bytes(level, index, width);
        demand(areEqual(expected, await read(path)), `${path} is not what the entries lead to`);
      }),
    );
  }
  return totals;
}

function* groups(files) {
  for (let i = 0; i < files.length; i += AT_ONCE) yield files.slice(i, i + AT_ONCE);
}
