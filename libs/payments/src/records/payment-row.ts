import type pg from 'pg';
import { type CountedNow, joinCountedNow } from './counted-now.js';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';

/** What a payer may know of an attempt, with when the provider was last asked about it. */
export interface PaymentRow extends CountedNow {
  reference: string;
  state: PaymentState;
  method: 'PAYSTACK' | 'MANUAL';
  amountPesewas: number;
  contestId: string;
  providerMessage: string | null;
  checkedAt: Date | null;
  /** A process is asking the provider now, or has died over it. */
  checkStartedAt: Date | null;
  cancelledAt: Date | null;
  voteCount: number;
  contestantName: string;
  receiptCode: string | null;
}

export async function findPayment(pool: pg.Pool, reference: string): Promise<PaymentRow | null> {
  const { rows } = await pool.query<PaymentRow>(
    `SELECT p.reference, p.state, p.method, p.amount_pesewas AS "amountPesewas", p.contest_id AS "contestId",
       p.provider_message AS "providerMessage", p.checked_at AS "checkedAt",
       p.check_started_at AS "checkStartedAt", p.cancelled_at AS "cancelledAt",
       v.vote_count AS "voteCount", coalesce(c.name, '') AS "contestantName", r.code AS "receiptCode", now.counted_votes,
       now.returned_money
     FROM payments p JOIN votes v ON v.id = p.vote_id ${joinCountedNow('v.id')} LEFT JOIN contestants c ON c.id = v.contestant_id
     LEFT JOIN receipts r ON r.vote_id = v.id
     WHERE p.reference = $1`,
    [reference],
  );
  return rows[0] ?? null;
}

/** Whether the provider could tell us something new: not once the money's fate is known, nor where nothing was ever begun. */
export function isWorthAsking(payment: Pick<PaymentRow, 'state' | 'method'>): boolean {
  const { kind } = PAYMENT_STATES[payment.state];
  return (
    payment.method === 'PAYSTACK' &&
    payment.state !== 'FAILED_INIT' &&
    (kind === 'open' || kind === 'soft-failed')
  );
}

/**
 * The first cancel counts; it only matters while the provider says 'abandoned', and makes an earlier answer worthless, however
 * fresh.
 */
export async function markCancelled(pool: pg.Pool, reference: string, now: Date): Promise<void> {
  await pool.query(
    `WITH cancelled AS (
       UPDATE payments SET cancelled_at = $2, checked_at = NULL WHERE reference = $1 AND cancelled_at IS NULL RETURNING id, state)
     INSERT INTO payment_events (payment_id, from_state, to_state, source, at)
     SELECT id, state, state, 'cancel', $2 FROM cancelled`,
    [reference, now],
  );
}
