import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { finishResults } from './finish-results.js';

const EVERY_MS = 5_000;

/** Marks results as final, and tells the viewers of the contest. */
@Injectable()
export class FinalResultsService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'RESULT_DEADLINE_HOURS'>,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly live: LivePublisher,
    sweeps: Sweeps,
  ) {
    sweeps.add('final results', EVERY_MS, () => this.finish());
  }

  private async finish(): Promise<void> {
    const { RESULT_DEADLINE_HOURS: hours } = this.env;
    for (const contestId of await finishResults(this.pool, this.clock.now(), hours)) {
      this.log.info({ contestId }, 'results are final');
      await this.live.publish('contest', { contestId });
    }
  }
}
