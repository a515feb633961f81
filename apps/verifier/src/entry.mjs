import { textOf } from './bytes.mjs';
import { demand } from './log.mjs';

/** A flat object in canonical form (RFC 8785). @param {Record<string, unknown>} flat */
export function canonical(flat) {
  const keys = Object.keys(flat).sort();
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, flat[key]])));
}

const NUMBER = String.raw`(0|-?[1-9]\d{0,14})`;
const HASH = '([A-Za-z0-9+/]{43}=)';
/**
 * An open entry of a vote in canonical form, which nearly every entry is. What matches is canonical as it is: parsing it and writing it again
 * takes four times as long.
 */
const VOTE = new RegExp(
  `^{"amount":${NUMBER},"channel":"([a-z_]{1,32})","contestant":"([0-9a-f-]{36})","kind":"(free|paid|manual|reversal)",` +
    String.raw`"minute":"(\d{4}-\d\d-\d\dT\d\d:\d\dZ)"(?:,"payment":"${HASH}")?(?:,"rules":"${HASH}")?,"v":1` +
    `(?:,"verified":(true))?(?:,"voter":"${HASH}")?,"votes":${NUMBER}}$`,
);

/** @param {string} text @returns {Record<string, any> | null} what JSON.parse would say, or null for any other text */
function readVote(text) {
  const found = VOTE.exec(text);
  if (!found) return null;
  const [, amount, channel, contestant, kind, minute, payment, rules, verified, voter, votes] = found;
  const entry = { amount: Number(amount), channel, contestant, kind, minute, v: 1, votes: Number(votes) };
  if (payment) entry.payment = payment;
  if (rules) entry.rules = rules;
  if (verified) entry.verified = true;
  if (voter) entry.voter = voter;
  return entry;
}

/** @param {Uint8Array} bytes @param {number} index for what is said about a wrong one @returns {Record<string, any>} */
export function readEntry(bytes, index) {
  const text = textOf(bytes);
  let entry = readVote(text);
  if (entry) return entry;
  try {
    entry = JSON.parse(text);
  } catch {
    demand(false, `entry ${index} is not JSON`);
  }
  demand(isSorted(entry) && JSON.stringify(entry) === text, `entry ${index} is not in canonical form`);
  return entry;
}

/** Whether an object's fields come in their order: writing it again gives its canonical form then, without sorting a million of them. */
function isSorted(entry) {
  if (typeof entry !== 'object' || entry === null) return false;
  let before = '';
  for (const key in entry) {
    if (key < before) return false;
    before = key;
  }
  return true;
}
