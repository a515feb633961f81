import { WIDTH } from './log.mjs';

/** The tiles of a log, as they follow from its entries. */
export class Tiles {
  /** @type {{ count: number, tiles: Uint8Array[] }[]} */
  levels = [];

  /** @param {number} height of a perfect subtree @param {Uint8Array} hash */
  add(height, hash) {
    if (height % 8 !== 0) return;
    const level = (this.levels[height / 8] ??= { count: 0, tiles: [] });
    const place = level.count % WIDTH;
    if (place === 0) level.tiles.push(new Uint8Array(32 * WIDTH));
    level.tiles.at(-1).set(hash, 32 * place);
    level.count += 1;
  }

  bytes(level, index, width) {
    return this.levels[level].tiles[index].subarray(0, 32 * width);
  }
}
