import { fromBase64, numbersOf, toBase64, toHex } from './bytes.mjs';
import { demand } from './log.mjs';
import { sha256 } from './platform-node.mjs';

/**
 * Entries that were encrypted while results were hidden, and the keys that open them. An entry names its key by a hash, and one key opens it in
 * one way: what it says was decided when it was logged.
 */

const NONCE_BYTES = 16;

export class HiddenEntries {
  /** Entries that no key has opened yet, by the hash of their key. @type {Map<string, { index: number, entry: object }[]>} */
  waiting = new Map();
  /** Hashes of keys that were revealed. @type {Set<string>} */
  revealed = new Set();
  /** Entries that a key has opened. */
  opened = 0;

  /** How many entries wait for their key. */
  get size() {
    return [...this.waiting.values()].reduce((sum, entries) => sum + entries.length, 0);
  }

  /** @param {Record<string, any>} entry of a vote, in its form @param {number} index */
  add(entry, index) {
    demand(!this.revealed.has(entry.hiddenBy), `entry ${index} is hidden by a key that was revealed before`);
    const others = this.waiting.get(entry.hiddenBy);
    if (others) others.push({ index, entry });
    else this.waiting.set(entry.hiddenBy, [{ index, entry }]);
  }

  /**
   * @param {Record<string, any>} entry of the kind `reveal`, in its form @param {number} index
   * @returns {{ index: number, entry: object }[]} the entries that it opens, as they would be without hiding
   */
  reveal(entry, index) {
    const key = fromBase64(entry.key);
    const hash = toBase64(sha256(key));
    const entries = this.waiting.get(hash);
    demand(entries !== undefined, `entry ${index} reveals a key that has hidden nothing`);
    this.waiting.delete(hash);
    this.revealed.add(hash);
    this.opened += entries.length;
    const mac = hmacBy(key);
    return entries.map(({ index: place, entry: hidden }) => ({
      index: place,
      entry: open(hidden, mac, place),
    }));
  }
}

/** @param {Record<string, any>} entry that is hidden @param {(message: Uint8Array) => Uint8Array} mac by its key @param {number} index */
export function open({ hidden, hiddenBy, ...entry }, mac, index) {
  const bytes = fromBase64(hidden);
  const pad = mac(bytes.subarray(0, NONCE_BYTES));
  const facts = bytes.subarray(NONCE_BYTES);
  for (let at = 0; at < facts.length; at += 1) facts[at] ^= pad[at];
  const id = toHex(facts.subarray(0, 16));
  const numbers = numbersOf(facts);
  const [votes, amount] = [Number(numbers.getBigInt64(16)), Number(numbers.getBigInt64(24))];
  demand(Number.isSafeInteger(votes) && Number.isSafeInteger(amount), `entry ${index} does not open`);
  const contestant = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => id.slice(from, to))
    .join('-');
  return { ...entry, contestant, votes, amount };
}

/** HMAC-SHA-256 (RFC 2104) by a key that is shorter than a block. @param {Uint8Array} key @returns {(message: Uint8Array) => Uint8Array} */
export function hmacBy(key) {
  const padded = (byte) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte);
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (message) => sha256(outer, sha256(inner, message));
}
