import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { LivePublisher } from '@abato/live';
import { finishResults } from '@abato/payments';
import { CLOCK, type Clock, type Logger } from '@abato/platform';
import { Sweep } from '../core/sweep.js';
import { HOT_POOL, LOGGER } from '../core/tokens.js';

const EVERY_MS = 5_000;

/** Calls results final, and tells whoever watches. */
@Injectable()
export class FinalResultsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly sweep: Sweep;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly live: LivePublisher,
  ) {
    this.sweep = new Sweep('final results', EVERY_MS, log, () => this.finish());
  }

  onModuleInit(): void {
    this.sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
  }

  private async finish(): Promise<void> {
    for (const contestId of await finishResults(this.pool, this.clock.now())) {
      this.log.info({ contestId }, 'results are final');
      await this.live.publish('contest', { contestId });
    }
  }
}
