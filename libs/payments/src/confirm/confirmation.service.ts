import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';
import type pg from 'pg';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  METRICS,
  Secrets,
  traced,
} from '@abato/platform';
import { HOT_POOL, type SqlRunner, Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { PaystackClient } from '@abato/paystack';
import type { PaymentUpdate, ConfirmContext, ConfirmationResult } from './lock-and-read.js';
import { confirmTogether } from './confirm.js';
import { type RefundToSend, takeDueRefund } from '../refunds/refunds.js';
import { type PaymentState, SITUATIONS } from '../rules/payment-state.js';

/** An update that was settled, and what settling it did. */
interface Settled {
  update: PaymentUpdate;
  result: ConfirmationResult;
}

const TOLD_OF: ReadonlySet<PaymentState> = new Set(['REFUNDED', 'REVERSED', 'REFUND_ATTENTION']);
/** Whether a receipt or a message about a refund may wait to be sent. */
const mayText = ({ counted, tookPart, from, to }: ConfirmationResult): boolean =>
  counted || tookPart || (from !== to && TOLD_OF.has(to));

/** Tells the other processes and the operators what was settled; `Confirmation` calls it after each commit. */
@Injectable()
export class ConfirmationAnnouncement {
  private readonly transitions: Counter;
  private readonly alerts: Counter;
  private readonly delay: Histogram;

  constructor(
    @Inject(LOGGER) private readonly log: Pick<Logger, 'error'>,
    @Inject(METRICS) metrics: Registry,
    private readonly queues: Queues,
    private readonly live: LivePublisher,
  ) {
    this.transitions = new Counter({
      name: 'abato_payment_transitions_total',
      help: 'Transitions of payments by new state and by the source of the update',
      labelNames: ['to', 'source'],
      registers: [metrics],
    });
    this.alerts = new Counter({
      name: 'abato_payment_alerts_total',
      help: 'Payments that need a person, by situation',
      labelNames: ['situation'],
      registers: [metrics],
    });
    // A series that appears with its first value shows no increase: the first alert of the night would go unnoticed.
    for (const situation of SITUATIONS) this.alerts.inc({ situation }, 0);
    this.delay = new Histogram({
      name: 'abato_payment_confirm_seconds',
      help: 'From the payment, as the provider dates it, to the counted vote',
      buckets: [0.5, 1, 2, 5, 10, 15, 30, 60, 300, 3600, 86400],
      registers: [metrics],
    });
  }

  /**
   * Best effort: the sweeps drain tallies and send receipts anyway, and clients that show payments ask again. A contest is
   * announced once, however many of its payments were settled.
   */
  async send(settled: readonly Settled[]): Promise<void> {
    for (const { update, result } of settled) {
      this.count(update, result);
      if (!result.alert) continue;
      const { paymentId, situation, from, to } = result;
      this.log.error({ paymentId, situation, from, to }, 'a payment needs a person');
    }
    const contests = (of: (result: ConfirmationResult) => boolean): Set<string> =>
      new Set(settled.flatMap(({ result }) => (of(result) ? [result.contestId] : [])));
    for (const contestId of contests(({ counted, tookPart }) => counted || tookPart)) {
      await this.queues.enqueue('tally', 'drain', { contestId }, contestId).catch(() => undefined);
    }
    for (const contestId of contests(({ takenBack }) => takenBack)) {
      const job = { contestId, voters: true } as const;
      await this.queues.enqueue('tally', 'drain', job, `${contestId} voters`).catch(() => undefined);
    }
    if (settled.some(({ result }) => mayText(result))) {
      await this.queues.enqueue('sms', 'read-outbox', {}, 'outbox').catch(() => undefined);
    }
    for (const contestId of contests(({ from, to }) => from !== to)) {
      await this.live.publish('payments', { contestId });
    }
  }

  private count({ proof, source }: PaymentUpdate, result: ConfirmationResult): void {
    if (result.from !== result.to) this.transitions.inc({ to: result.to, source });
    if (result.alert) this.alerts.inc({ situation: result.situation });
    if (result.counted && proof.paidAt) {
      this.delay.observe(Math.max(0, (Date.now() - proof.paidAt.getTime()) / 1000));
    }
  }
}

/** A transaction in which payments are settled together with rows of the caller; what it settled is announced after its commit. */
export interface ConfirmingTransaction {
  sql: SqlRunner;
  /** When the transaction began: every row that it writes has this time. */
  now: Date;
  /** Origin of the links in mails. */
  publicUrl: string;
  /** As `Confirmation.confirm`. The caller must not hold a vote's lock yet. */
  confirm(update: PaymentUpdate): Promise<ConfirmationResult | null>;
  /** As `Confirmation.confirmTogether`. The caller must not hold a vote's lock yet. */
  confirmTogether(updates: readonly PaymentUpdate[]): Promise<(ConfirmationResult | null)[]>;
}

/**
 * The only way in which a payment's success, failure or reversal enters the books. Every method returns after the commit and after
 * wake-ups, live hints, metrics and alerts were sent: a caller cannot settle without them.
 */
@Injectable()
export class Confirmation {
  private readonly hot: Transactions;

  constructor(
    @Inject(HOT_POOL) pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'PUBLIC_URL'> &
      Partial<Pick<Environment, 'PAYSTACK_FEES_TO_PAYER'>>,
    @Inject(Secrets) private readonly secrets: ConfirmContext['secrets'],
    @Inject(PaystackClient) private readonly provider: Pick<PaystackClient, 'domain'>,
    @Inject(ConfirmationAnnouncement) private readonly announcement: Pick<ConfirmationAnnouncement, 'send'>,
  ) {
    this.hot = new Transactions(pool);
  }

  /** For a command, which prints itself what needs a person, and whose metrics are read by no one. */
  static ofCommand(of: {
    pool: pg.Pool;
    clock: Clock;
    env: Pick<Environment, 'PUBLIC_URL'>;
    secrets: Secrets;
    provider: PaystackClient;
    queues: Queues;
    live: LivePublisher;
  }): Confirmation {
    const { pool, clock, env, secrets, provider, queues, live } = of;
    const silent = { error: () => undefined };
    const announcement = new ConfirmationAnnouncement(silent, new Registry(), queues, live);
    return new Confirmation(pool, clock, env, secrets, provider, announcement);
  }

  /**
   * Settle one attempt by a proof, whatever its source. Repeating it, in any order and at once, changes nothing more.
   * @returns null for an unknown reference
   */
  async confirm(update: PaymentUpdate): Promise<ConfirmationResult | null> {
    const options = { attributes: { 'abato.update.source': update.source } };
    return this.announced(traced('settle', options, () => this.commit(({ confirm }) => confirm(update))));
  }

  /**
   * Settle many updates in one transaction, as if each were settled by itself in this order.
   * @returns a result per update, in order; null for an unknown reference
   */
  async confirmTogether(updates: readonly PaymentUpdate[]): Promise<(ConfirmationResult | null)[]> {
    return this.transaction((transaction) => transaction.confirmTogether(updates));
  }

  /**
   * Take the right to ask the provider for one refund, and commit that the call is about to be made: whatever happens to the call,
   * it may have been heard. The payment's lock keeps this apart from an update that the money has gone back already.
   * @returns null when there is nothing to ask for any more
   */
  async takeRefund(reference: string): Promise<RefundToSend | null> {
    const proof = { status: 'refund-sent', providerStatus: 'refund_sent' } as const;
    return this.transaction(async ({ sql, now, confirm }) => {
      const result = await confirm({ reference, proof, source: 'refund' });
      return result?.to === 'REFUNDING' ? takeDueRefund(sql, result.paymentId, now) : null;
    });
  }

  /**
   * Run `work` in one transaction; on a deadlock the whole of it is run again, so it must do nothing but SQL and settling.
   * @returns what `work` returned, after the commit and the announcement
   */
  async transaction<T>(work: (transaction: ConfirmingTransaction) => Promise<T>): Promise<T> {
    return this.announced(this.commit(work));
  }

  private async announced<T>(committing: Promise<{ value: T; settled: Settled[] }>): Promise<T> {
    const { settled, value } = await committing;
    await this.announcement.send(settled);
    return value;
  }

  private commit<T>(
    work: (transaction: ConfirmingTransaction) => Promise<T>,
  ): Promise<{ value: T; settled: Settled[] }> {
    return this.hot.run(async ({ sql }) => {
      const context = this.context();
      const done: Settled[] = [];
      const confirmMany = async (
        updates: readonly PaymentUpdate[],
      ): Promise<(ConfirmationResult | null)[]> => {
        const results = await confirmTogether(sql, updates, context);
        updates.forEach((update, index) => {
          const result = results[index];
          if (result) done.push({ update, result });
        });
        return results;
      };
      const confirmOne = async (update: PaymentUpdate): Promise<ConfirmationResult | null> =>
        (await confirmMany([update]))[0] ?? null;
      const transaction = {
        sql,
        now: context.now,
        publicUrl: this.env.PUBLIC_URL,
        confirm: confirmOne,
        confirmTogether: confirmMany,
      };
      return { value: await work(transaction), settled: done };
    });
  }

  private context(): ConfirmContext {
    return {
      now: this.clock.now(),
      domain: this.provider.domain,
      feesToPayer: this.env.PAYSTACK_FEES_TO_PAYER === 'true',
      secrets: this.secrets,
      publicUrl: this.env.PUBLIC_URL,
    };
  }
}
