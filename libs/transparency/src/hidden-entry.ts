import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type HiddenEntry, minuteOf, type RevealEntry, type VoteEntry } from './entry.js';

/**
 * What entries say while results are hidden (ADR 111). For whom, how many votes and how much is encrypted under a key of the contest; each such
 * entry names the hash of that key, and the key is an entry of its own when results are shown. One hash has one key, and one key opens an entry in
 * one way, so what was logged cannot be said to be something else later.
 */

export const HIDING_KEY_BYTES = 32;
const NONCE_BYTES = 16;
const VOTES_AT = 16;
const AMOUNT_AT = 24;
const FACTS_BYTES = 32;

/** @param nonce 16 bytes that are used once with this key */
export function hideEntry(
  { contestant, votes, amount, ...open }: VoteEntry,
  key: Buffer,
  nonce: Buffer = randomBytes(NONCE_BYTES),
): HiddenEntry {
  const facts = Buffer.concat([Buffer.from(contestant.replaceAll('-', ''), 'hex'), Buffer.alloc(16)]);
  if (facts.length !== FACTS_BYTES) throw new RangeError('a contestant’s id must be a UUID');
  facts.writeBigInt64BE(BigInt(votes), VOTES_AT);
  facts.writeBigInt64BE(BigInt(amount), AMOUNT_AT);
  const pad = createHmac('sha256', key).update(nonce).digest();
  const hidden = Buffer.concat([nonce, facts.map((byte, at) => byte ^ (pad[at] ?? 0))]);
  return { ...open, hidden: hidden.toString('base64'), hiddenBy: hashOfKey(key) };
}

/** What a hidden entry counts for. @param key the one that it names */
export function openEntry(
  entry: HiddenEntry,
  key: Buffer,
): Pick<VoteEntry, 'contestant' | 'votes' | 'amount'> {
  const hidden = Buffer.from(entry.hidden, 'base64');
  const pad = createHmac('sha256', key).update(hidden.subarray(0, NONCE_BYTES)).digest();
  const facts = Buffer.from(hidden.subarray(NONCE_BYTES).map((byte, at) => byte ^ (pad[at] ?? 0)));
  if (facts.length !== FACTS_BYTES) throw new RangeError('a hidden entry has 48 bytes');
  const id = facts.toString('hex', 0, VOTES_AT).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return {
    contestant: id,
    votes: Number(facts.readBigInt64BE(VOTES_AT)),
    amount: Number(facts.readBigInt64BE(AMOUNT_AT)),
  };
}

/** Base64 of the hash by which hidden entries name their key. */
export function hashOfKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64');
}

/** @param now when results are shown */
export function revealEntryOf(key: Buffer, now: Date): RevealEntry {
  return { v: 1, kind: 'reveal', minute: minuteOf(now), key: key.toString('base64') };
}
