import { createHash } from 'node:crypto';

/** The Merkle tree of RFC 6962 §2.1 over SHA-256. Every hash has 32 bytes. */

/** Hash of an entry as a leaf. */
export function leafHash(entry: Uint8Array): Buffer {
  return sha256(LEAF, entry);
}

/** Hash of two neighbouring subtrees. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** Root of a tree without leaves. */
export function emptyRoot(): Buffer {
  return sha256();
}

/** Root of the tree over some leaves, or over the roots of neighbouring perfect subtrees of one height. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  return rootOfPeaks(peaksOf(hashes));
}

/** Roots of the perfect subtrees that a row of hashes consists of, the largest and leftmost first. */
export function peaksOf(hashes: readonly Buffer[]): Buffer[] {
  const peaks: Buffer[] = [];
  for (let start = 0; start < hashes.length;) {
    const width = largestPowerOfTwo(hashes.length - start);
    peaks.push(perfectRoot(hashes.slice(start, start + width)));
    start += width;
  }
  return peaks;
}

/** Root of a tree that consists of these perfect subtrees, from left to right. */
export function rootOfPeaks(peaks: readonly Buffer[]): Buffer {
  if (!peaks.length) return emptyRoot();
  return peaks.reduceRight((right, left) => nodeHash(left, right));
}

/**
 * Proof that a leaf is in the tree (RFC 6962 §2.1.1), the lowest neighbour first.
 * @throws RangeError when there is no such leaf
 */
export function inclusionProof(leaves: readonly Buffer[], index: number): Buffer[] {
  if (index < 0 || index >= leaves.length) throw new RangeError('no such leaf');
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - split), rootOf(left)];
}

/** Whether the proof leads from the leaf to the root of a tree of `size` leaves. */
export function isIncluded(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
  root: Buffer,
): boolean {
  if (index < 0 || index >= size) return false;
  const rebuild = (at: number, width: number, length: number): Buffer | null => {
    if (width === 1) return length === 0 ? leaf : null;
    const neighbour = proof[length - 1];
    if (!neighbour) return null;
    const split = splitOf(width);
    const inner =
      at < split ? rebuild(at, split, length - 1) : rebuild(at - split, width - split, length - 1);
    if (!inner) return null;
    return at < split ? nodeHash(inner, neighbour) : nodeHash(neighbour, inner);
  };
  return rebuild(index, size, proof.length)?.equals(root) ?? false;
}

/**
 * Proof that the tree of the first `older` leaves is a beginning of this one (RFC 6962 §2.1.2).
 * @throws RangeError unless `older` is from 1 to the number of leaves
 */
export function consistencyProof(leaves: readonly Buffer[], older: number): Buffer[] {
  if (older < 1 || older > leaves.length) throw new RangeError('no such tree');
  const prove = (row: readonly Buffer[], size: number, isWhole: boolean): Buffer[] => {
    if (size === row.length) return isWhole ? [] : [rootOf(row)];
    const split = splitOf(row.length);
    const [left, right] = [row.slice(0, split), row.slice(split)];
    return size <= split
      ? [...prove(left, size, isWhole), rootOf(right)]
      : [...prove(right, size - split, false), rootOf(left)];
  };
  return prove(leaves, older, true);
}

/** A tree of which only size and root are known. */
export interface TreeHead {
  size: number;
  root: Buffer;
}

/** Whether the proof shows that the older tree is a beginning of the newer one. */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Buffer[]): boolean {
  if (older.size < 1 || older.size > newer.size) return false;
  const rebuild = (
    size: number,
    width: number,
    isWhole: boolean,
    length: number,
  ): { older: Buffer; newer: Buffer } | null => {
    if (size === width) {
      if (isWhole) return length === 0 ? { older: older.root, newer: older.root } : null;
      const [root] = proof;
      return root && length === 1 ? { older: root, newer: root } : null;
    }
    const neighbour = proof[length - 1];
    if (!neighbour) return null;
    const split = splitOf(width);
    if (size <= split) {
      const left = rebuild(size, split, isWhole, length - 1);
      return left && { older: left.older, newer: nodeHash(left.newer, neighbour) };
    }
    const right = rebuild(size - split, width - split, false, length - 1);
    return right && { older: nodeHash(neighbour, right.older), newer: nodeHash(neighbour, right.newer) };
  };
  const roots = rebuild(older.size, newer.size, true, proof.length);
  return Boolean(roots?.older.equals(older.root) && roots.newer.equals(newer.root));
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function perfectRoot(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) above.push(nodeHash(row[i] as Buffer, row[i + 1] as Buffer));
    row = above;
  }
  return row[0] as Buffer;
}

/** The largest power of two that is at most `n`. */
function largestPowerOfTwo(n: number): number {
  let power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}

/** The largest power of two below `n`: where RFC 6962 divides a tree. */
function splitOf(n: number): number {
  const power = largestPowerOfTwo(n);
  return power === n ? n / 2 : power;
}
