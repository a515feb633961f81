import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { createFileStore, type LocalFileStore, type S3FileStore } from '@abato/contests';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  inTime,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { type Tile, TILE_WIDTH, tilePath } from './tiles.js';

/** A reader of the log waits for the store so long; the database answers in milliseconds. */
const READ_WITHIN_MS = 1_000;
/** Without asking a store that did not answer. */
const PAUSE_MS = 30_000;

/**
 * Full tiles and bundles as files below `log/` of the store for pictures: S3-compatible, or a folder of `DATA_DIR` (ADR 111). Only where `LOG_TILES`
 * asks for it; partial tiles change all the time and come from the database.
 */
@Injectable()
export class TileStore {
  private readonly files: LocalFileStore | S3FileStore | null;
  /** The store is not asked before this. */
  private pausedUntil = 0;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Environment,
    @Inject(LOGGER) log: Logger,
  ) {
    this.files = env.LOG_TILES === 'store' ? createFileStore(env, log, 'log') : null;
  }

  get isUsed(): boolean {
    return this.files !== null;
  }

  /** The same bytes again change nothing. */
  async put(contestId: string, tile: Tile, bytes: Buffer): Promise<void> {
    await this.files?.put(`${contestId}/${tilePath(tile)}`, bytes, 'application/octet-stream');
  }

  /** @returns null for what was not copied yet, and for a while after the store did not answer: the database has it too */
  async read(contestId: string, tile: Tile): Promise<Buffer | null> {
    if (!this.files || tile.width < TILE_WIDTH || this.clock.now().getTime() < this.pausedUntil) return null;
    const rows: { stored: number }[] = await this.source.query(
      'SELECT tiles_stored AS stored FROM log_trees WHERE contest_id = $1',
      [contestId],
    );
    const height = tile.level === 'entries' ? 0 : tile.level;
    if ((tile.index + 1) * TILE_WIDTH ** height > (rows[0]?.stored ?? 0)) return null;
    try {
      return await inTime(
        this.files.read(`${contestId}/${tilePath(tile)}`),
        READ_WITHIN_MS,
        'the store is slow',
      );
    } catch {
      this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      return null;
    }
  }
}
