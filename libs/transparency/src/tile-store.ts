import { Inject, Injectable } from '@nestjs/common';
import { createFileStore, type LocalFileStore, type S3FileStore } from '@abato/contests';
import { type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { type Tile, TILE_WIDTH, tilePath } from './tiles.js';

/**
 * Full tiles and bundles as files below `log/` of the store for pictures: S3-compatible, or a folder of `DATA_DIR` (ADR 111). Only where `LOG_TILES`
 * asks for it; partial tiles change all the time and come from the database.
 */
@Injectable()
export class TileStore {
  private readonly files: LocalFileStore | S3FileStore | null;

  constructor(@Inject(ENVIRONMENT) env: Environment, @Inject(LOGGER) log: Logger) {
    this.files = env.LOG_TILES === 'store' ? createFileStore(env, log, 'log') : null;
  }

  get isUsed(): boolean {
    return this.files !== null;
  }

  /** The same bytes again change nothing. */
  async put(contestId: string, tile: Tile, bytes: Buffer): Promise<void> {
    await this.files?.put(`${contestId}/${tilePath(tile)}`, bytes, 'application/octet-stream');
  }

  /** @returns null for what is not in the store, and while it cannot be read: the database has it too */
  async read(contestId: string, tile: Tile): Promise<Buffer | null> {
    if (!this.files || tile.width < TILE_WIDTH) return null;
    return this.files.read(`${contestId}/${tilePath(tile)}`).catch(() => null);
  }
}
