import { type SqlRunner } from '@abato/database';

/** A call that is under way is not repeated before this. */
const CALL_LIFE_MS = 60_000;
/** After a call with an unknown end the provider is asked what it has, first this soon. */
const LOOK_AFTER_MS = 15_000;
/** Only when the provider still shows nothing after this long is the refund asked for again. */
export const ASK_AGAIN_AFTER_MS = 10 * 60_000;
/** An accepted refund takes days at the provider. One that is under way for longer needs a person. */
export const REFUND_LIFE_MS = 14 * 24 * 3_600_000;
/** Between two questions about it; webhooks usually tell first. */
const POLL_MS = 30 * 60_000;

/** A refund that is to be asked for. */
export interface DueRefund {
  reference: string;
  /** The provider's id of the transaction, or our reference. */
  transaction: string;
  /** When the payment was begun. */
  begunAt: Date;
}

/** A refund that is to be asked for now. */
export interface RefundToSend extends DueRefund {
  id: string;
  currency: string;
  /** An earlier call had an unknown end: look at the provider's list first. */
  lookFirst: boolean;
  /** When it was first asked for; null when it never was. */
  sentAt: Date | null;
  /** Since when it is to be asked for. */
  since: Date;
}

/** References of payments whose refund is due. */
export async function dueRefunds(sql: SqlRunner, now: Date, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql.query<DueRefund>(
    `SELECT p.reference, coalesce(p.provider_transaction_id::text, p.reference) AS transaction, p.created_at AS "begunAt" FROM refunds r JOIN payments p ON p.id = r.payment_id
     WHERE r.status IN ('DUE', 'SENT') AND r.next_attempt_at <= $1 ORDER BY r.next_attempt_at LIMIT $2`,
    [now, limit],
  );
  return rows;
}

/** Take the right to ask for one refund, in the confirming transaction. @returns null when another process has it or nothing is due */
export async function takeDueRefund(
  sql: SqlRunner,
  paymentId: string,
  now: Date,
): Promise<RefundToSend | null> {
  const { rows } = await sql.query<RefundToSend>(
    `WITH due AS (
       SELECT id, status, sent_at FROM refunds
       WHERE payment_id = $1 AND status IN ('DUE', 'SENT') AND next_attempt_at <= $2 FOR UPDATE)
     UPDATE refunds r SET status = 'SENT', attempts = attempts + 1, sent_at = coalesce(r.sent_at, $2), next_attempt_at = $3, updated_at = $2
     FROM due, payments p
     WHERE r.id = due.id AND p.id = $1
     RETURNING r.id, p.reference, coalesce(p.provider_transaction_id::text, p.reference) AS transaction, p.created_at AS "begunAt", r.currency,
       due.status = 'SENT' AS "lookFirst", due.sent_at AS "sentAt", coalesce(p.settled_at, r.created_at) AS since`,
    [paymentId, now, new Date(now.getTime() + CALL_LIFE_MS)],
  );
  return rows[0] ?? null;
}

/** Write down how much is about to be asked for. @returns false when the refund has ended meanwhile */
export async function refundAsked(sql: SqlRunner, id: string, amount: number, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE refunds SET amount_pesewas = $2, updated_at = $3 WHERE id = $1 AND status = 'SENT'`,
    [id, amount, now],
  );
  return rowCount === 1;
}

/** The provider has taken the refund on. */
export async function refundAccepted(
  sql: SqlRunner,
  id: string,
  providerId: string | null,
  now: Date,
): Promise<void> {
  await sql.query(
    `UPDATE refunds SET status = 'ACCEPTED', provider_refund_id = $2, next_attempt_at = $3, last_error = NULL, updated_at = $4
     WHERE id = $1 AND status = 'SENT'`,
    [id, providerId, new Date(now.getTime() + POLL_MS), now],
  );
}

/** A refund that was stuck at the provider is under way again; its time begins anew. In the confirming transaction. */
export async function refundGoesOn(sql: SqlRunner, paymentId: string, now: Date): Promise<void> {
  await sql.query(
    `UPDATE refunds SET status = 'ACCEPTED', next_attempt_at = $2, sent_at = $3, last_error = NULL, updated_at = $3 WHERE payment_id = $1`,
    [paymentId, new Date(now.getTime() + POLL_MS), now],
  );
}

/**
 * The call did not end well.
 * @param heard whether the provider may have taken it on: then it is looked for before it is asked for again
 */
export async function refundPutOff(
  sql: SqlRunner,
  id: string,
  outcome: { heard: boolean; error: string; retryAfter?: number },
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() + Math.max(LOOK_AFTER_MS, (outcome.retryAfter ?? 0) * 1000));
  await sql.query(
    `UPDATE refunds SET status = $2, next_attempt_at = $3, last_error = $4, updated_at = $5,
       sent_at = CASE WHEN $2 = 'DUE' THEN NULL ELSE sent_at END
     WHERE id = $1 AND status = 'SENT'`,
    [id, outcome.heard ? 'SENT' : 'DUE', at, outcome.error.slice(0, 300), now],
  );
}

/** The provider shows no trace of it after a long while: it was never heard. It is asked for anew, once. */
export async function refundNeverHeard(sql: SqlRunner, id: string, now: Date): Promise<void> {
  await sql.query(`UPDATE refunds SET sent_at = $2, updated_at = $2 WHERE id = $1 AND status = 'SENT'`, [
    id,
    now,
  ]);
}

export interface RefundToPoll {
  reference: string;
  /** The provider's id of the payment. */
  transaction: string;
  providerRefundId: string;
  acceptedAt: Date;
}

/** Accepted refunds to ask about; each is put off first. */
export async function refundsToPoll(sql: SqlRunner, now: Date, limit: number): Promise<RefundToPoll[]> {
  const { rows } = await sql.query<RefundToPoll>(
    `UPDATE refunds r SET next_attempt_at = $2 FROM payments p
     WHERE p.id = r.payment_id AND r.id = ANY(ARRAY(
       SELECT id FROM refunds WHERE status = 'ACCEPTED' AND provider_refund_id IS NOT NULL AND next_attempt_at <= $1
       ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED))
     RETURNING p.reference, coalesce(p.provider_transaction_id::text, p.reference) AS transaction,
       r.provider_refund_id AS "providerRefundId", coalesce(r.sent_at, r.created_at) AS "acceptedAt"`,
    [now, new Date(now.getTime() + POLL_MS), limit],
  );
  return rows;
}
