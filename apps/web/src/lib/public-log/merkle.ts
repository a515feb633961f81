import { type Bytes, bytesOf, sha256 } from './hashes';

/** The Merkle tree of RFC 6962 over tiles of 256 hashes (C2SP `tlog-tiles`). */

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);
const HASH_BYTES = 32;
export const TILE_WIDTH = 256;
/** Height of a tile: each hash of a level is the root of so many levels below it. */
const TILE_HEIGHT = 8;

/** Reads a file below the log's address. */
export type ReadLog = (path: string) => Promise<Bytes>;

/** A document in canonical form (RFC 8785). */
export function canonical(document: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(document, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

export const leafHash = (entry: Readonly<Record<string, unknown>>): Promise<Bytes> =>
  sha256(LEAF, bytesOf(canonical(entry)));

export const hashOfEntry = (entry: Bytes): Promise<Bytes> => sha256(LEAF, entry);

const nodeHash = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(NODE, left, right);

/** Path of a tile or of a bundle of entries in a log of `size` entries. */
export function tilePath(level: number | 'entries', index: number, size: number): string {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH);
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  }
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Computes roots of a log's tree from one leaf and the published tiles. */
export class TileTree {
  private readonly tiles = new Map<string, Promise<Bytes>>();
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
  async rootWith(leaf: Bytes, index: number): Promise<Bytes> {
    if (index < 0 || index >= this.size) throw new Error('no such entry');
    const climb = async (first: number, width: number): Promise<Bytes> => {
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
  private async rootOf(first: number, width: number): Promise<Bytes> {
    const split = splitOf(width);
    if (split * 2 !== width && width > 1) {
      return nodeHash(await this.rootOf(first, split), await this.rootOf(first + split, width - split));
    }
    const level = Math.floor(Math.log2(width) / TILE_HEIGHT);
    const below = TILE_WIDTH ** level;
    return perfectRoot(await this.hashesAt(level, first / below, width / below));
  }

  /** Neighbouring hashes of one tile. */
  private async hashesAt(level: number, place: number, count: number): Promise<Bytes[]> {
    const index = Math.floor(place / TILE_WIDTH);
    const path = tilePath(level, index, this.size);
    let tile = this.tiles.get(path);
    if (!tile) this.tiles.set(path, (tile = this.read(path)));
    const bytes = await tile;
    const start = (place % TILE_WIDTH) * HASH_BYTES;
    if (bytes.length < start + count * HASH_BYTES) throw new Error(`${path} is too short`);
    return Array.from({ length: count }, (_, nr) =>
      bytes.slice(start + nr * HASH_BYTES, start + (nr + 1) * HASH_BYTES),
    );
  }
}

/** Root over a row whose length is a power of two. */
async function perfectRoot(hashes: readonly Bytes[]): Promise<Bytes> {
  let row = hashes;
  while (row.length > 1) {
    const above = Array.from({ length: row.length / 2 }, (_, pair) =>
      nodeHash(row[2 * pair] as Bytes, row[2 * pair + 1] as Bytes),
    );
    row = await Promise.all(above);
  }
  return row[0] as Bytes;
}

/** Root of the whole tree. @param bundles roots of its full bundles @param rest leaves of the unfinished one */
export async function rootOfLog(bundles: readonly Bytes[], rest: readonly Bytes[]): Promise<Bytes> {
  const peaks = [...(await peaksOf(bundles)), ...(await peaksOf(rest))];
  let root = peaks.pop();
  if (!root) return sha256();
  for (const left of peaks.reverse()) root = await nodeHash(left, root);
  return root;
}

/** Roots of the perfect subtrees that a row of hashes consists of, the largest first. */
export async function peaksOf(row: readonly Bytes[]): Promise<Bytes[]> {
  const peaks: Bytes[] = [];
  for (let start = 0, width: number; start < row.length; start += width) {
    width = 1;
    while (width * 2 <= row.length - start) width *= 2;
    peaks.push(await perfectRoot(row.slice(start, start + width)));
  }
  return peaks;
}

/** The largest power of two below `width`. */
function splitOf(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}
