import { peaksOf, rootOf, rootOfPeaks } from './merkle.js';
import { TILE_WIDTH } from './tiles.js';

/** Hash of a full tile: a hash in a tile of the level above. */
export interface TileNode {
  level: number;
  index: number;
  hash: Buffer;
}

/** The unfinished tiles at the right edge of a tree: all that is needed to append leaves and to know the root. */
export class TreeEdge {
  /**
   * @param size leaves of the tree
   * @param levels hashes of each level's unfinished tile, the leaves' first
   * @throws Error when they are not as many as a tree of this size has
   */
  constructor(
    private size: number,
    private readonly levels: Buffer[][],
  ) {
    let rest = size;
    for (let level = 0; rest > 0 || level < levels.length; level++) {
      const found = (levels[level] ??= []).length;
      if (found !== rest % TILE_WIDTH) {
        throw new Error(`level ${level} has ${found} hashes at the edge instead of ${rest % TILE_WIDTH}`);
      }
      rest = Math.floor(rest / TILE_WIDTH);
    }
  }

  /** Append one leaf. @returns the hashes of the tiles that are full now */
  append(hash: Buffer): TileNode[] {
    this.size++;
    const finished: TileNode[] = [];
    let added = hash;
    let count = this.size;
    for (let level = 0; ; level++) {
      const row = (this.levels[level] ??= []);
      row.push(added);
      if (row.length < TILE_WIDTH) return finished;
      added = rootOf(row);
      this.levels[level] = [];
      count = Math.floor(count / TILE_WIDTH);
      finished.push({ level: level + 1, index: count - 1, hash: added });
    }
  }

  root(): Buffer {
    return rootOfPeaks(this.levels.toReversed().flatMap((row) => peaksOf(row)));
  }
}
