import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { CheckPaymentService } from './check-payment.service.js';
import { claimDueChecks } from './checks.js';
import { listNeededSince } from '../confirm/final-results.sweeps.js';
import { LIST_EVERY_MS, ListSuccessesService } from '../reconcile/list-successes.service.js';

const EVERY_MS = 2_000;
const RESULTS_EVERY_MS = 5_000;
/** All of a sweep's calls go out at once, so that none of them outlives the right to ask (see claim-checks.sql). */
const MOST_CHECKS_PER_SWEEP = 50;
/**
 * Share of the provider's limit that questions about single payments may use. Less than what is reserved for the books: when more is due
 * the list is read, and a crowd of single questions must not take the calls that its pages need.
 */
const SINGLE_CHECKS = 1 / 6;

/** Finds what no webhook, no return page and no queue has brought: the browser is never needed, nor is Redis. */
@Injectable()
export class PaymentSweepsService {
  private readonly checksPerSweep: number;
  private quietUntil = 0;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Environment,
    private readonly checks: CheckPaymentService,
    private readonly list: ListSuccessesService,
    sweeps: Sweeps,
  ) {
    const perSweep = Math.floor(((env.PAYSTACK_CALLS_PER_MINUTE * SINGLE_CHECKS) / 60_000) * EVERY_MS);
    this.checksPerSweep = Math.min(Math.max(perSweep, 1), MOST_CHECKS_PER_SWEEP);
    sweeps.add('payment checks', EVERY_MS, (stopping) => this.checkDue(stopping));
    sweeps.add('list of successes', LIST_EVERY_MS, (stopping) => list.read(stopping));
    sweeps.add('list for final results', RESULTS_EVERY_MS, (stopping) => this.listForResults(stopping));
  }

  /** Ask about what is due, as far as the limit allows; when that is not far enough, the list is read instead of waiting. */
  async checkDue(stopping?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() < this.quietUntil) return;
    const due = await claimDueChecks(this.db, now, this.checksPerSweep);
    const check = async (reference: string): Promise<void> => {
      const quietSeconds = await this.checks.check(reference, 'sweep');
      if (quietSeconds) this.quietUntil = now.getTime() + quietSeconds * 1000;
    };
    await tryEach(due, check, { atOnce: MOST_CHECKS_PER_SWEEP });
    if (due.length === this.checksPerSweep) await this.list.readSoon(stopping);
  }

  /** An audience waits for results that wait for the list. */
  private async listForResults(stopping: AbortSignal): Promise<void> {
    if (await listNeededSince(this.db, this.clock.now())) await this.list.readSoon(stopping);
  }
}
