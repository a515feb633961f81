import { sqlStatements, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import { refundGoesOn } from '../refunds/refunds.js';
import type { PaymentState } from '../rules/payment-state.js';
import type { LockedPayment, PaymentUpdate } from './lock-and-read.js';

const [ORDER] = sqlStatements(import.meta.url, './money-back.sql', 'order-refund');

const CAUSES: Partial<Record<PaymentState, 'DUPLICATE' | 'LATE' | 'ORDERED'>> = {
  DUPLICATE_PAID: 'DUPLICATE',
  LATE_PAID: 'LATE',
  REFUND_DUE: 'ORDERED',
};

/** What a payment's new state means for its refund. */
const ENDINGS: Partial<Record<PaymentState, 'PROCESSED' | 'ATTENTION' | 'CANCELLED'>> = {
  REFUNDED: 'PROCESSED',
  REFUND_ATTENTION: 'ATTENTION',
  // The money went back without us: nothing is left to ask for.
  REVERSED: 'CANCELLED',
};

/** Let the refund follow the payment, in settlement's transaction. */
export async function followRefund(
  sql: SqlRunner,
  {
    payment,
    to,
    update,
    now,
  }: { payment: LockedPayment; to: PaymentState; update: PaymentUpdate; now: Date },
): Promise<void> {
  const cause = CAUSES[to];
  if (cause) {
    await sql.query(ORDER, [
      newId(),
      payment.id,
      takenOf(payment, update) - payment.returned_pesewas,
      currencyOf(payment, update),
      cause,
      update.actor?.userId ?? null,
      update.actor?.reason ?? null,
      now,
      payment.state === 'REFUNDING',
    ]);
  }
  // The same refund at the provider goes on, with another account.
  if (payment.state === 'REFUND_ATTENTION' && to === 'REFUNDING') await refundGoesOn(sql, payment.id, now);
  const ending = ENDINGS[to];
  if (ending) {
    await sql.query(
      'UPDATE refunds SET status = $2, next_attempt_at = NULL, updated_at = $3 WHERE payment_id = $1',
      [payment.id, ending, now],
    );
  }
}

/** What was really taken, which for a held payment is not what was asked. */
function takenOf(payment: LockedPayment, update: PaymentUpdate): number {
  const proven = update.proof.status === 'success' ? update.proof.amount : undefined;
  return proven ?? payment.provider_amount_pesewas ?? payment.amount_pesewas;
}

function currencyOf(payment: LockedPayment, update: PaymentUpdate): string {
  const proven = update.proof.status === 'success' ? update.proof.currency : undefined;
  return proven ?? payment.provider_currency ?? payment.currency;
}
