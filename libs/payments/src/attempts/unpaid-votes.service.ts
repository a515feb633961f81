import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { expireUnpaidVotes } from './expire-unpaid-votes.js';

const EVERY_MS = 30_000;
/** One statement's rows; more are taken in the same run. */
const MOST = 1_000;

/** Lets votes expire that were cast and not paid in time. */
@Injectable()
export class UnpaidVotesService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    sweeps: Sweeps,
  ) {
    sweeps.add('unpaid votes', EVERY_MS, (stopping) => this.expire(stopping));
  }

  private async expire(stopping: AbortSignal): Promise<void> {
    const after = this.env.UNPAID_VOTE_MINUTES * 60_000;
    let expired = MOST;
    while (expired === MOST && !stopping.aborted) {
      expired = await expireUnpaidVotes(this.pool, after, this.clock.now(), MOST);
    }
  }
}
