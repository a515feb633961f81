import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { compareDay, daysToCompare, exclusively, PaystackClient, recordComparison } from '@abato/payments';
import { CLOCK, type Clock, type Logger } from '@abato/platform';
import { Sweep } from '../core/sweep.js';
import { HOT_POOL, LOGGER } from '../core/tokens.js';
import { CheckPaymentService } from './check-payment.service.js';

/** How often is looked whether a day is over. */
const EVERY_MS = 15 * 60_000;

/** Compares each day's payments with the provider's list, both ways, once it is over; settles what one side knows better. */
@Injectable()
export class ReconcileDaysService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly sweep: Sweep;
  private readonly stopping = new AbortController();

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly payments: CheckPaymentService,
  ) {
    this.sweep = new Sweep('daily comparison', EVERY_MS, log, () => this.compareDue());
  }

  onModuleInit(): void {
    this.sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.sweep.stop();
  }

  /** Compare every day that is due, unless another process is doing so. */
  async compareDue(): Promise<void> {
    await exclusively(this.pool, 'reconcile', async () => {
      for (const day of await daysToCompare(this.pool, this.clock.now())) await this.compare(day);
    });
  }

  private async compare(day: Date): Promise<void> {
    const comparison = await compareDay(this.pool, this.client, day, {
      settle: (news) => this.payments.settle(news),
      pause: (seconds) => sleep(seconds * 1000, undefined, { signal: this.stopping.signal }),
    });
    await recordComparison(this.pool, day, comparison, this.clock.now());
    const { successes, settled, differences } = comparison;
    const about = { day: day.toISOString().slice(0, 10), successes, settled: settled.length };
    if (differences.length) {
      this.log.error({ ...about, differences: differences.length }, 'the books differ from the provider’s');
    } else this.log.info(about, 'the books agree with the provider’s');
  }
}
