import type { SqlRunner } from '@abato/database';
import { refundDecisionLetter, type RefundAnswer } from '@abato/messages';
import { mailPerson } from '../mail-people.js';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import type { SettlingTransaction } from '../confirm/settlement.service.js';
import { decideCorrection, type RequestKind } from './corrections.js';

type Asked = Pick<SettlingTransaction, 'sql' | 'now' | 'publicUrl'>;

/** Which open request of a payment is meant. */
export interface RequestOf {
  paymentId: string;
  kind: RequestKind;
  /** Of the kind DISPUTE. */
  disputeId?: string | null;
}

/** Mail the organiser who asked for money to be given back what became of it; super admins see it on their screen. */
export async function tellAsker(
  { sql, now, publicUrl }: Asked,
  { paymentId, kind, enteredBy }: RequestOf & { enteredBy: string },
  isOrdered: boolean,
): Promise<void> {
  const { rows } = await sql.query<{ reference: string; state: PaymentState; returned: number }>(
    'SELECT reference, state, returned_pesewas AS returned FROM payments WHERE id = $1',
    [paymentId],
  );
  const [payment] = rows;
  if (!payment) return;
  const isDispute = kind === 'DISPUTE';
  const ordered = isDispute ? 'accepted' : 'ordered';
  const answer = isOrdered ? ordered : rejectionOf(payment, isDispute);
  await mailPerson(sql, refundDecisionLetter(payment.reference, answer, publicUrl), now, enteredBy);
}

/** A request may be rejected because the money went back in another way. */
function rejectionOf(
  { state, returned }: { state: PaymentState; returned: number },
  isDispute: boolean,
): RefundAnswer {
  if (PAYMENT_STATES[state].kind !== 'counted') return 'returned';
  if (isDispute) return 'not-accepted';
  return returned > 0 ? 'returned-in-part' : 'refused';
}

/** Lock the open request about a payment, before the payment is locked as a confirmation does it. */
export async function lockOpenRequest(
  sql: SqlRunner,
  { paymentId, kind, disputeId = null }: RequestOf,
): Promise<{ id: string; enteredBy: string; amountPesewas: number } | null> {
  const { rows } = await sql.query<{ id: string; enteredBy: string; amountPesewas: number }>(
    `SELECT id, entered_by AS "enteredBy", amount_pesewas AS "amountPesewas" FROM payment_corrections
     WHERE payment_id = $1 AND kind = $2 AND dispute_id IS NOT DISTINCT FROM $3::bigint AND decision IS NULL FOR UPDATE`,
    [paymentId, kind, disputeId],
  );
  return rows[0] ?? null;
}

/**
 * What a person has done about a payment answers the open request for it. One of the same person is withdrawn: what a person asks for, another
 * confirms.
 * @param asked with the transaction in which it was done
 */
export async function answerRequest(
  asked: Asked,
  of: RequestOf,
  actorUserId: string,
  decision: 'ORDERED' | 'REJECTED',
): Promise<void> {
  const request = await lockOpenRequest(asked.sql, of);
  if (!request) return;
  const isOwn = request.enteredBy === actorUserId;
  await decideCorrection(asked.sql, request.id, {
    decision: isOwn ? 'WITHDRAWN' : decision,
    ...{ actorUserId, at: asked.now, reason: null },
  });
  if (!isOwn) await tellAsker(asked, { ...of, enteredBy: request.enteredBy }, decision === 'ORDERED');
}
