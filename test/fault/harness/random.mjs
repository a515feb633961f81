/** Repeatable chance: the same seed gives the same run of choices (mulberry32). */
export class Random {
  /** @param {number} seed a whole number */
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** A number from 0 up to 1, 1 excluded. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(share) {
    return this.next() < share;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick(items) {
    return items[Math.floor(this.next() * items.length)];
  }

  /** Milliseconds until the next of independent arrivals. */
  gap(perSecond) {
    return (-Math.log(1 - this.next()) * 1000) / perSecond;
  }

  /** Chance of its own for one part of a run, so that another part taking more or fewer numbers changes nothing here. */
  fork(label) {
    let mixed = this.state;
    for (const letter of label) mixed = Math.imul(mixed ^ letter.codePointAt(0), 0x01000193) >>> 0;
    return new Random(mixed);
  }

  /** An idempotency key. */
  uuid() {
    const hex = Array.from({ length: 32 }, () => Math.floor(this.next() * 16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
