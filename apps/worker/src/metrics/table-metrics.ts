import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { HOT_POOL, sqlFile } from '@abato/database';
import { PAYMENT_STATES } from '@abato/payments';
import { CachedReading, type Clock, CLOCK, type Logger, LOGGER, METRICS } from '@abato/platform';

const BACKLOG = sqlFile(import.meta.url, './backlog.sql');
const BACKLOG_MAX_AGE_MS = 2_000;
/** Grouping all uncounted payments reads an index that may hold millions of abandoned attempts. */
const PAYMENTS_MAX_AGE_MS = 30_000;

interface Backlog {
  outbox_rows: number;
  outbox_since: Date | null;
  webhook_rows: number;
  webhook_since: Date | null;
  mail_rows: number;
  mail_since: Date | null;
}

/** Backlogs and payments by state as PostgreSQL has them. Every worker reports the same figures: take the maximum, not the sum. */
@Injectable()
export class TableMetrics implements OnModuleInit {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) private readonly metrics: Registry,
  ) {}

  onModuleInit(): void {
    const backlog = new CachedReading(BACKLOG_MAX_AGE_MS, async () => {
      const { rows } = await this.pool.query<Backlog>(BACKLOG);
      return rows[0] as Backlog;
    });
    for (const [name, part, words] of [
      ['tally_outbox', 'outbox', 'counted batches of votes that are not folded yet'],
      ['webhook_inbox', 'webhook', 'webhooks that are kept and not processed'],
      ['mail_outbox', 'mail', 'mails that are written and not sent'],
    ] as const) {
      this.gauge(`abato_${name}_rows`, `Number of ${words}, at most 100,000`, async () => ({
        '': (await backlog.get())[`${part}_rows`],
      }));
      this.gauge(
        `abato_${name}_oldest_seconds`,
        `Age of the oldest of the ${words}; 0 when none waits`,
        async () => {
          const since = (await backlog.get())[`${part}_since`];
          return { '': since ? Math.max(0, (this.clock.now().getTime() - since.getTime()) / 1000) : 0 };
        },
      );
    }
    const payments = new CachedReading(PAYMENTS_MAX_AGE_MS, () => this.uncountedPayments());
    this.gauge(
      'abato_payments',
      'Payments that have not counted, by state (those that have: abato_payment_transitions_total)',
      () => payments.get(),
      'state',
    );
  }

  private async uncountedPayments(): Promise<Record<string, number>> {
    const { rows } = await this.pool.query<{ state: string; number: number }>(
      `SELECT state, count(*) AS number FROM payments WHERE state NOT IN ('COMPLETED', 'DISPUTED') GROUP BY state`,
    );
    const states = Object.entries(PAYMENT_STATES).filter(([, { kind }]) => kind !== 'counted');
    return {
      ...Object.fromEntries(states.map(([state]) => [state, 0])),
      ...Object.fromEntries(rows.map(({ state, number }) => [state, number])),
    };
  }

  /** A gauge that says nothing while its reading fails: an alert on its absence is honest, an old value is not. */
  private gauge(
    name: string,
    help: string,
    read: () => Promise<Record<string, number>>,
    label?: string,
  ): void {
    const { log } = this;
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [this.metrics],
      async collect() {
        this.reset();
        try {
          for (const [key, value] of Object.entries(await read())) {
            if (label) this.set({ [label]: key }, value);
            else this.set(value);
          }
        } catch (error) {
          this.remove();
          log.debug({ metric: name, reason: (error as Error).message }, 'metric not read');
        }
      },
    });
  }
}
