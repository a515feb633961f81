import { textOf } from './bytes.mjs';
import { canonical } from './entry.mjs';
import { demand } from './log.mjs';

/**
 * A voter's receipt: where the entries of a vote are in the log, and what they say.
 * @param {string} text what `/api/receipts/<code>` answers, or the index of an entry and the entry
 * @returns {{ entries: { index: number, text: string }[], checkpoint: string | null, contestId: string | null }}
 */
export function readReceipt(text) {
  const [, place, entry] = /^\s*(\d{1,15})\s+(\{[^]*\})\s*$/.exec(text) ?? [];
  const value = parse(entry ?? text);
  const given = entry ? { index: Number(place), entry: value } : (value.data ?? value);
  const { later = [], reveals = [], checkpoint = null, contestId = null } = given;
  const named = [given, ...later, ...reveals];
  const isEach = named.every(({ index, entry: one }) => Number.isSafeInteger(index) && index >= 0 && one);
  demand(isEach, 'the receipt names no entry: the vote is not in the log, or not yet');
  const entries = named.map(({ index, entry: one }) => ({ index, text: canonical(one) }));
  return { entries, checkpoint, contestId };
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
