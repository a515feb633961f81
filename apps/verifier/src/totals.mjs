import { readEntry } from './entry.mjs';
import { HiddenEntries } from './hidden.mjs';
import { demand } from './log.mjs';
import { SealedRules } from './rules.mjs';

const COUNTS = new Set(['free', 'paid', 'manual']);
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/;

/** Adds up the entries of a log. */
export class Totals {
  /** Votes per contestant. @type {Map<string, number>} */
  votes = new Map();
  /** Votes per kind. @type {Map<string, number>} */
  kinds = new Map();
  amount = 0;
  /** Votes whose number was verified. */
  verified = 0;
  /** Reversals that an entry may take back, by their index. @type {Map<number, { contestant: string, votes: number, amount: number }>} */
  reversals = new Map();
  /** Of the tree of all entries. */
  root = new Uint8Array();
  rules = new SealedRules();
  hidden = new HiddenEntries();

  /** @param {Uint8Array} bytes @param {number} index for what is said about a wrong one */
  add(bytes, index) {
    const entry = readEntry(bytes, index);
    const { v, kind, minute } = entry;
    demand(MINUTE.test(minute), `entry ${index} has no time`);
    if (v === 1 && kind === 'rules') return this.rules.add(entry, index);
    if (v === 2 && kind === 'roster') return;
    if (v === 1 && kind === 'reveal') {
      for (const opened of this.hidden.reveal(entry, index)) this.count(opened.entry, opened.index);
      return;
    }
    const isVote = COUNTS.has(kind) || kind === 'reversal';
    const isKnown = (v === 1 && isVote) || (v === 2 && (isVote || kind === 'restore'));
    demand(isKnown, `entry ${index} is of no kind that is known`);
    this.rules.use(entry.rules, index);
    if ('hidden' in entry) this.hidden.add(entry, index);
    else this.count(entry, index);
  }

  /** @param {Record<string, any>} entry of a vote, open or opened @param {number} index */
  count(entry, index) {
    const { kind, contestant, votes, amount } = entry;
    demand(typeof contestant === 'string', `entry ${index} is of no kind that is known`);
    demand(
      Number.isSafeInteger(votes) && Number.isSafeInteger(amount),
      `entry ${index} has no whole numbers`,
    );
    const isCount = COUNTS.has(kind) && votes > 0 && amount >= 0;
    demand(
      isCount ||
        (kind === 'reversal' && votes <= 0 && amount <= 0) ||
        (kind === 'restore' && votes > 0 && amount >= 0),
      `entry ${index} has the wrong sign`,
    );
    if (kind === 'reversal') this.reversals.set(index, { contestant, votes, amount });
    if (kind === 'restore') this.restore(entry, index);
    if ('verified' in entry) this.verify(entry, index);
    this.votes.set(contestant, (this.votes.get(contestant) ?? 0) + votes);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + votes);
    this.amount += amount;
    demand(this.votes.get(contestant) >= 0, `entry ${index} takes back more than was counted`);
  }

  /** An entry takes back one reversal, whole and once, and commits to no person: the vote has its entry. */
  restore({ of, contestant, votes, amount, voter, payment }, index) {
    const reversal = this.reversals.get(of);
    const fits =
      reversal?.contestant === contestant && reversal.votes + votes === 0 && reversal.amount + amount === 0;
    demand(fits, `entry ${index} restores what no earlier entry has taken back`);
    demand(voter === undefined && payment === undefined, `entry ${index} restores and commits to a person`);
    this.reversals.delete(of);
  }

  /** Only counts of voters are verified, and a free vote of the website only where the rules ask for it. */
  verify({ verified, kind, channel, rules, votes }, index) {
    demand(
      verified === true && (kind === 'free' || kind === 'paid'),
      `entry ${index} is verified and cannot be`,
    );
    if (kind === 'free' && channel !== 'ussd') this.rules.askForNumbers(rules, index);
    this.verified += votes;
  }

  get total() {
    return [...this.votes.values()].reduce((sum, votes) => sum + votes, 0);
  }

  /** What the entries add up to, as plain values. The ranking has the most votes first. */
  report() {
    return {
      kinds: [...this.kinds].sort(),
      ranking: [...this.votes].sort((a, b) => b[1] - a[1]),
      total: this.total,
      amount: this.amount,
      verified: this.verified,
      opened: this.hidden.opened,
      hidden: this.hidden.size,
      versions: this.rules.versions,
      unnamed: this.rules.unnamed,
    };
  }

  /**
   * Compare with what the contest's public page says.
   * @param {{ categories: { contestants: { id: string, voteCount: number | null }[] }[] }} page
   * @returns {boolean} false when the page hides its counts @throws {Failure} when it shows others, or shows them while the log hides what they are made of
   */
  compare(page) {
    const contestants = page.categories.flatMap((category) => category.contestants);
    if (contestants.length > 0 && contestants.every(({ voteCount }) => voteCount === null)) return false;
    demand(
      this.hidden.size === 0,
      `the page shows counts, and the log has no key for ${this.hidden.size} entries`,
    );
    for (const { id, voteCount } of contestants) {
      const logged = this.votes.get(id) ?? 0;
      demand(logged === voteCount, `the page shows ${voteCount} votes for ${id}, the log has ${logged}`);
    }
    return true;
  }
}
