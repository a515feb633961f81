import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';

/** A contest must end within two seconds of its end date. */
const EVERY_MS = 1_000;

/** Ends contests whose end date has come. */
@Injectable()
export class ContestClockService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly live: LivePublisher,
    sweeps: Sweeps,
  ) {
    sweeps.add('contest end', EVERY_MS, () => this.endDue());
  }

  /** One by one: a statement over several contests could deadlock with a batch of votes that locks them in id order. */
  private async endDue(): Promise<void> {
    const now = this.clock.now();
    const due = await this.db.query<{ id: string }>(
      `SELECT id FROM contests WHERE status IN ('ACTIVE', 'PAUSED') AND end_date <= $1 ORDER BY end_date LIMIT 500`,
      [now],
    );
    await tryEach(due.rows, ({ id }) => this.end(id, now));
  }

  private async end(id: string, now: Date): Promise<void> {
    const ended = await this.db.query(
      `UPDATE contests SET status = 'ENDED', ended_at = end_date, updated_at = $2
       WHERE id = $1 AND status IN ('ACTIVE', 'PAUSED') AND end_date <= $2`,
      [id, now],
    );
    if (!ended.rowCount) return;
    this.log.info({ contestId: id }, 'contest ended');
    await this.live.publish('contest', { contestId: id });
  }
}
