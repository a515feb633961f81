import { nodeHash, pathOf, Tree, WIDTH } from '@abato/verifier/log.mjs';

/** The Merkle tree of RFC 6962 over tiles of 256 hashes (C2SP `tlog-tiles`). */

const HASH_BYTES = 32;
/** Height of a tile: each hash of a level is the root of so many levels below it. */
const TILE_HEIGHT = 8;

/** Reads a file below the log's address. */
export type ReadLog = (path: string) => Promise<Uint8Array>;

/** Path of a tile or of a bundle of entries in a log of `size` entries. */
export function tilePath(level: number | 'entries', index: number, size: number): string {
  const hashes = Math.floor(size / WIDTH ** (level === 'entries' ? 0 : level));
  return pathOf(level, index, Math.min(WIDTH, hashes - index * WIDTH));
}

/** Computes roots of a log's tree from one leaf and the published tiles. */
export class TileTree {
  private readonly tiles = new Map<string, Promise<Uint8Array>>();
  /** Hashes beside the path from the leaf to the root. */
  neighbours = 0;

  constructor(
    private readonly size: number,
    private readonly read: ReadLog,
  ) {}

  /**
   * The root that follows from this leaf at this place. Every other hash may be a lie: only the comparison with a root that was signed tells.
   * @throws Error when a tile is missing or too short
   */
  async rootWith(leaf: Uint8Array, index: number): Promise<Uint8Array> {
    if (index < 0 || index >= this.size) throw new Error('no such entry');
    const climb = async (first: number, width: number): Promise<Uint8Array> => {
      if (width === 1) return leaf;
      const split = splitOf(width);
      this.neighbours += 1;
      return index < first + split
        ? nodeHash(await climb(first, split), await this.rootOf(first + split, width - split))
        : nodeHash(await this.rootOf(first, split), await climb(first + split, width - split));
    };
    return climb(0, this.size);
  }

  /** Root of the subtree over these leaves; where RFC 6962 divides a tree, each left part is a perfect one. */
  private async rootOf(first: number, width: number): Promise<Uint8Array> {
    const split = splitOf(width);
    if (split * 2 !== width && width > 1) {
      return nodeHash(await this.rootOf(first, split), await this.rootOf(first + split, width - split));
    }
    const level = Math.floor(Math.log2(width) / TILE_HEIGHT);
    const below = WIDTH ** level;
    const row = new Tree();
    for (const hash of await this.hashesAt(level, first / below, width / below))
      row.addSubtree({ height: 0, hash });
    return row.root();
  }

  /** Neighbouring hashes of one tile. */
  private async hashesAt(level: number, place: number, count: number): Promise<Uint8Array[]> {
    const path = tilePath(level, Math.floor(place / WIDTH), this.size);
    let tile = this.tiles.get(path);
    if (!tile) this.tiles.set(path, (tile = this.read(path)));
    const bytes = await tile;
    const start = (place % WIDTH) * HASH_BYTES;
    if (bytes.length < start + count * HASH_BYTES) throw new Error(`${path} is too short`);
    return Array.from({ length: count }, (_, nr) =>
      bytes.subarray(start + nr * HASH_BYTES, start + (nr + 1) * HASH_BYTES),
    );
  }
}

/** The largest power of two below `width`. */
function splitOf(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}
