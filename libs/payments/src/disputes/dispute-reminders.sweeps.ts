import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { remindOfDisputes } from './record-dispute.js';

const EVERY_MS = 15 * 60_000;

/** Reminds of disputes whose answer is due within a day. */
@Injectable()
export class DisputeReminders {
  constructor(
    db: Transactions,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENVIRONMENT) env: Pick<Environment, 'PUBLIC_URL'>,
    sweeps: Sweeps,
  ) {
    sweeps.add('dispute reminders', EVERY_MS, () =>
      db.run(({ sql }) => remindOfDisputes(sql, { now: clock.now(), publicUrl: env.PUBLIC_URL })),
    );
  }
}
