import { createHash } from 'node:crypto';
import { TILE_WIDTH } from './tiles.js';

/** The Merkle tree of RFC 6962 §2.1 over SHA-256. Every hash has 32 bytes. */

/** Hash of an entry as a leaf. */
export function leafHash(entry: Uint8Array): Buffer {
  return sha256(LEAF, entry);
}

/** Hash of two neighbouring subtrees. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
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
  if (!peaks.length) return sha256();
  return peaks.reduceRight((right, left) => nodeHash(left, right));
}

/** A tree of which only size and root are known. */
export interface TreeHead {
  size: number;
  root: Buffer;
}

/** Reads hashes of a level of tiles: `count` of them from the place `first` on. */
export type ReadHashes = (level: number, first: number, count: number) => Promise<Buffer[]>;

/**
 * Proof that the tree of the first `older` leaves is a beginning of that of `size` leaves (RFC 6962 §2.1.2), from the hashes of full tiles:
 * some dozen reads for any number of leaves.
 * @throws RangeError unless `older` is from 1 to `size`
 */
export async function consistencyProof(read: ReadHashes, older: number, size: number): Promise<Buffer[]> {
  if (older < 1 || older > size) throw new RangeError('no such tree');
  const prove = async (rest: number, first: number, end: number, isWhole: boolean): Promise<Buffer[]> => {
    if (rest === end - first) return isWhole ? [] : [await rootOfRange(read, first, end)];
    const split = first + splitOf(end - first);
    return rest <= split - first
      ? [...(await prove(rest, first, split, isWhole)), await rootOfRange(read, split, end)]
      : [...(await prove(rest - (split - first), split, end, false)), await rootOfRange(read, first, split)];
  };
  return prove(older, 0, size, true);
}

async function rootOfRange(read: ReadHashes, first: number, end: number): Promise<Buffer> {
  const size = end - first;
  if (!Number.isInteger(Math.log2(size))) {
    const split = first + splitOf(size);
    return nodeHash(await rootOfRange(read, first, split), await rootOfRange(read, split, end));
  }
  let [level, width] = [0, 1];
  while (width * TILE_WIDTH <= size) [level, width] = [level + 1, width * TILE_WIDTH];
  return rootOf(await read(level, first / width, size / width));
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

/** The largest power of two below `size`: where RFC 6962 divides a tree. */
function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}
