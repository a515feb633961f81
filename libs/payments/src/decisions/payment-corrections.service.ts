import { Inject, Injectable } from '@nestjs/common';
import { type Actor, type AuditAction, recordBy } from '@abato/accounts';
import {
  cedisFromPesewas,
  type CorrectionKind,
  formatCedis,
  OTHER_PERSON_REQUIRED,
  type Page,
  type PaymentCorrection,
  type PaymentCorrectionResult,
  pesewasFromCedis,
  SECOND_PERSON_ABOVE_PESEWAS,
} from '@abato/contracts';
import { type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Environment, ENVIRONMENT, newId } from '@abato/platform';
import type { PaymentProof } from '@abato/paystack';
import { Confirmation, type ConfirmingTransaction } from '../confirm/confirmation.service.js';
import {
  type Correction,
  decideCorrection,
  insertCorrection,
  isRequest,
  lockCorrection,
  type LockedCorrection,
  waitingCorrections,
  notifyAsker,
} from './corrections.js';
import { decidedToday, lockDaySumsOf, assertSecondFactor } from './day-sums.js';
import { DisputesService } from '../disputes/disputes.service.js';

/**
 * What a super admin says about a payment's money although the provider does not, so that no state is a dead end (ADR 13): cash that was
 * entered by mistake, a refund that was paid in another way, a dispute whose end was never told.
 */
@Injectable()
export class PaymentCorrectionsService {
  constructor(
    private readonly db: Transactions,
    private readonly confirmation: Confirmation,
    private readonly disputes: DisputesService,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
  ) {}

  /** Those that wait for a second person, newest first. */
  async waiting(page: Page): Promise<{ items: PaymentCorrection[]; total: number }> {
    return waitingCorrections(this.db, page);
  }

  /**
   * The money is back with the payer. Votes that still count for it are taken back, in proportion for a part.
   * @param input.amount cedis; all that is left when absent
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT when the payment's state does not allow it, or less is left
   */
  async returned(
    actor: Actor,
    paymentId: string,
    input: { reason: string; amount?: number },
  ): Promise<PaymentCorrectionResult> {
    return this.confirmation.transaction(async (transaction) => {
      await lockDaySumsOf(transaction.sql, paymentId);
      const { leftPesewas } = await lockMoney(transaction.sql, paymentId);
      const asked = input.amount === undefined ? leftPesewas : (pesewasFromCedis(input.amount) ?? 0);
      if (asked > leftPesewas || asked <= 0)
        throw new AppError(
          'CONFLICT',
          `Only ${formatCedis(cedisFromPesewas(leftPesewas))} of this payment is left.`,
        );
      const { reason } = input;
      return this.enter(transaction, actor, { paymentId, kind: 'RETURNED', amountPesewas: asked, reason });
    });
  }

  /**
   * A dispute is over and the money stayed with us.
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT when the payment is not disputed
   */
  async kept(actor: Actor, paymentId: string, reason: string): Promise<PaymentCorrectionResult> {
    return this.confirmation.transaction(async (transaction) => {
      await lockDaySumsOf(transaction.sql, paymentId);
      const { leftPesewas } = await lockMoney(transaction.sql, paymentId);
      return this.enter(transaction, actor, { paymentId, kind: 'KEPT', amountPesewas: leftPesewas, reason });
    });
  }

  /**
   * @throws AppError PAYMENT_NOT_FOUND; FORBIDDEN for the person who entered it; SECOND_FACTOR_REQUIRED as for an order of such a refund;
   *   CONFLICT when it was decided, or when the payment has changed so that it does not apply any more; PROVIDER_… as `DisputesService.resolve`
   */
  async confirm(actor: Actor, id: string): Promise<void> {
    const accepted = await this.confirmation.transaction(async (transaction) => {
      const correction = await waiting(transaction.sql, id);
      if (correction.enteredBy === actor.id) throw new AppError('FORBIDDEN', OTHER_PERSON_REQUIRED);
      const { kind } = correction;
      if (kind === 'DISPUTE') return correction;
      await lockDaySumsOf(transaction.sql, correction.paymentId);
      if (kind === 'REFUND')
        await assertSecondFactor(transaction, actor, { step: 'order', ...correction }, this.env);
      const { leftPesewas } = await lockMoney(transaction.sql, correction.paymentId);
      if (correction.amountPesewas > leftPesewas)
        throw new AppError('CONFLICT', 'Less of this payment is left. Reject this correction.');
      await decideCorrection(transaction.sql, id, {
        decision: kind === 'REFUND' ? 'ORDERED' : 'CONFIRMED',
        actorUserId: actor.id,
        at: transaction.now,
        reason: null,
      });
      const { enteredBy: userId, reason } = correction;
      await apply(transaction, id, { ...correction, kind }, { userId, reason });
      await record(transaction, actor, 'payment.correction-confirm', correction);
      await lockDaySumsOf(transaction.sql, correction.paymentId);
      if (kind === 'REFUND') await notifyAsker(transaction, { ...correction, kind }, true);
      return null;
    });
    // The provider is called outside of the transaction; a dispute that it closes answers the request.
    if (accepted) await this.disputes.resolve(actor, accepted.disputeId ?? '', 'accept', accepted.reason);
  }

