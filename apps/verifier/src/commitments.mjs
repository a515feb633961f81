/**
 * Which entry made a commitment. A million texts of 44 letters would fill a gigabyte: of each, 96 bits are kept in tables of numbers. Two of a million
 * different hashes are equal in them once in 10^17 logs.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let at = 0; at < LETTERS.length; at += 1) VALUES[LETTERS.charCodeAt(at)] = at;

/** Letters of base64 as a number. @param {string} text @param {number} from @param {number} letters at most 8 */
function bitsOf(text, from, letters) {
  let bits = 0;
  for (let at = from; at < from + letters; at += 1) bits = bits * 64 + VALUES[text.charCodeAt(at)];
  return bits;
}

export class Commitments {
  size = 0;

  /** @param {number} [slots] a power of two */
  constructor(slots = 1024) {
    this.make(slots);
  }

  make(slots) {
    this.mask = slots - 1;
    this.first = new Float64Array(slots);
    this.second = new Float64Array(slots);
    /** One more than the index of the entry; 0: the slot is free. */
    this.entries = new Float64Array(slots);
  }

  /**
   * @param {string} commitment base64 of 32 bytes @param {number} index of its entry
   * @returns {number} index of the entry that made it before; -1 when none has
   */
  add(commitment, index) {
    const [first, second] = [bitsOf(commitment, 0, 8), bitsOf(commitment, 8, 8)];
    const slot = this.slotOf(first, second);
    if (this.entries[slot]) return this.entries[slot] - 1;
    this.put(slot, first, second, index + 1);
    this.size += 1;
    if (2 * this.size > this.mask) this.grow();
    return -1;
  }

  /** @param {string} commitment @returns {number} index of the entry that made it; -1 when none has */
  find(commitment) {
    return this.entries[this.slotOf(bitsOf(commitment, 0, 8), bitsOf(commitment, 8, 8))] - 1;
  }

  slotOf(first, second) {
    let slot = (first ^ (first / 2 ** 24) ^ second) & this.mask;
    while (this.entries[slot] && (this.first[slot] !== first || this.second[slot] !== second))
      slot = (slot + 1) & this.mask;
    return slot;
  }

  put(slot, first, second, entry) {
    this.first[slot] = first;
    this.second[slot] = second;
    this.entries[slot] = entry;
  }

  grow() {
    const { first, second, entries } = this;
    this.make(2 * entries.length);
    for (let at = 0; at < entries.length; at += 1) {
      if (entries[at]) this.put(this.slotOf(first[at], second[at]), first[at], second[at], entries[at]);
    }
  }
}
