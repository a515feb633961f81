/** What is kept of each entry of a vote, by its index: a million objects would take several times as much memory as these numbers. */

/** Which commitments an entry has. */
const HAS = { voter: 1, payment: 2, ballot: 4 };
const COMMITMENTS = Object.keys(HAS);
const RELEASED = 8;
/** Votes and amount are known: it was open, or has been opened. */
const OPEN = 16;
const IS_VOTE = 32;

/** Texts as numbers. */
class Names {
  numbers = new Map();
  /** @type {string[]} */
  names = [];

  of(name) {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.numbers.set(name, number);
    }
    return number;
  }
}

export class CountedVotes {
  names = new Names();
  flags = new Uint8Array(1024);
  contestants = new Uint32Array(1024);
  channels = new Uint32Array(1024);
  rules = new Uint32Array(1024);
  votes = new Float64Array(1024);
  amounts = new Float64Array(1024);

  /** Keep what an entry says before it is known what it counts for. @param {Record<string, any>} entry @param {number} index @param {boolean} isVote */
  place(entry, index, isVote) {
    if (index >= this.flags.length) this.grow(index + 1);
    let flags = isVote ? IS_VOTE : 0;
    for (const name of COMMITMENTS) if (entry[name] !== undefined) flags |= HAS[name];
    if (entry.released !== undefined) flags |= RELEASED;
    this.flags[index] = flags;
    this.channels[index] = this.names.of(entry.channel);
    this.rules[index] = this.names.of(entry.rules);
  }

  /** @param {Record<string, any>} entry that is open, and was placed @param {number} index */
  open({ contestant, votes, amount }, index) {
    this.flags[index] |= OPEN;
    this.contestants[index] = this.names.of(contestant);
    this.votes[index] = votes;
    this.amounts[index] = amount;
  }

  grow(length) {
    const size = Math.max(2 * this.flags.length, length);
    for (const name of ['flags', 'contestants', 'channels', 'rules', 'votes', 'amounts']) {
      const longer = new this[name].constructor(size);
      longer.set(this[name]);
      this[name] = longer;
    }
  }

  isVote(index) {
    return index < this.flags.length && (this.flags[index] & IS_VOTE) !== 0;
  }

  isOpen(index) {
    return (this.flags[index] & OPEN) !== 0;
  }

  isReleased(index) {
    return (this.flags[index] & RELEASED) !== 0;
  }

  contestant(index) {
    return this.names.names[this.contestants[index]];
  }

  channel(index) {
    return this.names.names[this.channels[index]];
  }

  rulesOf(index) {
    return this.names.names[this.rules[index]];
  }

  /** Names of the commitments that an entry has. @param {number} index */
  commitments(index) {
    return COMMITMENTS.filter((name) => this.flags[index] & HAS[name]);
  }

  /** Indexes of the votes that are open. */
  *openVotes() {
    for (let index = 0; index < this.flags.length; index += 1)
      if ((this.flags[index] & (IS_VOTE | OPEN)) === (IS_VOTE | OPEN)) yield index;
  }
}
