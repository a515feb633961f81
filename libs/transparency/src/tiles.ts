/** Tiles and bundles of entries as C2SP `tlog-tiles` lays them out: https://c2sp.org/tlog-tiles */

/** Hashes of a full tile, entries of a full bundle. */
export const TILE_WIDTH = 256;
const MOST_LEVELS = 63;
const MOST_ENTRY_BYTES = 0xffff;

export interface Tile {
  /** `entries` for a bundle of entries. */
  level: number | 'entries';
  index: number;
  /** Hashes in it: 256 when it is full. */
  width: number;
}

/** Path below the log's address. */
export function tilePath({ level, index, width }: Tile): string {
  const parts = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    parts.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return `tile/${level}/${parts.join('/')}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

const TILE_PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** @returns null for a path that names no tile, also for a second spelling of one */
export function parseTilePath(path: string): Tile | null {
  const [, level = '', digits = '', partial] = TILE_PATH.exec(path) ?? [];
  if (!digits) return null;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(digits.replace(/[x/]/g, '')),
    width: partial ? Number(partial) : TILE_WIDTH,
  };
  const isTile = tile.level === 'entries' || tile.level <= MOST_LEVELS;
  return isTile && tilePath(tile) === path ? tile : null;
}

/** Entries with their lengths in front. @throws RangeError for an entry of more than 65,535 bytes */
export function entryBundle(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > MOST_ENTRY_BYTES) throw new RangeError('an entry is too long for a bundle');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}
