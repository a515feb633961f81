import { demand } from './log.mjs';
import { minuteOf, minuteText, MINUTE_MS } from './minutes.mjs';

/** What is taken back of votes and put back again. */

/** @typedef {{ of: number, contestant: string, channel: string, rules: string | undefined, votes: number, amount: number, isRestored: boolean }} Reversal */

export class Reversals {
  /** By the index of its entry. @type {Map<number, Reversal>} */
  entries = new Map();
  /** What is taken back of a vote, by the vote's index. @type {Map<number, { votes: number, amount: number }>} */
  taken = new Map();

  /**
   * @param {import('./counted.mjs').CountedVotes} counted
   * @param {import('./commitments.mjs').Commitments} commitments
   */
  constructor(counted, commitments) {
    this.counted = counted;
    this.commitments = commitments;
  }

  /** A reversal is of a vote before it, as far as that can be said while it is hidden. @param {Record<string, any>} entry @param {number} index @param {boolean} isPlaced true: its own place is known */
  place(entry, index) {
    const { v, of, channel } = entry;
    const vote = v === 1 ? this.byCommitments(entry, index) : of;
    if (vote === undefined) {
      const isFree = ['voter', 'payment', 'ballot'].every((name) => entry[name] === undefined);
      if (v > 1 && (channel !== 'manual' || !isFree))
        demand(
          false,
          `entry ${index} takes back a vote and does not say which: \`of\` is the index of its entry`,
        );
      return;
    }
    demand(
      this.counted.isVote(vote) && vote < index,
      `entry ${index} takes back entry ${vote}, which is no vote before it`,
    );
    const had = this.counted.channel(vote);
    demand(
      had === channel,
      `entry ${index} has the channel ${channel}, and the vote that it takes back, entry ${vote}, has ${had}`,
    );
    if (v === 1) return;
    const rules = this.counted.rulesOf(vote);
    demand(
      rules === entry.rules,
      `entry ${index} names other rules than the vote that it takes back, entry ${vote}: ${rules ?? 'none'}`,
    );
    this.demandCommitments(entry, vote, index);
  }

  demandCommitments(entry, vote, index) {
    const has = ['voter', 'payment', 'ballot'].filter((name) => entry[name] !== undefined);
    const hasSame =
      has.join() === this.counted.commitments(vote).join() &&
      has.every((name) => this.commitments.find(entry[name]) === vote);
    demand(hasSame, `entry ${index} has other commitments than the vote that it takes back, entry ${vote}`);
  }

  /** Of version 1 the vote is that of the same commitments. @returns {number | undefined} undefined for an entry without any */
  byCommitments(entry, index) {
    const has = ['voter', 'payment'].filter((name) => entry[name] !== undefined);
    const [found, other = found] = has.map((name) => this.commitments.find(entry[name]));
    if (found === undefined) return undefined;
    demand(
      found >= 0 && found === other,
      `entry ${index} takes back a vote, and no entry before it has its commitments`,
    );
    return found;
  }

  /**
   * @param {Record<string, any>} entry of the kind `reversal`, open and placed @param {number} index
   * @param {number | null} end of voting in milliseconds; null when it is not known
   */
  take(entry, index, end) {
    const { v, contestant, channel, rules, votes, amount } = entry;
    demand(
      votes <= 0 && amount <= 0 && votes + amount !== 0,
      `entry ${index} has the wrong sign: a reversal has votes and an amount of zero or below, and not both zero`,
    );
    const vote = v === 1 ? this.byCommitments(entry, index) : entry.of;
    this.entries.set(index, { of: vote ?? -1, contestant, channel, rules, votes, amount, isRestored: false });
    if (vote === undefined) return v > 1 && this.demandCorrection(entry, index, end);
    demand(this.counted.isOpen(vote), `entry ${index} takes back entry ${vote}, which is still hidden`);
    const of = this.counted.contestant(vote);
    demand(
      of === contestant,
      `entry ${index} takes back votes of ${contestant}, and its vote, entry ${vote}, is for ${of}`,
    );
    const [had, cost] = [this.counted.votes[vote], this.counted.amounts[vote]];
    const before = this.taken.get(vote) ?? { votes: 0, amount: 0 };
    const taken = { votes: before.votes - votes, amount: before.amount - amount };
    demand(
      taken.votes <= had && taken.amount <= cost,
      `entry ${index} takes back more than is left of entry ${vote}: ${had - before.votes} votes and ${cost - before.amount} pesewas`,
    );
    if (v > 1) demandShare(entry, index, { vote, had, cost, taken, isAfterEnd: isAtEnd(entry, end) });
    this.taken.set(vote, taken);
  }

  demandCorrection({ amount, minute }, index, end) {
    demand(
      amount === 0,
      `entry ${index} takes back ${-amount} pesewas of no vote: a correction of a result has no money`,
    );
    demand(
      end === null || (minuteOf(minute) + 1) * MINUTE_MS > end,
      `entry ${index} corrects a result at ${minute}, and voting ends at ${minuteText(Math.floor((end ?? 0) / MINUTE_MS))}: before it a reversal names its vote`,
    );
  }

  /** A reversal is put back whole and once. @param {Record<string, any>} entry of the kind `restore`, open @param {number} index */
  restore({ of, contestant, channel, rules, votes, amount }, index) {
    const reversal = this.entries.get(of);
    demand(
      reversal !== undefined && of < index,
      `entry ${index} restores what no earlier entry has taken back: entry ${of} is no reversal before it`,
    );
    demand(amount === 0, `entry ${index} restores ${amount} pesewas: only votes without money are restored`);
    demand(!reversal.isRestored, `entry ${index} restores entry ${of}, which was restored before`);
    const fits =
      reversal.contestant === contestant &&
      reversal.channel === channel &&
      reversal.rules === rules &&
      reversal.votes + votes === 0 &&
      reversal.amount + amount === 0;
    demand(
      fits,
      `entry ${index} restores something else than entry ${of} has taken back: ${-reversal.votes} votes and ${-reversal.amount} pesewas of ${reversal.contestant}`,
    );
    reversal.isRestored = true;
    const taken = this.taken.get(reversal.of);
    if (taken) this.taken.set(reversal.of, { votes: taken.votes - votes, amount: taken.amount - amount });
  }
}

const isAtEnd = ({ minute }, end) => end === null || (minuteOf(minute) + 1) * MINUTE_MS > end;

/** Free votes go back whole. A refund takes votes in proportion, rounded down; after the end money can go back without votes. */
function demandShare({ votes, amount }, index, { vote, had, cost, taken, isAfterEnd }) {
  if (cost === 0) {
    demand(
      taken.votes === had,
      `entry ${index} takes back ${-votes} of ${had} votes of entry ${vote}, which was free: free votes go back whole`,
    );
    return;
  }
  if (amount === 0)
    demand(
      false,
      `entry ${index} takes back ${-votes} votes and no money of entry ${vote}, which was paid for`,
    );
  const [V, A, a] = [had, cost, taken.amount].map(BigInt);
  const least = a === A ? had : Number((V * a) / A);
  const most = a === A ? had : Number((V * (a + 1n) + A - 1n) / A - 1n);
  const fits = taken.votes <= most && (taken.votes >= least || isAfterEnd);
  demand(
    fits,
    `entry ${index} makes ${taken.votes} of ${had} votes of entry ${vote} go back for ${taken.amount} of ${cost} pesewas, and ${least === most ? least : `${least} to ${most}`} go back for that`,
  );
}
