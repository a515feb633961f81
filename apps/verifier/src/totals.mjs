import { Commitments } from './commitments.mjs';
import { CountedVotes } from './counted.mjs';
import { readEntry } from './entry.mjs';
import { demandForm, VOTES } from './forms.mjs';
import { HiddenEntries } from './hidden.mjs';
import { demand } from './log.mjs';
import { minuteOf, minuteText } from './minutes.mjs';
import { demandOutcome } from './outcome.mjs';
import { Reversals } from './reversals.mjs';
import { Rosters } from './roster.mjs';
import { SealedRules } from './rules.mjs';
import { canBeAfter, canBeBefore, hasOtherAmount, problemOf } from './vote-rules.mjs';

/** How far the minute of an entry can lie before that of an earlier one: entries are logged in batches. */
const MOST_BACK = 30;

/** Adds up the entries of a log, and checks each against those before it. */
export class Totals {
  /** Votes per contestant. @type {Map<string, number>} */
  votes = new Map();
  /** Votes per kind. @type {Map<string, number>} */
  kinds = new Map();
  amount = 0;
  /** Whether votes of version 1 are among the entries. */
  hasVersion1 = false;
  /** Votes whose number was verified. */
  verified = 0;
  /** What can be corrections of the final result, by contestant. @type {Map<string, { votes: number, index: number, isSure: boolean }[]>} */
  corrections = new Map();
  /** Payments of version 1 with another amount than the rules ask for. @type {number[]} */
  otherAmounts = [];
  /** Of the tree of all entries. */
  root = new Uint8Array();
  rosters = new Rosters();
  hidden = new HiddenEntries();
  commitments = new Commitments();
  counted = new CountedVotes();
  reversals = new Reversals(this.counted, this.commitments);
  /** The latest minute so far. */
  latest = -Infinity;

  /** @param {ReturnType<typeof import('./rules.mjs').readPublished> | null} [published] rules by which entries are checked */
  constructor(published = null) {
    this.rules = new SealedRules(published);
  }

  /** @param {Uint8Array} bytes @param {number} index for what is said about a wrong one */
  add(bytes, index) {
    const entry = readEntry(bytes, index);
    demandForm(entry, index);
    if (entry.kind === 'roster') return this.rosters.add(entry, index);
    this.rosters.demandComplete(index);
    if (entry.kind === 'rules') return this.rules.add(entry, index);
    if (entry.kind === 'reveal') {
      for (const opened of this.hidden.reveal(entry, index)) this.count(opened.entry, opened.index);
      return;
    }
    this.place(entry, index);
    if (entry.hidden !== undefined) this.hidden.add(entry, index);
    else this.count(entry, index);
  }

  demandOrder({ v, minute }, index) {
    if (v === 1) return;
    const time = minuteOf(minute);
    if (time < this.latest - MOST_BACK)
      demand(
        false,
        `entry ${index} is of ${minute}, more than ${MOST_BACK} minutes before an entry before it, of ${minuteText(this.latest)}`,
      );
    if (time > this.latest) this.latest = time;
  }

  /** What can be said of an entry of a vote before it is known what it counts for. */
  place(entry, index) {
    const { v, kind, rules } = entry;
    this.demandOrder(entry, index);
    const isVote = VOTES.has(kind);
    const { first } = this.rosters;
    if (v === 1 && first)
      demand(
        false,
        `entry ${index} is of version 1, and entry ${first.index} has names: from there on votes are of version 2`,
      );
    if (v > 1 && isVote && !first)
      demand(false, `entry ${index} is a vote of version 2, and no entry before it names its nominee`);
    if (v === 1) this.hasVersion1 = true;
    this.counted.place(entry, index, isVote);
    if (!isVote) {
      if (kind === 'reversal') this.reversals.place(entry, index);
      this.rules.demandKnown(rules, index);
      return;
    }
    const cast = minuteOf(entry.cast ?? entry.minute);
    if (cast > minuteOf(entry.minute))
      demand(false, `entry ${index} was cast at ${entry.cast}, after it was counted at ${entry.minute}`);
    if (rules !== undefined || !this.isCorrection(entry, index)) this.rules.use(entry, cast, index);
    this.commit(entry, index);
    if (entry.hidden !== undefined) this.judge(entry, index);
  }

  /** The newest rules before an entry. @param {number} index @returns {import('./rules-in-force.mjs').RulesInForce | null} null without their document */
  rulesAt(index) {
    return this.rules.newestAt(index)?.rules ?? null;
  }

  /** Whether an entry without money can be a correction of the final result; without documents of rules every one can. */
  isCorrection({ kind, channel, cast, minute }, index) {
    if (kind !== 'manual' || channel !== 'manual') return false;
    const rules = this.rulesAt(index);
    return rules === null || canBeAfter(minuteOf(cast ?? minute), rules);
  }

  /** Every vote of version 2 commits once to its voter or its receipt code, and to its payment. */
  commit({ v, kind, channel, voter, payment, ballot }, index) {
    if (v > 1) {
      const isPaid = kind === 'paid' || channel === 'cash';
      if (voter === undefined && ballot === undefined)
        demand(
          false,
          `entry ${index} has no commitment: a vote has that of its voter or of its receipt code`,
        );
      if (voter !== undefined && ballot !== undefined)
        demand(false, `entry ${index} commits to a voter and to a receipt code: a vote has one of them`);
      if (isPaid !== (payment !== undefined))
        demand(
          false,
          isPaid
            ? `entry ${index} lacks the commitment to its payment`
            : `entry ${index} commits to a payment, and was not paid for`,
        );
    }
    for (const commitment of [voter, payment, ballot]) {
      if (commitment === undefined) continue;
      const before = this.commitments.add(commitment, index);
      if (before >= 0 && v > 1)
        demand(
          false,
          `entry ${index} has the commitment ${commitment}, which entry ${before} has: each is of one vote`,
        );
    }
  }

