import type { SqlRunner } from '@abato/database';
import { refundDecisionLetter, type RefundAnswer } from '@abato/messages';
import { mailPerson } from '../mail-people.js';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import type { SettlingTransaction } from '../settlement/settlement.service.js';
import { decideCorrection } from './corrections.js';

type Asked = Pick<SettlingTransaction, 'sql' | 'now' | 'publicUrl'>;

/** Mail the organiser who asked for a refund what became of the payment; super admins see it on their screen. */
export async function tellAsker(
  { sql, now, publicUrl }: Asked,
  { paymentId, enteredBy }: { paymentId: string; enteredBy: string },
  isOrdered: boolean,
): Promise<void> {
  const { rows } = await sql.query<{ reference: string; state: PaymentState; returned: number }>(
    'SELECT reference, state, returned_pesewas AS returned FROM payments WHERE id = $1',
    [paymentId],
  );
  const [payment] = rows;
  if (!payment) return;
  const answer = isOrdered ? 'ordered' : rejectionOf(payment);
  await mailPerson(sql, refundDecisionLetter(payment.reference, answer, publicUrl), now, enteredBy);
}

/** A request may be rejected because the money went back in another way. */
function rejectionOf({ state, returned }: { state: PaymentState; returned: number }): RefundAnswer {
  if (PAYMENT_STATES[state].kind !== 'counted') return 'returned';
  return returned > 0 ? 'returned-in-part' : 'refused';
}

/** Lock the open request for a refund of a payment, before the payment is locked as a confirmation does it. */
export async function lockRefundRequest(
  sql: SqlRunner,
  paymentId: string,
): Promise<{ id: string; enteredBy: string } | null> {
  const { rows } = await sql.query<{ id: string; enteredBy: string }>(
    `SELECT id, entered_by AS "enteredBy" FROM payment_corrections
     WHERE payment_id = $1 AND kind = 'REFUND' AND decision IS NULL FOR UPDATE`,
    [paymentId],
  );
  return rows[0] ?? null;
}

/**
 * A refund that was ordered answers the open request for it. One of the same person is withdrawn: what a person asks for, another confirms.
 * @param asked with the transaction in which it was ordered
 */
export async function answerRefundRequest(
  asked: Asked,
  paymentId: string,
  actorUserId: string,
): Promise<void> {
  const request = await lockRefundRequest(asked.sql, paymentId);
  if (!request) return;
  const isOwn = request.enteredBy === actorUserId;
  await decideCorrection(asked.sql, request.id, {
    decision: isOwn ? 'WITHDRAWN' : 'ORDERED',
    ...{ actorUserId, at: asked.now, reason: null },
  });
  if (!isOwn) await tellAsker(asked, { paymentId, enteredBy: request.enteredBy }, true);
}
