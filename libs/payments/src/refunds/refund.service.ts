import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { ProviderError } from '../paystack/errors.js';
import type { ProviderRefund } from '../paystack/parse-refund.js';
import { PaystackClient } from '../paystack/paystack-client.js';
import { Settlement } from '../settlement/settlement.service.js';
import { refundProof } from './refund-proof.js';
import {
  ASK_AGAIN_AFTER_MS,
  dueRefunds,
  refundAccepted,
  refundNeverHeard,
  refundPutOff,
  refundsToPoll,
  type RefundToSend,
} from './refunds.js';

const EVERY_MS = 2_000;
const REFUNDS_PER_SWEEP = 20;

/** Gives money back: duplicates and late payments by itself, others by order. Never twice. */
@Injectable()
export class RefundService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly settlement: Settlement,
    sweeps: Sweeps,
  ) {
    sweeps.add('refunds', EVERY_MS, async () => {
      await this.sendDue();
      await this.poll();
    });
  }

  private async sendDue(): Promise<void> {
    for (const reference of await dueRefunds(this.pool, this.clock.now(), REFUNDS_PER_SWEEP)) {
      const refund = await this.settlement.takeRefund(reference);
      if (refund) await this.send(refund);
    }
  }

  private async send(refund: RefundToSend): Promise<void> {
    try {
      const earlier = refund.lookFirst ? await this.findEarlier(refund) : null;
      if (earlier === 'unclear') {
        await this.putOff(refund, { heard: true, error: 'the provider shows no refund yet' });
        return;
      }
      await this.accept(refund, earlier ?? (await this.ask(refund)));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await this.recover(refund, error);
    }
  }

  private ask(refund: RefundToSend): Promise<ProviderRefund> {
    const { transaction, amountPesewas: amount, currency } = refund;
    return this.client.refund({ transaction, amount, currency, note: `Refund ${refund.id}` });
  }

  /** What became of an earlier call with an unknown end. @returns null when it was certainly not heard */
  private async findEarlier(refund: RefundToSend): Promise<ProviderRefund | 'unclear' | null> {
    const known = await this.client.listRefunds(refund.transaction, searchFrom(refund));
    const ours = known.find((other) => other.status !== 'failed');
    if (ours) return ours;
    const now = this.clock.now();
    if (refund.sentAt && now.getTime() - refund.sentAt.getTime() < ASK_AGAIN_AFTER_MS) return 'unclear';
    await refundNeverHeard(this.pool, refund.id, now);
    return null;
  }

  private async accept(refund: RefundToSend, accepted: ProviderRefund): Promise<void> {
    await refundAccepted(this.pool, refund.id, accepted.id, this.clock.now());
    await this.settle(refund.reference, accepted);
  }

  private async recover(refund: RefundToSend, error: ProviderError): Promise<void> {
    const { failure, message, details } = error;
    this.log.warn({ refundId: refund.id, failure, reason: message }, 'a refund call failed');
    if (failure !== 'rejected' && failure !== 'not-found') {
      const heard = failure === 'unknown' || refund.lookFirst;
      await this.putOff(refund, { heard, error: message, retryAfter: details.retryAfter });
      return;
    }
    // "Already reversed" is a refusal too: a refund made elsewhere, perhaps our own lost one.
    const existing = (await this.client.listRefunds(refund.transaction).catch(() => [])).find(
      (other) => other.status !== 'failed',
    );
    if (existing) await this.accept(refund, existing);
    else await this.settleRefused(refund, message);
  }

  /** A bank may have taken the money back without telling us: then nothing is left to give back. */
  private async settleRefused(refund: RefundToSend, reason: string): Promise<void> {
    const { reference } = refund;
    const proof = await this.client.verify(reference, 'books').then(
      (transaction) => transaction.proof,
      (error: unknown) => {
        if (error instanceof ProviderError) return null;
        throw error;
      },
    );
    if (!proof) await this.putOff(refund, { heard: refund.lookFirst, error: reason });
    else if (proof.status === 'reversed')
      await this.settlement.settle({ reference, proof, source: 'refund' });
    else await this.settle(reference, { status: 'failed', amount: null });
  }

  private async putOff(
    refund: RefundToSend,
    outcome: { heard: boolean; error: string; retryAfter?: number },
  ): Promise<void> {
    await refundPutOff(this.pool, refund.id, outcome, this.clock.now());
  }

  private async poll(): Promise<void> {
    for (const due of await refundsToPoll(this.pool, this.clock.now(), REFUNDS_PER_SWEEP)) {
      try {
        await this.settle(due.reference, await this.client.fetchRefund(due.providerRefundId));
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        this.log.warn({ failure: error.failure }, 'asking about a refund failed');
      }
    }
  }

  private async settle(reference: string, refund: Pick<ProviderRefund, 'status' | 'amount'>): Promise<void> {
    const proof = refundProof(refund.status, refund.amount);
    if (proof) await this.settlement.settle({ reference, proof, source: 'refund' });
  }
}

/** An earlier call is not older than this; the provider lists refunds by date only. */
const SEARCH_BACK_MS = 24 * 3_600_000;

function searchFrom({ sentAt }: RefundToSend): Date | undefined {
  return sentAt ? new Date(sentAt.getTime() - SEARCH_BACK_MS) : undefined;
}