  /** @param {Record<string, any>} entry of a vote, open or opened @param {number} index */
  count(entry, index) {
    const { v, kind, channel, contestant, votes, amount } = entry;
    this.counted.open(entry, index);
    if (kind === 'reversal') this.takeBack(entry, index);
    else if (!(votes >= 0 && amount >= 0 && votes + amount > 0) || (kind !== 'restore' && votes === 0))
      demand(
        false,
        `entry ${index} has the wrong sign: it has ${votes} votes for ${amount} pesewas, and a vote has one or more, for zero or more`,
      );
    else if (kind === 'restore') this.reversals.restore(entry, index);
    else {
      const listed = this.rosters.listed.get(contestant);
      if (v > 1 && !(listed < index))
        demand(false, `entry ${index} is a vote for ${contestant}, who is in no list of nominees before it`);
      this.judge(entry, index);
      if (channel === 'manual') this.correct(entry, index);
    }
    this.sum(v === 1 && kind === 'free' && channel === 'manual' ? 'manual' : kind, entry, index);
  }

  takeBack(entry, index) {
    this.reversals.take(entry, index, this.rulesAt(index)?.end ?? null);
    if (entry.channel === 'manual' && this.reversals.entries.get(index).of < 0) this.correct(entry, index);
  }

  /** Keep what can be a correction of the final result, to be compared with those that the newest rules announce. */
  correct({ contestant, votes, cast, minute }, index) {
    const [rules, time] = [this.rulesAt(index), minuteOf(cast ?? minute)];
    if (!rules || !canBeAfter(time, rules)) return;
    if (!this.corrections.has(contestant)) this.corrections.set(contestant, []);
    // In the minute of the end of a free contest it can be either.
    const isSure = !canBeBefore(time, rules) || rules.price > 0 || votes < 0;
    this.corrections.get(contestant).push({ votes, index, isSure });
  }

  sum(kind, { contestant, votes, amount, verified }, index) {
    const sum = (this.votes.get(contestant) ?? 0) + votes;
    this.votes.set(contestant, sum);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + votes);
    this.amount += amount;
    if (verified) this.verified += votes;
    if (sum < 0) demand(false, `entry ${index} takes back more than was counted for ${contestant}`);
    if (!Number.isSafeInteger(sum) || !Number.isSafeInteger(this.amount))
      demand(false, `the entries up to ${index} add up to more than can be counted`);
  }

  /** Only votes of voters are verified; the rest the rules say, those of any moment at which it can have been cast. */
  judge(entry, index) {
    const { v, kind, channel, verified, rules: hash, amount } = entry;
    if (verified && (kind === 'manual' || channel === 'manual'))
      demand(false, `entry ${index} is verified and cannot be: the organiser entered it`);
    if (verified && kind === 'free' && channel !== 'ussd' && hash === undefined)
      demand(false, `entry ${index} is verified under no rules: none asked for it`);
    if (v > 1) demandRelease(entry, index);
    if (this.isCorrection(entry, index)) {
      if (amount > 0)
        demand(
          false,
          `entry ${index} is of the channel manual and has an amount of ${amount} pesewas instead of 0`,
        );
      if (entry.cast !== undefined && entry.cast !== entry.minute)
        demand(
          false,
          `entry ${index} was cast at ${entry.cast} and counted at ${entry.minute}: what an organiser enters counts at once`,
        );
      return;
    }
    if (hash === undefined || !this.rules.published) return;
    const vote = voteOf(entry, v > 1 ? (this.rosters.categoriesOf.get(entry.contestant) ?? null) : null);
    let first = null;
    for (const rules of this.rules.candidates(hash, vote.cast, v, index)) {
      const problem = problemOf(vote, rules);
      if (problem === null) return this.name(vote, rules, index);
      first ??= problem;
    }
    if (first !== null) demand(false, `entry ${index} ${first}`);
  }

  /** Payments of version 1 do not say that a person let them in. */
  name(vote, rules, index) {
    if (vote.v === 1 && vote.votes !== undefined && hasOtherAmount(vote, rules))
      this.otherAmounts.push(index);
  }

  /** After the last entry. */
  finish() {
    this.rosters.demandFinished();
    if (this.rules.published) this.rules.compare();
    demandOutcome(this);
  }

  get total() {
    return [...this.votes.values()].reduce((sum, votes) => sum + votes, 0);
  }
}

/** A vote that a person let in was counted in the minute of that decision, and another free one in that of its cast. */
function demandRelease({ kind, cast, minute, released }, index) {
  if (released && kind === 'manual')
    demand(false, `entry ${index} was entered by the organiser, and says that a person let it in`);
  if (released && released.minute !== minute)
    demand(
      false,
      `entry ${index} was let in at ${released.minute} and counted at ${minute}: it counts from the decision on`,
    );
  if (kind === 'free' && !released && cast !== minute)
    demand(
      false,
      `entry ${index} was cast at ${cast} and counted at ${minute}, and no decision of a person is between`,
    );
}

/** @param {Record<string, any>} entry @param {Set<string> | null} categories @returns {import('./vote-rules.mjs').Vote} */
function voteOf(entry, categories) {
  const { v, kind, channel, votes, amount, minute, cast } = entry;
  return {
    v,
    kind: v === 1 && kind === 'free' && channel === 'manual' ? 'manual' : kind,
    channel,
    votes,
    amount,
    minute: minuteOf(minute),
    cast: minuteOf(cast ?? minute),
    isReleased: entry.released !== undefined,
    isVerified: entry.verified === true,
    categories,
  };
}
