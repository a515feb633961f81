import { Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { PublishedLog } from './published-log.service.js';
import { TileStore } from './tile-store.js';
import { type Tile, TILE_WIDTH } from './tiles.js';

const EVERY_MS = 10_000;
/** Bundles that are copied before it is written down how many were. */
const STEP = 16;
const LOGS_AT_ONCE = 2;
const MOST_LOGS = 200;

/** Copies full tiles of public logs into the store of files, in the order of the log. Broken off anywhere, the next run goes on. */
@Injectable()
export class TileCopies {
  constructor(
    private readonly db: Transactions,
    private readonly published: PublishedLog,
    private readonly store: TileStore,
    sweeps: Sweeps,
  ) {
    if (store.isUsed) sweeps.add('tiles of public logs', EVERY_MS, (stopping) => this.copyAll(stopping));
  }

  /** @param contestId of one log; null: all @throws the first failure, when every log has been tried */
  async copyAll(stopping?: AbortSignal, contestId: string | null = null): Promise<void> {
    const { rows } = await this.db.query<{ contest_id: string; full: number; stored: number }>(
      // What is in a bucket with a public address can be read by all.
      `SELECT contest_id, size / $1 AS full, tiles_stored AS stored FROM public_logs
       WHERE size / $1 > tiles_stored AND ($2::uuid IS NULL OR contest_id = $2) LIMIT $3`,
      [TILE_WIDTH, contestId, MOST_LOGS],
    );
    await tryEach(rows, (row) => this.copy(row.contest_id, row.stored, row.full, stopping), {
      atOnce: LOGS_AT_ONCE,
      stopping,
    });
  }

  private async copy(contestId: string, stored: number, full: number, stopping?: AbortSignal): Promise<void> {
    for (let first = stored; first < full; first += STEP) {
      if (stopping?.aborted) return;
      const end = Math.min(first + STEP, full);
      const tiles = Array.from({ length: end - first }, (_, nr) => tilesThatEndWith(first + nr)).flat();
      await Promise.all(tiles.map((tile) => this.copyOne(contestId, tile)));
      await this.db.query(
        'UPDATE log_trees SET tiles_stored = $2 WHERE contest_id = $1 AND tiles_stored < $2',
        [contestId, end],
      );
    }
  }

  private async copyOne(contestId: string, tile: Tile): Promise<void> {
    const bytes = await this.published.tile(contestId, tile);
    if (!bytes) throw new Error(`the log of contest ${contestId} lacks a full tile`);
    await this.store.put(contestId, tile, bytes);
  }
}

/** The bundle and the tile of leaves with this place, and every tile above that is full with it. */
function tilesThatEndWith(place: number): Tile[] {
  const tiles: Tile[] = [{ level: 'entries', index: place, width: TILE_WIDTH }];
  for (let level = 0, count = place + 1; ; level++) {
    tiles.push({ level, index: count - 1, width: TILE_WIDTH });
    if (count % TILE_WIDTH) return tiles;
    count /= TILE_WIDTH;
  }
}
