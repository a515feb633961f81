import { Inject, Injectable } from '@nestjs/common';
import { type Actor, ownerScope, recordBy } from '@abato/accounts';
import type { PaymentCorrectionResult } from '@abato/contracts';
import { type SqlRunner } from '@abato/database';
import { refundRequestMail } from '@abato/messages';
import { AppError, type Environment, ENVIRONMENT } from '@abato/platform';
import { Confirmation, type ConfirmingTransaction } from '../confirm/confirmation.service.js';
import {
  type Correction,
  decideCorrection,
  insertCorrection,
  lockOpenRequest,
  type RequestKind,
} from './corrections.js';
import { assertSecondFactor, lockDaySumsOf } from './day-sums.js';
import { PaymentDecisionsService } from './payment-decisions.service.js';
import { mailStaff } from '../mail-people.js';
import type { PaymentState } from '../rules/payment-state.js';
import { isRefundable, LEFT_PESEWAS } from '../rules/refundable.js';

/** A person who asks again and again must not fill the mailboxes of the super admins. */
const NEXT_MAIL_AFTER_MS = 3_600_000;

interface AskedAbout {
  reference: string;
  state: PaymentState;
  method: 'PAYSTACK' | 'MANUAL';
  leftPesewas: number;
}

/** An organiser asks for the refund of a counted payment; a super admin decides it as a correction (ADR 13). */
@Injectable()
export class RefundRequestsService {
  constructor(
    private readonly confirmation: Confirmation,
    private readonly decisions: PaymentDecisionsService,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
  ) {}

  /**
   * One call for both who may want a refund (ADR 13). A super admin orders it. An organiser's call asks for it: the votes that would be
   * taken back are of the organiser's own contest, so another person decides.
   * @throws AppError as `PaymentDecisionsService.decide` and `ask`; SECOND_FACTOR_REQUIRED above the amount of the setting
   */
  async refund(actor: Actor, paymentId: string, reason: string): Promise<PaymentCorrectionResult> {
    if (actor.role !== 'SUPER_ADMIN') return this.ask(actor, paymentId, reason);
    await this.decisions.decide(actor, paymentId, 'refund-ordered', reason, (transaction, amountPesewas) =>
      assertSecondFactor(transaction, actor, { step: 'order', paymentId, amountPesewas }, this.env),
    );
    return { awaitsConfirmation: false, correctionId: null };
  }

  /**
   * Nothing changes until another person, a super admin, confirms the correction.
   * @throws AppError PAYMENT_NOT_FOUND, also for another organiser's; CONFLICT for cash, when the votes of the payment do not count, or
   *   when a correction of it waits already; SECOND_FACTOR_REQUIRED above the amount of the setting
   */
  async ask(actor: Actor, paymentId: string, reason: string): Promise<PaymentCorrectionResult> {
    return this.confirmation.transaction(async (transaction) => {
      const { sql } = transaction;
      await lockDaySumsOf(sql, paymentId);
      const payment = await lockOwn(sql, paymentId, ownerScope(actor));
      if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
      if (!isRefundable(payment))
        throw new AppError(
          'CONFLICT',
          'Only a payment through the provider whose votes count can be refunded.',
        );
      const { reference, leftPesewas: amountPesewas } = payment;
      const asked = { paymentId, kind: 'REFUND', amountPesewas, reason } as const;
      return this.enter(transaction, actor, asked, reference);
    });
  }

  /**
   * The same for the acceptance of a dispute: confirming it accepts the dispute at the provider.
   * @param asked about a dispute that the actor may answer
   * @throws AppError CONFLICT and SECOND_FACTOR_REQUIRED as `ask`
   */
  async askToAccept(
    actor: Actor,
    asked: Correction & { kind: 'DISPUTE' },
    reference: string,
  ): Promise<PaymentCorrectionResult> {
    return this.confirmation.transaction((transaction) => this.enter(transaction, actor, asked, reference));
  }

