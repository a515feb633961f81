import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { HOT_POOL } from '@abato/database';
import { type Backlog, exportBacklog } from '@abato/jobs';
import { CachedReading, type Clock, CLOCK, METRICS } from '@abato/platform';
import { secondsUnread } from './unread-accounts.js';

const MAX_AGE_MS = 30_000;

/** Payouts that are unexplained, and accounts whose payouts are not read, as PostgreSQL has them. */
@Injectable()
export class PayoutsBacklog {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) clock: Clock,
    @Inject(METRICS) metrics: Registry,
  ) {
    exportBacklog(
      { metrics, clock },
      'settlement_differences',
      'differences of settlements that are not explained',
      () => this.differences(),
    );
    const unread = new CachedReading(MAX_AGE_MS, () => secondsUnread(pool, clock.now()));
    new Gauge({
      name: 'abato_settlements_unread_seconds',
      help: 'Since when the settlements of an account could not be read: of hosts, or of the platform (read once a day)',
      labelNames: ['account'],
      registers: [metrics],
      async collect() {
        for (const [account, seconds] of Object.entries(await unread.get())) this.set({ account }, seconds);
      },
    });
  }

  private async differences(): Promise<Backlog> {
    const { rows } = await this.pool.query<Backlog>(
      'SELECT count(*) AS rows, min(found_at) AS since FROM settlement_differences WHERE resolved_at IS NULL',
    );
    return rows[0] as Backlog;
  }
}
