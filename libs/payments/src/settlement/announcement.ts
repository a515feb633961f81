import { Inject, Injectable } from '@nestjs/common';
import { Queues } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { type Logger, LOGGER } from '@abato/platform';
import type { PaymentState } from '../rules/payment-state.js';
import type { PaymentUpdate, SettlementResult } from './payment-update.js';
import { SettlementMetrics } from './settlement-metrics.js';

/** An update that was settled, and what settling it did. */
export interface Settled {
  update: PaymentUpdate;
  result: SettlementResult;
}

const TOLD_OF: ReadonlySet<PaymentState> = new Set(['REFUNDED', 'REVERSED', 'REFUND_ATTENTION']);
/** Whether a receipt or a message about a refund may wait to be sent. */
const mayText = ({ counted, tookPart, from, to }: SettlementResult): boolean =>
  counted || tookPart || (from !== to && TOLD_OF.has(to));

/** Tells the other processes and the operators what was settled; `Settlement` calls it after each commit. */
@Injectable()
export class SettlementAnnouncement {
  constructor(
    @Inject(LOGGER) private readonly log: Pick<Logger, 'error'>,
    private readonly metrics: SettlementMetrics,
    private readonly queues: Queues,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Best effort: the sweeps drain tallies and send receipts anyway, and clients that show payments ask again. A contest is
   * announced once, however many of its payments were settled.
   */
  async send(settled: readonly Settled[]): Promise<void> {
    for (const { update, result } of settled) {
      this.metrics.settled(update, result);
      if (!result.alert) continue;
      const { paymentId, situation, from, to } = result;
      this.log.error({ paymentId, situation, from, to }, 'a payment needs a person');
    }
    const contests = (of: (result: SettlementResult) => boolean): Set<string> =>
      new Set(settled.flatMap(({ result }) => (of(result) ? [result.contestId] : [])));
    for (const contestId of contests(({ counted, tookPart }) => counted || tookPart)) {
      await this.queues.poke('tally', 'drain', { contestId }, contestId).catch(() => undefined);
    }
    for (const contestId of contests(({ takenBack }) => takenBack)) {
      const job = { contestId, voters: true } as const;
      await this.queues.poke('tally', 'drain', job, `${contestId} voters`).catch(() => undefined);
    }
    if (settled.some(({ result }) => mayText(result))) {
      await this.queues.poke('sms', 'read-outbox', {}, 'outbox').catch(() => undefined);
    }
    for (const contestId of contests(({ from, to }) => from !== to)) {
      await this.live.publish('payments', { contestId });
    }
  }
}
