import { areEqual, bytesOf, textOf } from './bytes.mjs';
import { demand } from './log.mjs';

/** A value in canonical form (RFC 8785): keys of objects in the order of their code units. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(',')}}`;
}

const NUMBER = String.raw`(0|-?[1-9]\d{0,14})`;
const HASH = '([A-Za-z0-9+/]{43}=)';
const MINUTE = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\dZ)`;
/**
 * An open entry of a vote in canonical form, which nearly every entry is. What matches is canonical as it is: parsing it and writing it again
 * takes four times as long.
 */
const VOTE = new RegExp(
  `^{"amount":${NUMBER}(?:,"ballot":"${HASH}")?(?:,"cast":"${MINUTE}")?,"channel":"([a-z_]{1,32})","contestant":"([0-9a-f-]{36})",` +
    `"kind":"(free|paid|manual|reversal)","minute":"${MINUTE}"(?:,"of":(0|[1-9]\\d{0,14}))?(?:,"payment":"${HASH}")?(?:,"rules":"${HASH}")?,` +
    `"v":([12])(?:,"verified":(true))?(?:,"voter":"${HASH}")?,"votes":${NUMBER}}$`,
);

/** @param {string} text @returns {Record<string, any> | null} what JSON.parse would say, or null for any other text. Absent fields are undefined */
function readVote(text) {
  const found = VOTE.exec(text);
  if (!found) return null;
  const [
    ,
    amount,
    ballot,
    cast,
    channel,
    contestant,
    kind,
    minute,
    of,
    payment,
    rules,
    v,
    verified,
    voter,
    votes,
  ] = found;
  return {
    amount: Number(amount),
    ballot,
    cast,
    channel,
    contestant,
    kind,
    minute,
    of: of && Number(of),
    payment,
    rules,
    v: Number(v),
    verified: verified && true,
    voter,
    votes: Number(votes),
  };
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
  const isCanonical = isShallow(entry) && canonical(entry) === text && areEqual(bytesOf(text), bytes);
  demand(isCanonical, `entry ${index} is not in canonical form`);
  return entry;
}

/** Nothing that an entry holds lies deeper than the nominees of a roster. */
const MOST_DEPTH = 4;
const isShallow = (entry) => typeof entry === 'object' && entry !== null && isText(entry, MOST_DEPTH);

/** Whether a value is no deeper than that, and each of its texts is one: half of a pair of code units is none. */
function isText(value, depth) {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth > 0 && Object.entries(value).every(([key, one]) => key.isWellFormed() && isText(one, depth - 1))
  );
}
