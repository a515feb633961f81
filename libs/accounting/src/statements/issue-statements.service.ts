import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { HOT_POOL, poolOf } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, METRICS } from '@abato/platform';
import { exclusively } from '@abato/payments';
import { issueDue } from './issue-due.js';

const EVERY_MS = 60_000;

/** Issues statements of months that have ended and of contests whose results are final. */
@Injectable()
export class IssueStatementsService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'FEE_INVOICE_ISSUER'>,
    @Inject(METRICS) metrics: Registry,
    sweeps: Sweeps,
  ) {
    const failed = new Counter({
      name: 'abato_statement_runs_failed_total',
      help: 'Runs that could not issue every statement that was due',
      registers: [metrics],
    });
    sweeps.add('statements', EVERY_MS, async () => {
      try {
        await this.issue();
      } catch (error) {
        failed.inc();
        throw error;
      }
    });
  }

  /** The votes of a host are counted over all its payments: that runs where a statement may take longer. */
  private async issue(): Promise<void> {
    await exclusively(this.pool, 'statements', () =>
      issueDue(poolOf(this.source), {
        now: this.clock.now(),
        issuer: this.env.FEE_INVOICE_ISSUER,
      }),
    );
  }
}