  private async enter(
    { sql, now, publicUrl }: ConfirmingTransaction,
    actor: Actor,
    asked: Correction & { kind: RequestKind },
    reference: string,
  ): Promise<PaymentCorrectionResult> {
    const { paymentId, kind, amountPesewas, reason, disputeId } = asked;
    await assertSecondFactor({ sql, now }, actor, { step: 'ask', paymentId, amountPesewas }, this.env);
    const id = await insertCorrection(sql, asked, actor.id, now);
    if (!id) throw new AppError('CONFLICT', 'A correction of this payment waits for confirmation already.');
    await recordBy(sql, actor, now, 'payment.refund-request', ['payment', paymentId], {
      kind,
      amountPesewas,
      reason,
      ...(disputeId && { dispute: disputeId }),
    });
    if (!(await hasAskedLately(sql, id, actor.id, new Date(+now - NEXT_MAIL_AFTER_MS))))
      await mailStaff(sql, refundRequestMail(reference, amountPesewas, publicUrl), now);
    return { awaitsConfirmation: true, correctionId: id };
  }

  /**
   * Take back a request that no super admin has decided about; the payment can then be asked about again.
   * @throws AppError PAYMENT_NOT_FOUND, also for another organiser's; CONFLICT when no request for it waits
   */
  async withdraw(actor: Actor, paymentId: string): Promise<void> {
    await this.confirmation.transaction(async ({ sql, now }) => {
      const request = await lockRequest(sql, paymentId, ownerScope(actor));
      if (!request) throw new AppError('PAYMENT_NOT_FOUND');
      if (!request.id)
        throw new AppError('CONFLICT', 'No request for a refund of this payment waits for a decision.');
      const { id, amountPesewas } = request;
      const decided = { decision: 'WITHDRAWN', actorUserId: actor.id, at: now, reason: null } as const;
      await decideCorrection(sql, id, decided);
      await recordBy(sql, actor, now, 'payment.refund-withdraw', ['payment', paymentId], {
        kind: 'REFUND',
        amountPesewas,
      });
    });
  }
}

/** @param ownerId required owner of the contest, which may be deleted; null: any */
async function lockOwn(sql: SqlRunner, id: string, ownerId: string | null): Promise<AskedAbout | undefined> {
  const { rows } = await sql.query<AskedAbout>(
    `SELECT p.reference, p.state, p.method, ${LEFT_PESEWAS} AS "leftPesewas" FROM payments p
     WHERE p.id = $1 AND ($2::uuid IS NULL OR EXISTS (SELECT FROM contests c WHERE c.id = p.contest_id AND c.user_id = $2))
     FOR UPDATE`,
    [id, ownerId],
  );
  return rows[0];
}

/**
 * The open request for a refund of a payment, locked: a super admin may be deciding about it.
 * @param ownerId as `lockOwn`
 * @returns without an id when none is open; nothing for a payment that is not found
 */
async function lockRequest(
  sql: SqlRunner,
  paymentId: string,
  ownerId: string | null,
): Promise<{ id?: string; amountPesewas?: number } | undefined> {
  const own = await sql.query(
    `SELECT FROM payments p
     WHERE p.id = $1 AND ($2::uuid IS NULL OR EXISTS (SELECT FROM contests c WHERE c.id = p.contest_id AND c.user_id = $2))`,
    [paymentId, ownerId],
  );
  if (!own.rowCount) return undefined;
  return (await lockOpenRequest(sql, { paymentId, kind: 'REFUND' })) ?? {};
}

/** Withdrawn requests count: asking and withdrawing in turn would mail each time. */
async function hasAskedLately(sql: SqlRunner, id: string, userId: string, since: Date): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT FROM payment_corrections
     WHERE kind IN ('REFUND', 'DISPUTE') AND (decision IS NULL OR decision = 'WITHDRAWN') AND entered_by = $2 AND entered_at > $3 AND id <> $1
     LIMIT 1`,
    [id, userId, since],
  );
  return rows.length > 0;
}
