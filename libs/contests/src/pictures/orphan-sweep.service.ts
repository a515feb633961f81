import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { FILE_STORE, type FileStore } from './file-store.js';
import { pathOf, usedPictures } from './picture.service.js';

const EVERY_MS = 6 * 3_600_000;
/** A picture is stored before the row that names it: a young file may still get one. */
const YOUNG_MS = 3_600_000;
/** Names asked about in one query. */
const BATCH = 1_000;

/** Removes pictures that no row names: a process that died between storing and committing, or after deleting a row, leaves them. */
@Injectable()
export class OrphanSweepService implements OnModuleInit, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly source: DataSource,
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.run(), EVERY_MS);
    void this.run();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    try {
      const removed = await this.sweep();
      if (removed) this.log.info({ removed }, 'pictures without an owner removed');
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'sweep of pictures failed; it runs again');
    }
  }

  /** @returns how many files were removed */
  private async sweep(): Promise<number> {
    const names = await this.files.olderThan(new Date(this.clock.now().getTime() - YOUNG_MS));
    let removed = 0;
    for (let start = 0; start < names.length; start += BATCH) {
      const batch = names.slice(start, start + BATCH);
      const paths = batch.map((name) => pathOf(name));
      const known = [...new Set(paths.filter((path) => path !== null))];
      const named = await usedPictures(this.source, known);
      for (const [index, name] of batch.entries()) {
        const path = paths[index];
        // What is not named like a picture of ours (demo data, a file put there by hand) is not ours to remove.
        if (!path || named.has(path)) continue;
        await this.files.remove(name);
        removed++;
      }
    }
    return removed;
  }
}
