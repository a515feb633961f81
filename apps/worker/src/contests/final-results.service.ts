import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { LivePublisher } from '@abato/live';
import { finishResults } from '@abato/payments';
import { CLOCK, type Clock, type Logger } from '@abato/platform';
import { Sweeps } from '../core/sweeps.js';
import { HOT_POOL, LOGGER } from '../core/tokens.js';

const EVERY_MS = 5_000;

/** Calls results final, and tells whoever watches. */
@Injectable()
export class FinalResultsService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly live: LivePublisher,
    sweeps: Sweeps,
  ) {
    sweeps.add('final results', EVERY_MS, () => this.finish());
  }

  private async finish(): Promise<void> {
    for (const contestId of await finishResults(this.pool, this.clock.now())) {
      this.log.info({ contestId }, 'results are final');
      await this.live.publish('contest', { contestId });
    }
  }
}
