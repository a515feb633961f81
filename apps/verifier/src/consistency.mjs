import { areEqual } from './bytes.mjs';
import { nodeHash } from './log.mjs';

/**
 * Whether a proof shows that the tree of `older` is a beginning of that of `newer` (RFC 9162, section 2.1.4.2).
 * @param {{ size: number, root: Uint8Array }} older
 * @param {{ size: number, root: Uint8Array }} newer
 * @param {Uint8Array[]} proof
 */
export function isConsistent(older, newer, proof) {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && areEqual(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof];
  if (!path.length) return false;
  let [at, last] = [BigInt(older.size - 1), BigInt(newer.size - 1)];
  while (at & 1n) [at, last] = [at >> 1n, last >> 1n];
  let [before, after] = [path[0], path[0]];
  for (const hash of path.slice(1)) {
    if (last === 0n) return false;
    if (at & 1n || at === last) {
      before = nodeHash(hash, before);
      after = nodeHash(hash, after);
      while (!(at & 1n) && at !== 0n) [at, last] = [at >> 1n, last >> 1n];
    } else after = nodeHash(after, hash);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && areEqual(before, older.root) && areEqual(after, newer.root);
}

const isPowerOfTwo = (size) => Number.isInteger(Math.log2(size));
