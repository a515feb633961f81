import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { lockStillCounted, uncountArchived } from '@abato/contests';
import { HOT_POOL, Transactions } from '@abato/database';
import { type Backlog, exportBacklog, tryEach } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { type Clock, CLOCK, METRICS, Secrets } from '@abato/platform';
import { Tally } from './tally.js';
import { uncountVoters } from './uncount-voters.js';

/** What keeps tallies right beside the jobs that votes order: tallies what such a job has missed, and takes out what counts no more. */
@Injectable()
export class TallyUpkeep {
  private readonly hot: Transactions;

  constructor(
    @Inject(HOT_POOL) pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Registry,
    private readonly tally: Tally,
    private readonly live: LivePublisher,
    private readonly secrets: Secrets,
  ) {
    this.hot = new Transactions(pool);
    exportBacklog(
      { metrics, clock },
      'tally_outbox',
      'counted batches of votes that are not tallied yet',
      () => this.backlog(),
    );
  }

  /** Votes of a contest have left the figures: take out the voters who have no other. */
  async uncount(contestId: string): Promise<void> {
    await this.tally.drain(contestId);
    await this.uncountVoters(contestId);
  }

  /**
   * Tally what waits anywhere, and take out what counts no more, whatever the queue says.
   * @throws the first failure, when everything has been tried
   */
  async drainAll(): Promise<void> {
    const { rows } = await this.hot.query<{ id: string }>(
      'SELECT DISTINCT contest_id AS id FROM due_tally_outbox LIMIT 10000',
    );
    await tryEach(
      [
        ...rows.map(
          ({ id }) =>
            () =>
              this.tally.drain(id),
        ),
        () => this.uncountContestants(),
        () => this.uncountVoters(null),
      ],
      (step) => step(),
    );
  }

  private async uncountContestants(): Promise<void> {
    await this.hot.run(async ({ sql }) =>
      uncountArchived(sql, await lockStillCounted(sql), this.clock.now()),
    );
  }

  /** @param contestId null for all */
  private async uncountVoters(contestId: string | null): Promise<void> {
    const contests = await uncountVoters(this.hot, this.secrets, contestId, this.clock.now());
    for (const id of contests) await this.live.publish('payments', { contestId: id });
  }

  /** Rows that no drain has taken yet, without those that wait for their batch on purpose; numbers stop at 100,000. */
  private async backlog(): Promise<Backlog> {
    const { rows } = await this.hot.query<Backlog & pg.QueryResultRow>(
      `SELECT (SELECT count(*) FROM (SELECT FROM due_tally_outbox LIMIT 100000) waiting) AS rows,
         (SELECT coalesce(released_at, created_at) FROM due_tally_outbox ORDER BY id LIMIT 1) AS since`,
    );
    return rows[0] as Backlog;
  }
}
