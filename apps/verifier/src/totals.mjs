import { Commitments } from './commitments.mjs';
import { CountedVotes } from './counted.mjs';
import { readEntry } from './entry.mjs';
import { demandForm, VOTES } from './forms.mjs';
import { HiddenEntries } from './hidden.mjs';
import { demand } from './log.mjs';
import { minuteOf, minuteText } from './minutes.mjs';
import { Reversals } from './reversals.mjs';
import { Rosters } from './roster.mjs';
import { SealedRules } from './rules.mjs';
import { hasOtherAmount, isCorrection, problemOf } from './vote-rules.mjs';

/** How far the minute of an entry can lie before that of an earlier one: entries are logged in batches. */
const MOST_BACK = 30;

/** Adds up the entries of a log, and checks each against those before it. */
export class Totals {
  /** Votes per contestant. @type {Map<string, number>} */
  votes = new Map();
  /** Votes per kind. @type {Map<string, number>} */
  kinds = new Map();
  amount = 0;
  /** Votes whose number was verified. */
  verified = 0;
  /** What corrections of the final result add up to, by contestant, and the newest entry. @type {Map<string, { votes: number, index: number }>} */
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
    this.demandTime(entry, index);
    if (entry.kind === 'roster') return this.rosters.add(entry, index);
    this.rosters.demandComplete(index);
    if (entry.kind === 'rules') return this.rules.add(entry, index);
    if (entry.kind === 'reveal') {
      for (const opened of this.hidden.reveal(entry, index)) this.count(opened.entry, opened.index, opened.candidates);
      return;
    }
    const candidates = this.place(entry, index);
    if (entry.hidden !== undefined) this.hidden.add(entry, index, candidates);
    else this.count(entry, index, candidates);
  }

  demandTime({ v, minute }, index) {
    const time = minuteOf(minute);
    if (v > 1 && time < this.latest - MOST_BACK)
      demand(false, `entry ${index} is of ${minute}, more than ${MOST_BACK} minutes before an entry before it, of ${minuteText(this.latest)}`);
    if (time > this.latest) this.latest = time;
  }

  /** What can be said of an entry before it is known what it counts for. @returns {import('./rules.mjs').Version[]} the rules that it can be under */
  place(entry, index) {
    const { v, kind, rules } = entry;
    const isVote = VOTES.has(kind);
    const { first } = this.rosters;
    if (v === 1 && first)
      demand(false, `entry ${index} is of version 1, and entry ${first.index} has names: from there on votes are of version 2`);
    if (v > 1 && isVote && !first) demand(false, `entry ${index} is a vote of version 2, and no entry before it names its nominee`);
    this.counted.place(entry, index, isVote);
    if (!isVote) {
      if (kind === 'reversal') this.reversals.place(entry, index);
      this.rules.demandKnown(rules, index);
      return [];
    }
    const candidates = this.candidatesOf(entry, index);
    this.commit(entry, index);
    if (entry.hidden !== undefined) this.judge(entry, index, candidates);
    return candidates;
  }

  candidatesOf(entry, index) {
    const cast = minuteOf(entry.cast ?? entry.minute);
    if (cast > minuteOf(entry.minute))
      demand(false, `entry ${index} was cast at ${entry.cast}, after it was counted at ${entry.minute}`);
    if (entry.rules === undefined && this.isCorrection(entry, index)) return [];
    return this.rules.use(entry, cast, index);
  }

  /** @returns {number | null} when voting ends, by the newest rules before an entry; null without their document */
  endAt(index) {
    return this.rules.newestAt(index)?.rules?.end ?? null;
  }

  isCorrection(entry, index) {
    if (entry.kind !== 'manual' || entry.channel !== 'manual') return false;
    return isCorrection(voteOf(entry, null), this.endAt(index) ?? -Infinity);
  }

  /** Every vote of version 2 commits once to its voter or its receipt code, and to its payment. */
  commit(entry, index) {
    const { v, kind, channel, voter, payment, ballot } = entry;
    if (v > 1) {
      const isBare = voter === undefined && ballot === undefined && payment === undefined;
      if (isBare) this.demandErased(entry, index);
      else {
        const isPaid = kind === 'paid' || channel === 'cash';
        if ((voter === undefined) === (ballot === undefined))
          demand(false, `entry ${index} has ${voter ? 'both' : 'neither'} of the commitments voter and ballot: a vote has one of them`);
        if (isPaid !== (payment !== undefined))
          demand(false, isPaid ? `entry ${index} lacks the commitment to its payment` : `entry ${index} commits to a payment, and was not paid for`);
      }
    }
    for (const commitment of [voter, payment, ballot]) {
      if (commitment === undefined) continue;
      const before = this.commitments.add(commitment, index);
      if (before >= 0 && v > 1)
        demand(false, `entry ${index} has the commitment ${commitment}, which entry ${before} has: each is of one vote`);
    }
  }

  /** Only a vote that was cast before version 2 can have lost its commitments before it was logged, and a correction is of no voter. */
  demandErased(entry, index) {
    const isOld = minuteOf(entry.cast) <= minuteOf(this.rosters.first.minute);
    demand(
      isOld || this.isCorrection(entry, index),
      `entry ${index} has no commitment: a vote has that of its voter or of its receipt code`,
    );
  }

  /** @param {Record<string, any>} entry of a vote, open or opened @param {number} index @param {import('./rules.mjs').Version[]} candidates */
  count(entry, index, candidates) {
    const { v, kind, channel, contestant, votes, amount } = entry;
    this.counted.open(entry, index);
    if (kind === 'reversal') this.takeBack(entry, index);
    else if (!(votes >= 0 && amount >= 0 && votes + amount > 0) || (kind !== 'restore' && votes === 0))
      demand(false, `entry ${index} has the wrong sign: it has ${votes} votes for ${amount} pesewas, and a vote has one or more, for zero or more`);
    else if (kind === 'restore') this.reversals.restore(entry, index);
    else {
      const listed = this.rosters.listed.get(contestant);
      if (v > 1 && !(listed < index)) demand(false, `entry ${index} is a vote for ${contestant}, who is in no list of nominees before it`);
      this.judge(entry, index, candidates);
      if (this.isCorrection(entry, index) && this.endAt(index) !== null) this.correct(contestant, votes, index);
    }
    this.sum(v === 1 && kind === 'free' && channel === 'manual' ? 'manual' : kind, entry, index);
  }

  takeBack(entry, index) {
    const end = this.endAt(index);
    this.reversals.take(entry, index, end);
    const isOfNoVote = this.reversals.entries.get(index).of < 0;
    const isAfterEnd = end !== null && isCorrection({ ...voteOf(entry, null), kind: 'manual' }, end);
    if (isOfNoVote && isAfterEnd) this.correct(entry.contestant, entry.votes, index);
  }

  correct(contestant, votes, index) {
    this.corrections.set(contestant, { votes: (this.corrections.get(contestant)?.votes ?? 0) + votes, index });
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

  /** Only votes of voters are verified; the rest the rules say, those of each moment at which it can have been cast. */
  judge(entry, index, candidates) {
    const { kind, channel, verified, rules, v } = entry;
    if (verified && (kind === 'manual' || channel === 'manual'))
      demand(false, `entry ${index} is verified and cannot be: the organiser entered it`);
    if (verified && kind === 'free' && channel !== 'ussd' && rules === undefined)
      demand(false, `entry ${index} is verified under no rules: none asked for it`);
    if (v > 1) demandRelease(entry, index);
    const known = candidates.filter((version) => version.rules);
    if (!known.length || this.isCorrection(entry, index)) {
      if (this.isCorrection(entry, index) && entry.amount > 0)
        demand(false, `entry ${index} corrects a result and has an amount of ${entry.amount} pesewas instead of 0`);
      return;
    }
    const categories = v > 1 ? (this.rosters.categoriesOf.get(entry.contestant) ?? null) : null;
    const vote = voteOf(entry, categories);
    let problem = null;
    for (const version of known) {
      const found = problemOf(vote, version.rules);
      if (found === null) {
        if (vote.votes !== undefined && v === 1 && known.every((one) => hasOtherAmount(vote, one.rules))) this.otherAmounts.push(index);
        return;
      }
      problem ??= found;
    }
    demand(false, `entry ${index} ${problem}`);
  }

  get total() {
    return [...this.votes.values()].reduce((sum, votes) => sum + votes, 0);
  }
}

/** A vote that a person let in was counted in the minute of that decision, and an open free vote in that of its cast. */
function demandRelease({ kind, channel, cast, minute, released }, index) {
  // Of a secret ballot both times are those of its batch.
  if (released && released.minute !== minute && kind === 'free' && channel !== 'ballot')
    demand(false, `entry ${index} was let in at ${released.minute} and counted at ${minute}: it counts from the decision on`);
  if (released && kind === 'manual') demand(false, `entry ${index} was entered by the organiser, and says that a person let it in`);
  if (kind === 'free' && !released && cast !== minute)
    demand(false, `entry ${index} was cast at ${cast} and counted at ${minute}, and no decision of a person is between`);
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
    isCommitted: entry.voter !== undefined || entry.payment !== undefined || entry.ballot !== undefined,
    categories,
  };
}
