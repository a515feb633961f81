import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import { type Backlog, exportBacklog } from '@abato/jobs';
import { CachedReading, type Clock, CLOCK, METRICS } from '@abato/platform';
import { NOT_FOREIGN } from './inbox/kept-webhook.entity.js';
import { PAYMENT_STATES } from './rules/payment-state.js';

/** Grouping all uncounted payments reads an index that may hold millions of abandoned attempts. */
const PAYMENTS_MAX_AGE_MS = 30_000;

/** Webhooks that wait and payments by state, as PostgreSQL has them. */
@Injectable()
export class PaymentBacklog {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) clock: Clock,
    @Inject(METRICS) metrics: Registry,
  ) {
    exportBacklog(
      { metrics, clock },
      'webhook_inbox',
      'webhooks about our payments that are kept and not processed',
      () => this.webhooks(),
    );
    exportBacklog(
      { metrics, clock },
      'webhooks_set_aside',
      'webhooks that failed too often to be tried again',
      () => this.setAside(),
    );
    const payments = new CachedReading(PAYMENTS_MAX_AGE_MS, () => this.uncountedPayments());
    new Gauge({
      name: 'abato_payments',
      help: 'Payments that have not counted, by state (those that have: abato_payment_transitions_total)',
      labelNames: ['state'],
      registers: [metrics],
      async collect() {
        this.reset();
        for (const [state, number] of Object.entries(await payments.get())) this.set({ state }, number);
      },
    });
  }

  private async webhooks(): Promise<Backlog> {
    const { rows } = await this.db.query<Backlog>(
      `SELECT count(*) AS rows, min(received_at) AS since
       FROM (SELECT received_at FROM webhook_inbox WHERE processed_at IS NULL AND ${NOT_FOREIGN} LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }

  private async setAside(): Promise<Backlog> {
    const { rows } = await this.db.query<Backlog>(
      'SELECT count(*) AS rows, min(set_aside_at) AS since FROM webhook_inbox WHERE set_aside_at IS NOT NULL',
    );
    return rows[0] as Backlog;
  }

  private async uncountedPayments(): Promise<Record<string, number>> {
    const { rows } = await this.db.query<{ state: string; number: number }>(
      `SELECT state, count(*) AS number FROM payments WHERE state NOT IN ('COMPLETED', 'DISPUTED') GROUP BY state`,
    );
    const states = Object.entries(PAYMENT_STATES).filter(([, { kind }]) => kind !== 'counted');
    return {
      ...Object.fromEntries(states.map(([state]) => [state, 0])),
      ...Object.fromEntries(rows.map(({ state, number }) => [state, number])),
    };
  }
}
