import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { PaystackClient } from '@abato/paystack';
import type { PaymentUpdate, ConfirmationResult } from '../confirm/lock-and-read.js';
import { Confirmation } from '../confirm/confirmation.service.js';
import { compareDay } from './compare-day.js';
import { daysToCompare, recordComparison, recordDifference } from './differences.js';

/** How often is looked whether a day is over. */
const EVERY_MS = 15 * 60_000;

/** Compares each day's payments with the provider's list, both ways, once it is over; settles what one side knows better. */
@Injectable()
export class ReconcileDaysService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
    sweeps: Sweeps,
  ) {
    sweeps.add('daily comparison', EVERY_MS, (stopping) => this.compareDue(stopping));
  }

  /** Compare every day that is due, unless another process is doing so. */
  async compareDue(stopping: AbortSignal): Promise<void> {
    await this.db.tryLock('reconcile', async () => {
      const days = await daysToCompare(this.db, this.clock.now());
      await tryEach(days, (day) => this.compare(day, stopping), { stopping });
    });
  }

  private async compare(day: Date, stopping: AbortSignal): Promise<void> {
    const comparison = await compareDay(this.db, this.client, day, {
      confirm: (update) => this.confirm(update),
      pause: (seconds) => sleep(seconds * 1000, undefined, { signal: stopping }),
    });
    await recordComparison(this.db, day, comparison, this.clock.now());
    const { successes, settled, differences } = comparison;
    const about = { day: day.toISOString().slice(0, 10), successes, settled: settled.length };
    if (differences.length) {
      this.log.error({ ...about, differences: differences.length }, 'the books differ from the provider’s');
    } else this.log.info(about, 'the books agree with the provider’s');
  }

  /** What cannot be settled stays a difference, which super admins see; the rest of the day is compared all the same. */
  private async confirm(update: PaymentUpdate): Promise<ConfirmationResult | null> {
    try {
      return await this.confirmation.transaction(async ({ sql, now, confirm }) => {
        const result = await confirm(update);
        if (result?.takenBack) await recordDifference(sql, result.paymentId, 'reversed', now);
        return result;
      });
    } catch (error) {
      this.log.error(error, 'a payment of the provider’s list could not be settled');
      return null;
    }
  }
}
