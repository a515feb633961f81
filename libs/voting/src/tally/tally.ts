import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { lockStillCounted, uncountArchived } from '@abato/contests';
import { HOT_POOL, inTransaction } from '@abato/database';
import { exportBacklog, tryEach } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { type Clock, CLOCK, currentTrace, METRICS, Secrets } from '@abato/platform';
import { contestsToDrain, drainTally, readTally, tallyBacklog } from './tally.repository.js';
import { uncountVoters } from './uncount-voters.js';

/** Folds counted votes into the tallies and tells the API processes. */
@Injectable()
export class Tally {
  private readonly folded: Counter;
  private readonly lag: Histogram;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Registry,
    private readonly live: LivePublisher,
    private readonly secrets: Secrets,
  ) {
    this.folded = new Counter({
      name: 'abato_tally_transactions_total',
      help: 'Counted transactions folded into tallies',
      registers: [metrics],
    });
    this.lag = new Histogram({
      name: 'abato_tally_lag_seconds',
      help: 'From the counted vote to the tally that contains it: the oldest of each drain',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
      registers: [metrics],
    });
    exportBacklog(
      { metrics, clock },
      'tally_outbox',
      'counted batches of votes that are not folded yet',
      () => tallyBacklog(pool),
    );
  }

  /** Fold everything that waits for one contest. Safe to run any number of times, at once, and after a crash at any point. */
  async drain(contestId: string): Promise<void> {
    for (;;) {
      const drained = await drainTally(this.pool, contestId, this.clock.now());
      if (!drained) return;
      this.folded.inc(drained.taken);
      const committedAt = this.clock.now();
      this.lag.observe(Math.max(0, (committedAt.getTime() - drained.oldest_at.getTime()) / 1000));
      // Only after the commit. Read again, so that a message never says less than an earlier one.
      const tally = await readTally(this.pool, contestId, drained.version - 1);
      await this.live.publish('tally', {
        ...tally,
        committedAt: committedAt.getTime(),
        trace: currentTrace(),
      });
      if (!drained.more) return;
    }
  }

  /** Votes of a contest have left the figures: take out the voters who have no other. */
  async uncount(contestId: string): Promise<void> {
    await this.drain(contestId);
    await this.uncountVoters(contestId);
  }

  /**
   * Fold what waits anywhere, and take out what counts no more, whatever the queue says.
   * @throws the first failure, when everything has been tried
   */
  async drainAll(): Promise<void> {
    const contests = await contestsToDrain(this.pool);
    await tryEach(
      [
        ...contests.map((contestId) => () => this.drain(contestId)),
        () => this.uncountContestants(),
        () => this.uncountVoters(null),
      ],
      (step) => step(),
    );
  }

  private async uncountContestants(): Promise<void> {
    await inTransaction(this.pool, async (sql) =>
      uncountArchived(sql, await lockStillCounted(sql), this.clock.now()),
    );
  }

  /** @param contestId null for all */
  private async uncountVoters(contestId: string | null): Promise<void> {
    const contests = await uncountVoters(this.pool, this.secrets, contestId, this.clock.now());
    for (const id of contests) await this.live.publish('payments', { contestId: id });
  }
}
