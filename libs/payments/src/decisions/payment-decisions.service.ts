import { Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import type { Page, PaymentAttention } from '@abato/contracts';
import { readPage, sqlFile, Transactions } from '@abato/database';
import { AppError } from '@abato/platform';
import { PaystackClient } from '@abato/paystack';
import type { Situation } from '../rules/payment-state.js';
import { LEFT_PESEWAS } from '../rules/refundable.js';
import { Confirmation, type ConfirmingTransaction } from '../confirm/confirmation.service.js';
import { lockDaySumsOf } from './day-sums.js';
import { answerRequest, lockOpenRequest } from './corrections.js';

const ATTENTION = sqlFile(import.meta.url, './attention.sql');
/** Why an acceptance is refused (ADR 61). */
const REFUSALS: Partial<Record<Situation, string>> = {
  'accepted-late':
    'This payment was begun or paid too late to count, or what it was for was deleted. It can only be refunded.',
  'accepted-again': 'Another payment for this vote is counted. This payment can only be refunded.',
  'accepted-after-final': 'The results of this contest are final. This payment can only be refunded.',
};
const ACTIONS = { 'refund-ordered': 'payment.refund', accepted: 'payment.accept' } as const;

@Injectable()
export class PaymentDecisionsService {
  constructor(
    private readonly db: Transactions,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
  ) {}

  /** Newest first. */
  async waiting(page: Page): Promise<{ items: PaymentAttention[]; total: number }> {
    return readPage<PaymentAttention>(this.db, ATTENTION, [this.client.domain], page);
  }

  /**
   * Settle by a person's word, with the reason in the payment's history and the audit log.
   * @param check refuses the decision about so many pesewas, before anything is written
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT when the payment's state does not allow it, or when it is accepted too late
   */
  async decide(
    actor: Actor,
    paymentId: string,
    decision: 'refund-ordered' | 'accepted',
    reason: string,
    check?: (transaction: ConfirmingTransaction, pesewas: number) => Promise<void>,
  ): Promise<void> {
    await this.confirmation.transaction(async (transaction) => {
      const { sql, now, publicUrl, confirm } = transaction;
      await lockDaySumsOf(sql, paymentId);
      const { rows } = await sql.query<{ reference: string; method: string; left: number }>(
        `SELECT p.reference, p.method, ${LEFT_PESEWAS} AS left FROM payments p WHERE p.id = $1`,
        [paymentId],
      );
      const payment = rows[0];
      if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
      await check?.(transaction, payment.left);
      if (payment.method === 'MANUAL')
        throw new AppError('CONFLICT', 'Cash cannot be refunded by the provider.');
      const isRefund = decision === 'refund-ordered';
      if (isRefund) await lockOpenRequest(sql, { paymentId, kind: 'REFUND' });
      const update = {
        reference: payment.reference,
        proof: { status: decision },
        source: 'manual',
        actor: { userId: actor.id, reason },
      } as const;
      const settled = await confirm(update);
      if (!settled || settled.from === settled.to) {
        const isHeld = settled?.from === 'REVIEW';
        throw new AppError('CONFLICT', isHeld ? REFUSALS[settled.situation] : undefined);
      }
      if (isRefund)
        await answerRequest({ sql, now, publicUrl }, { paymentId, kind: 'REFUND' }, actor.id, 'ORDERED');
      await recordBy(sql, actor, now, ACTIONS[decision], ['payment', paymentId], {
        from: settled.from,
        to: settled.to,
        reason,
        ...(isRefund && { kind: 'REFUND', amountPesewas: payment.left }),
      });
    });
  }
}
