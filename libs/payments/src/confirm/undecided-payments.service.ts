import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { undecidedAfterFinal } from './finish-results.js';
import { Settlement } from './settlement.service.js';

const EVERY_MS = 60_000;

/** Gives back held payments that no one has decided before results had to be final: they can count no more. */
@Injectable()
export class UndecidedPaymentsService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'RESULT_DEADLINE_HOURS'>,
    private readonly settlement: Settlement,
    sweeps: Sweeps,
  ) {
    sweeps.add('undecided payments', EVERY_MS, () => this.giveBack());
  }

  /** Orders the refunds; sending them is the refund job's. */
  async giveBack(): Promise<void> {
    const { RESULT_DEADLINE_HOURS: hours } = this.env;
    const references = await undecidedAfterFinal(this.pool, this.clock.now(), hours);
    const proof = { status: 'refund-ordered' } as const;
    await tryEach(references, (reference) => this.settlement.settle({ reference, proof, source: 'sweep' }));
  }
}
