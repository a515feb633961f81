import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER, METRICS, Secrets } from '@abato/platform';
import { compareLog } from './compare-log.js';

const EVERY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** Nothing is counted any more in a contest with final results: once a day then, from a day later on. */
const DAY_MS = 24 * HOUR_MS;

interface Compared {
  at: number;
  differs: boolean;
}

/**
 * Compares every contest's log with ledger and public counts, each hour (ADR 111). One that differs is compared again in the next run, so that
 * the alert is about what stays, and ends when it is put right. Every worker does so by itself: reading needs no turn.
 */
@Injectable()
export class LogComparison {
  private readonly compared = new Map<string, Compared>();
  private lastRunAt: number;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) metrics: Registry,
    private readonly secrets: Secrets,
    sweeps: Sweeps,
  ) {
    this.lastRunAt = clock.now().getTime();
    const [{ compared }, secondsSince] = [this, () => this.secondsSinceRun()];
    new Gauge({
      name: 'abato_log_differences_rows',
      help: 'Contests whose public log differs from the ledger, its checkpoint or the public counts',
      registers: [metrics],
      collect() {
        this.set([...compared.values()].filter(({ differs }) => differs).length);
      },
    });
    new Gauge({
      name: 'abato_log_comparison_oldest_seconds',
      help: 'Since when no run has compared every public log that was due',
      registers: [metrics],
      collect() {
        this.set(secondsSince());
      },
    });
    sweeps.add('comparison of logs', EVERY_MS, (stopping) => this.compareDue(stopping));
  }

  /** @throws the first failure, when every contest that is due has been tried */
  async compareDue(stopping?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const { rows: contests } = await this.db.query<{ id: string; is_at_rest: boolean }>(
      `SELECT id, coalesce(results_final_at < $1, false) AS is_at_rest FROM contests WHERE status <> 'DRAFT'`,
      [new Date(now.getTime() - DAY_MS)],
    );
    const due = contests.filter(({ id, is_at_rest: isAtRest }) => {
      const last = this.compared.get(id);
      return !last || last.differs || now.getTime() - last.at >= (isAtRest ? DAY_MS : HOUR_MS);
    });
    await tryEach(due, ({ id }) => this.compare(id, stopping), { stopping });
    if (!stopping?.aborted) this.lastRunAt = this.clock.now().getTime();
  }

  private async compare(contestId: string, until?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const differences = await this.db.snapshot((sql) =>
      compareLog(sql, contestId, { secrets: this.secrets, now, until }),
    );
    if (until?.aborted) return;
    if (differences.length) this.log.error({ contest: contestId, differences }, 'a public log differs');
    this.compared.set(contestId, { at: now.getTime(), differs: differences.length > 0 });
  }

  private secondsSinceRun(): number {
    return Math.max(0, (this.clock.now().getTime() - this.lastRunAt) / 1000);
  }
}
