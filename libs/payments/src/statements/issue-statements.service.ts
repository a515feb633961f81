import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, readFeeTaxes } from '@abato/platform';
import { exclusively } from '../checks/exclusive.js';
import { issueDue } from './issue-due.js';

const EVERY_MS = 60_000;

/** Issues statements of months that have ended and of contests whose results are final. */
@Injectable()
export class IssueStatementsService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'FEE_TAXES' | 'FEE_INVOICE_ISSUER'>,
    sweeps: Sweeps,
  ) {
    sweeps.add('statements', EVERY_MS, () => this.issue());
  }

  private async issue(): Promise<void> {
    await exclusively(this.pool, 'statements', () =>
      issueDue(this.pool, {
        now: this.clock.now(),
        taxes: readFeeTaxes(this.env.FEE_TAXES),
        issuer: this.env.FEE_INVOICE_ISSUER,
      }),
    );
  }
}
