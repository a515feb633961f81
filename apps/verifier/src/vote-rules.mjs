import { minuteText, MINUTE_MS } from './minutes.mjs';
import { amountOf } from './rules-in-force.mjs';

/** What rules allow a vote to be (docs/log-format.md, "What rules allow"). */

/** From the end until nothing can be decided any more: 7 days, and the longest wait for a batch of the log. */
const DECIDED_WITHIN_MS = (7 * 24 * 60 + 16) * MINUTE_MS;

/**
 * @typedef {object} Vote a vote as it is judged
 * @property {number} v @property {string} kind @property {string} channel
 * @property {number | undefined} votes undefined while it is hidden @property {number | undefined} amount
 * @property {number} cast minute @property {number} minute in which it was counted
 * @property {boolean} isReleased @property {boolean} isVerified
 * @property {Set<string> | null} categories in which its nominee stood; null: not known
 */

/** Whether a moment of a minute is after the end of voting, and whether one is before. @param {number} minute @param {{ end: number }} rules */
export const canBeAfter = (minute, { end }) => (minute + 1) * MINUTE_MS > end;
export const canBeBefore = (minute, { end }) => minute * MINUTE_MS < end;

/**
 * @param {Vote} vote @param {import('./rules-in-force.mjs').RulesInForce} rules
 * @returns {string | null} what is wrong and what would be right, to be read after "entry 7 "; null when nothing is
 */
export function problemOf(vote, rules) {
  return problemOfTime(vote, rules) ?? problemOfProof(vote, rules) ?? problemOfCount(vote, rules);
}

function problemOfTime({ v, kind, cast, minute, isReleased }, { start, end, isElection }) {
  const [day, last] = [isoOf(start), isoOf(end)];
  if ((cast + 1) * MINUTE_MS <= start) return `was cast at ${minuteText(cast)}, and voting began at ${day}`;
  if (minute * MINUTE_MS > end + DECIDED_WITHIN_MS)
    return `was counted at ${minuteText(minute)}, and voting ended at ${last}: nothing is counted 7 days later`;
  // Version 1 has only the minute of the count, and a batch of ballots is logged minutes after the end.
  if (v === 1 || isElection) return null;
  if (!canBeBefore(cast, { end })) return `was cast at ${minuteText(cast)}, and voting ended at ${last}`;
  const canBeLate = kind === 'paid' || isReleased;
  if (minute * MINUTE_MS >= end && !canBeLate)
    return `was counted at ${minuteText(minute)}, and voting ended at ${last}: later only payments and votes that a person lets in are counted`;
  return null;
}

function problemOfProof({ v, kind, channel, isVerified }, { verification, isElection, price }) {
  if (kind !== 'free') return null;
  const isAsked = channel === 'ussd' || verification !== 'OPEN';
  if (price > 0) return `is a free vote, and the rules ask for ${price} pesewas a vote`;
  if (isElection !== (channel === 'ballot') && (v > 1 || !isElection))
    return isElection
      ? `has the channel ${channel}, and ballots of an election have the channel ballot`
      : 'has the channel ballot, and the rules are of no election';
  if (isVerified && !isAsked) return 'is verified under rules that do not ask for it';
  // Entries that are older than levels of proof do not say it.
  if (!isVerified && isAsked && v > 1)
    return `is not verified, and ${channel === 'ussd' ? 'a vote of the channel ussd is' : `the rules ask for ${verification}`}`;
  return null;
}

function problemOfCount(vote, rules) {
  const { kind, channel, votes, amount } = vote;
  if (votes === undefined) return null;
  if (kind === 'free') return problemOfFree(vote, rules);
  if (channel !== 'manual') return problemOfPrice(vote, rules);
  if (amount !== 0) return `has an amount of ${amount} pesewas, and a vote of the channel manual has 0`;
  if (rules.price > 0)
    return 'was entered without money before the end, and the rules ask for money: only a correction after the end has none';
  return rules.isElection
    ? 'was entered by the organiser before the end, and in an election only voters vote'
    : null;
}

function problemOfFree({ votes, amount }, { perHour, isElection }) {
  if (amount !== 0) return `is free and has an amount of ${amount} pesewas instead of 0`;
  if (isElection && votes !== 1) return `is a ballot of ${votes} votes, and a ballot of an election has 1`;
  if (perHour !== null && votes > perHour)
    return `has ${votes} votes, and the rules allow ${perHour} free votes at once`;
  return null;
}

function problemOfPrice(vote, rules) {
  const { v, kind, votes, amount, isReleased } = vote;
  if (rules.price === null) return null;
  if (rules.price === 0) return `was paid for with ${amount} pesewas, and the rules ask for no money`;
  const [multipliers, prices] = [multipliersOf(vote, rules), pricesOf(vote, rules)];
  const fitting = multipliers.filter((times) => votes % times === 0);
  if (!fitting.length) return `has ${votes} votes, and they count ${multipliers.join(' or ')} times then`;
  if (isReleased) return null;
  const amounts = fitting.flatMap((times) => prices.map((own) => amountOf(own, votes / times)));
  if (amounts.includes(amount)) return null;
  // Version 1 does not say that a person let in a payment of another amount: it is named instead (see `otherAmounts`).
  if (v === 1 && kind === 'paid') return null;
  return `has ${votes} votes for ${amount} pesewas, and the rules ask for ${[...new Set(amounts)].join(' or ')}`;
}

/** Whether a payment of version 1 has another amount than the rules ask for. @param {Vote} vote @param {import('./rules-in-force.mjs').RulesInForce} rules */
export const hasOtherAmount = (vote, rules) =>
  vote.v === 1 && vote.kind === 'paid' && problemOfPrice({ ...vote, v: 2 }, rules) !== null;

/** How often a vote can count: its cast is known to a minute; of version 1 only that it is not later than the count. */
function multipliersOf({ v, cast }, { windows }) {
  const [from, until] = [cast * MINUTE_MS, (cast + 1) * MINUTE_MS];
  if (v === 1)
    return [...new Set([1, ...windows.filter((one) => one.from < until).map(({ times }) => times)])];
  const open = windows.filter((one) => one.from < until && from < one.until);
  const isWithin = open.some((one) => one.from <= from && until <= one.until);
  return [...open.map(({ times }) => times), ...(isWithin ? [] : [1])];
}

/** Prices by which a vote can have been sold: those of its nominee's category; of a log without names those of any. */
function pricesOf({ categories }, rules) {
  const ids = categories ?? ['', ...rules.categories.keys()];
  return [...ids].map((id) => rules.categories.get(id) ?? rules);
}

const isoOf = (ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'no time');
