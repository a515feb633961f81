import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { type Backlog, exportBacklog } from '@abato/jobs';
import { CachedReading, type Clock, CLOCK, METRICS } from '@abato/platform';

const UNREAD = sqlFile(import.meta.url, './unread-accounts.sql');
type Whose = 'hosts' | 'platform';

/** When the account was last read that has not been read for longest; one that never was, when it came into force. Null without an account. */
export async function unreadSince(sql: SqlRunner, now: Date): Promise<Record<Whose, Date | null>> {
  const { rows } = await sql.query<{ is_platform: boolean; since: Date | null }>(UNREAD, [now]);
  const since = (isPlatform: boolean): Date | null =>
    rows.find((row) => row.is_platform === isPlatform)?.since ?? null;
  return { hosts: since(false), platform: since(true) };
}

const MAX_AGE_MS = 30_000;

/** Payouts that are unexplained, and accounts whose payouts are not read, as PostgreSQL has them. */
@Injectable()
export class PayoutsBacklog {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) clock: Clock,
    @Inject(METRICS) metrics: Registry,
  ) {
    exportBacklog(
      { metrics, clock },
      'settlement_differences',
      'differences of settlements that are not explained',
      () => this.differences(),
    );
    const unread = new CachedReading(MAX_AGE_MS, () => unreadSince(db, clock.now()));
    new Gauge({
      name: 'abato_settlements_unread_seconds',
      help: 'Since when the settlements of an account could not be read: of hosts, or of the platform (read once a day)',
      labelNames: ['account'],
      registers: [metrics],
      async collect() {
        for (const [account, since] of Object.entries(await unread.get()))
          this.set({ account }, since ? Math.max(0, +clock.now() - +since) / 1000 : 0);
      },
    });
  }

  private async differences(): Promise<Backlog> {
    const { rows } = await this.db.query<Backlog>(
      'SELECT count(*) AS rows, min(found_at) AS since FROM settlement_differences WHERE resolved_at IS NULL',
    );
    return rows[0] as Backlog;
  }
}
