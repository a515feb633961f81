import { textOf } from './bytes.mjs';
import { canonical } from './entry.mjs';
import { isObject } from './forms.mjs';
import { demand } from './log.mjs';

/**
 * The signed statement of a counted vote: log, code, the minute before whose end the log has its entry, and the commitment of the entry; none of a
 * vote without a number.
 */
const STATEMENT =
  /^(\S+)\nreceipt\n([0-9A-Z-]{4,40})\n(\d{4}-\d\d-\d\dT\d\d:\d\dZ)\n(?:([A-Za-z0-9+/]{43}=)\n)?\n/;

/**
 * @param {string} text a file with the signed statement alone, or what `/api/receipts/<code>` answers, which has one
 * @returns {{ note: string, origin: string, code: string, minute: string, commitment: string | null } | null} null where there is none
 */
export function readStatement(text) {
  const note = STATEMENT.test(text) ? text : statementIn(text);
  const [, origin, code, minute, commitment = null] = STATEMENT.exec(note ?? '') ?? [];
  return note && origin ? { note, origin, code, minute, commitment } : null;
}

function statementIn(text) {
  try {
    const { statement } = JSON.parse(text)?.data ?? JSON.parse(text) ?? {};
    return typeof statement === 'string' ? statement : null;
  } catch {
    return null;
  }
}

/**
 * What the site has promised about a vote whose entry was not shown.
 * @param {ReturnType<typeof readStatement>} statement whose signature was checked
 * @param {Date} now
 * @throws Failure when the minute is over
 */
export function demandKept({ code, minute }, now) {
  const isOver = now.getTime() >= Date.parse(minute) + 60_000;
  demand(
    !isOver,
    `the site promised in a signed statement that the log has the vote of receipt ${code} by ${minute}, and the log lacks it`,
  );
}

/**
 * A voter's receipt: where the entries of a vote are in the log, and what they say.
 * @param {string} text what `/api/receipts/<code>` answers, or the index of an entry and the entry
 * @param {ReturnType<typeof readStatement>} [statement] what was promised where no entry is named
 * @param {Date} [now]
 * @returns {{ entries: { index: number, text: string }[], checkpoint: string | null, contestId: string | null }}
 */
export function readReceipt(text, statement = null, now = new Date()) {
  const [, place, entry] = /^\s*(\d{1,15})\s+(\{[^]*\})\s*$/.exec(text) ?? [];
  const value = parse(entry ?? text);
  const given = entry ? { index: Number(place), entry: value } : (value.data ?? value);
  const { later = [], reveals = [], checkpoint = null, contestId = null } = given;
  demand(Array.isArray(later) && Array.isArray(reveals), 'the receipt names its later entries in no list');
  const named = [given, ...later, ...reveals].map((one) => one ?? {});
  const isEach = named.every(
    ({ index, entry: one }) => Number.isSafeInteger(index) && index >= 0 && isObject(one),
  );
  if (!isEach && statement) demandKept(statement, now);
  demand(isEach, 'the receipt names no entry: the vote is not in the log, or not yet');
  const signed = statement?.commitment;
  demand(
    !signed || (given.entry.voter ?? given.entry.ballot) === signed,
    'the entry that the site names is not the one that it has signed for',
  );
  const entries = named.map(({ index, entry: one }) => ({ index, text: canonical(one) }));
  return { entries, checkpoint, contestId };
}

/** The entries of a statement's commitment, found in the log without the site: the vote's, and what was taken back of it later. */
export class SoughtEntries {
  /** @type {{ index: number, text: string }[]} */
  found = [];
  /** Of the newest entry. */
  minute = '';

  /** @param {ReturnType<typeof readStatement>} statement with a commitment, whose signature was checked */
  constructor(statement) {
    this.statement = statement;
  }

  /** @param {Uint8Array[]} entries of the log @param {number} first index of the first of them */
  look(entries, first) {
    for (const [nr, bytes] of entries.entries()) {
      const text = textOf(bytes);
      const { voter, ballot, minute } = JSON.parse(text);
      if ((voter ?? ballot) === this.statement.commitment) this.found.push({ index: first + nr, text });
      if (minute > this.minute) this.minute = minute;
    }
  }

  /**
   * @param {boolean} isCopy of a log that may have grown since: it lacks the entry only when it has a newer one than the promised minute
   * @param {Date} now
   * @throws Failure when the minute is over and the log has no such entry
   */
  demandFound(isCopy, now) {
    if (this.found.length || (isCopy && this.minute <= this.statement.minute)) return;
    demandKept(this.statement, now);
  }
}

/** @param {ReturnType<typeof readReceipt>} receipt @param {Uint8Array[]} entries of the log @param {number} first index of the first of them */
export function compareReceipt(receipt, entries, first) {
  for (const { index, text } of receipt.entries) {
    const logged = entries[index - first];
    if (logged) demand(textOf(logged) === text, `entry ${index} is another one than the receipt says`);
  }
}

function parse(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  return demand(false, 'the receipt is neither JSON nor an index and an entry');
}