  /** @throws AppError PAYMENT_NOT_FOUND; CONFLICT when it was decided */
  async reject(actor: Actor, id: string, reason: string): Promise<void> {
    await this.confirmation.transaction(async (transaction) => {
      const correction = await waiting(transaction.sql, id);
      const decided = { decision: 'REJECTED', actorUserId: actor.id, at: transaction.now, reason } as const;
      await decideCorrection(transaction.sql, id, decided);
      await record(transaction, actor, 'payment.correction-reject', { ...correction, reason });
      await lockDaySumsOf(transaction.sql, correction.paymentId);
      const { kind } = correction;
      if (isRequest(kind)) await notifyAsker(transaction, { ...correction, kind }, false);
    });
  }

  /**
   * At once, or above GHS 10,000 when a second person has confirmed it. What was returned by hand of the payment before is a part of it, and so
   * is what was decided alone about the contest's payments today.
   */
  private async enter(
    transaction: ConfirmingTransaction,
    actor: Actor,
    correction: AtOnce,
  ): Promise<PaymentCorrectionResult> {
    const { paymentId, kind, amountPesewas } = correction;
    const { sql, now } = transaction;
    const before = kind === 'RETURNED' ? await returnedByHand(sql, paymentId) : 0;
    const actions = ['payment.kept', 'payment.returned'] as const;
    const today = await decidedToday(sql, { paymentId, actions, kinds: ['KEPT', 'RETURNED'] }, now);
    if (Math.max(before, today) + amountPesewas <= SECOND_PERSON_ABOVE_PESEWAS) {
      await apply(transaction, newId(), correction, { userId: actor.id, reason: correction.reason });
      const action = kind === 'KEPT' ? 'payment.kept' : 'payment.returned';
      await record(transaction, actor, action, correction);
      return { awaitsConfirmation: false, correctionId: null };
    }
    const id = await insertCorrection(transaction.sql, correction, actor.id, transaction.now);
    if (!id) throw new AppError('CONFLICT', 'A correction of this payment waits for confirmation already.');
    await record(transaction, actor, 'payment.correction-wait', correction);
    return { awaitsConfirmation: true, correctionId: id };
  }
}

/** What is settled here; the acceptance of a dispute is settled by the provider's word. */
type AtOnce = Correction & { kind: Exclude<CorrectionKind, 'DISPUTE'> };

/** @param id makes the return one of its own in the books */
async function apply(
  { sql, confirm }: ConfirmingTransaction,
  id: string,
  { paymentId, kind, amountPesewas }: AtOnce,
  actor: { userId: string; reason: string },
): Promise<void> {
  const proofs: Record<AtOnce['kind'], PaymentProof> = {
    KEPT: { status: 'dispute-won' },
    RETURNED: { status: 'returned-by-hand', amount: amountPesewas, back: { source: 'HAND', id } },
    REFUND: { status: 'refund-ordered' },
  };
  const reference = await referenceOf(sql, paymentId);
  const settled = await confirm({ reference, proof: proofs[kind], source: 'manual', actor });
  const changed = settled && (settled.from !== settled.to || settled.tookPart || settled.recorded);
  if (!changed) throw new AppError('CONFLICT');
}

async function referenceOf(sql: SqlRunner, paymentId: string): Promise<string> {
  const { rows } = await sql.query<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [
    paymentId,
  ]);
  return rows[0]?.reference ?? '';
}

/** Lock a payment. @returns what is left of its money, in pesewas @throws AppError PAYMENT_NOT_FOUND */
async function lockMoney(sql: SqlRunner, paymentId: string): Promise<{ leftPesewas: number }> {
  const { rows } = await sql.query<{ leftPesewas: number }>(
    `SELECT coalesce(provider_amount_pesewas, amount_pesewas) - returned_pesewas AS "leftPesewas"
     FROM payments WHERE id = $1 FOR UPDATE`,
    [paymentId],
  );
  if (!rows[0]) throw new AppError('PAYMENT_NOT_FOUND');
  return rows[0];
}

/** The payment is locked. @returns pesewas */
async function returnedByHand(sql: SqlRunner, paymentId: string): Promise<number> {
  const { rows } = await sql.query<{ pesewas: number }>(
    `SELECT coalesce(sum(amount_pesewas), 0)::bigint AS pesewas FROM money_returns WHERE payment_id = $1 AND source = 'HAND'`,
    [paymentId],
  );
  return rows[0]?.pesewas ?? 0;
}

async function waiting(sql: SqlRunner, id: string): Promise<LockedCorrection> {
  const correction = await lockCorrection(sql, id);
  if (!correction) throw new AppError('PAYMENT_NOT_FOUND');
  if (correction.decision) throw new AppError('CONFLICT', 'This correction has already been decided.');
  return correction;
}

async function record(
  { sql, now }: ConfirmingTransaction,
  actor: Actor,
  action: AuditAction,
  { paymentId, kind, amountPesewas, reason }: Correction,
): Promise<void> {
  await recordBy(sql, actor, now, action, ['payment', paymentId], { kind, amountPesewas, reason });
}
