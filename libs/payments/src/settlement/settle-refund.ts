import { sqlFile, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import type { PaymentState } from '../rules/payment-state.js';
import type { LockedPayment, PaymentUpdate } from './payment-update.js';

const ORDER = sqlFile(import.meta.url, './order-refund.sql');

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
  { payment, to, news, now }: { payment: LockedPayment; to: PaymentState; news: PaymentUpdate; now: Date },
): Promise<void> {
  const cause = CAUSES[to];
  if (cause) {
    await sql.query(ORDER, [
      newId(),
      payment.id,
      takenOf(payment, news),
      currencyOf(payment, news),
      cause,
      news.actor?.userId ?? null,
      news.actor?.reason ?? null,
      now,
    ]);
  }
  const ending = ENDINGS[to];
  if (ending) {
    await sql.query(
      'UPDATE refunds SET status = $2, next_attempt_at = NULL, updated_at = $3 WHERE payment_id = $1',
      [payment.id, ending, now],
    );
  }
}

/** What was really taken goes back, which for a held payment is not what was asked. */
function takenOf(payment: LockedPayment, news: PaymentUpdate): number {
  const proven = news.proof.status === 'success' ? news.proof.amount : undefined;
  return proven ?? payment.provider_amount_pesewas ?? payment.amount_pesewas;
}

function currencyOf(payment: LockedPayment, news: PaymentUpdate): string {
  const proven = news.proof.status === 'success' ? news.proof.currency : undefined;
  return proven ?? payment.provider_currency ?? payment.currency;
}
