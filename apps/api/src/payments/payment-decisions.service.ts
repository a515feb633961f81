import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cedisFromPesewas, type PaymentAttention } from '@abato/contracts';
import { AppError } from '@abato/domain';
import { LivePublisher } from '@abato/live';
import { announceSettlements, PaystackClient, settleWithin } from '@abato/payments';
import { inTransaction } from '@abato/persistence';
import { CLOCK, Secrets, type Clock, type Environment } from '@abato/platform';
import { Queues } from '@abato/queue';
import type { Actor } from '../access/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { ENVIRONMENT, HOT_POOL } from '../core/tokens.js';

const MOST_WAITING = 500;
const ACTIONS = { 'refund-ordered': 'payment.refund', accepted: 'payment.accept' } as const;

@Injectable()
export class PaymentDecisionsService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    private readonly client: PaystackClient,
    private readonly secrets: Secrets,
    private readonly queues: Queues,
    private readonly live: LivePublisher,
  ) {}

  /** Oldest first. */
  async waiting(): Promise<PaymentAttention[]> {
    const { rows } = await this.pool.query<{
      id: string;
      reference: string;
      contest_id: string;
      title: string | null;
      state: string;
      amount_pesewas: number;
      provider_amount_pesewas: number | null;
      provider_currency: string | null;
      last_error: string | null;
      since: Date;
    }>(
      `SELECT p.id, p.reference, p.contest_id, c.title, p.state, p.amount_pesewas, p.provider_amount_pesewas, p.provider_currency,
         r.last_error, coalesce(p.settled_at, p.updated_at) AS since
       FROM payments p LEFT JOIN contests c ON c.id = p.contest_id LEFT JOIN refunds r ON r.payment_id = p.id
       WHERE p.state IN ('REVIEW', 'REFUND_ATTENTION', 'DISPUTED') ORDER BY since LIMIT ${MOST_WAITING}`,
    );
    return rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      contestId: row.contest_id,
      contestTitle: row.title ?? '',
      state: row.state,
      amount: cedisFromPesewas(row.amount_pesewas),
      takenAmount:
        row.provider_amount_pesewas === null ? null : cedisFromPesewas(row.provider_amount_pesewas),
      takenCurrency: row.provider_currency,
      refundError: row.last_error,
      since: row.since.toISOString(),
    }));
  }

  /**
   * Settle by a person's word, with the reason in the payment's history and the audit log.
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT when the payment's state does not allow it
   */
  async decide(
    actor: Actor,
    paymentId: string,
    decision: 'refund-ordered' | 'accepted',
    reason: string,
  ): Promise<void> {
    const now = this.clock.now();
    const context = {
      now,
      domain: this.client.domain,
      secrets: this.secrets,
      publicUrl: this.env.PUBLIC_URL,
    };
    const settlement = await inTransaction(this.pool, async (sql) => {
      const { rows } = await sql.query<{ reference: string; method: string }>(
        'SELECT reference, method FROM payments WHERE id = $1',
        [paymentId],
      );
      const payment = rows[0];
      if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
      if (payment.method === 'MANUAL')
        throw new AppError('CONFLICT', { message: 'Cash cannot be refunded by the provider.' });
      const news = {
        reference: payment.reference,
        proof: { status: decision },
        source: 'manual',
        actor: { userId: actor.id, reason },
      } as const;
      const settled = await settleWithin(sql, news, context);
      if (!settled || settled.from === settled.to) throw new AppError('CONFLICT');
      await recordAudit(sql, {
        at: now,
        actorUserId: actor.id,
        action: ACTIONS[decision],
        subjectType: 'payment',
        subjectId: paymentId,
        detail: { from: settled.from, to: settled.to, reason },
      });
      return settled;
    });
    await announceSettlements([settlement], { queues: this.queues, live: this.live });
  }
}
