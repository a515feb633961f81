import { nodeHash, rootOf } from './merkle.js';
import { TILE_WIDTH } from './tiles.js';

/** Reads hashes of a level of tiles: `count` of them from the place `first` on. */
export type ReadHashes = (level: number, first: number, count: number) => Promise<Buffer[]>;

/**
 * Proof that the tree of the first `older` leaves is a beginning of that of `size` leaves (RFC 6962 §2.1.2), from the hashes of full tiles:
 * some dozen reads for any number of leaves.
 * @throws RangeError unless `older` is from 1 to `size`
 */
export async function storedConsistencyProof(
  read: ReadHashes,
  older: number,
  size: number,
): Promise<Buffer[]> {
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

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}
