import type { DataSource } from 'typeorm';
import { cedisFromPesewas, type PaymentView } from '@abato/contracts';
import { afterRefundOf, type CountedNow, joinCountedNow } from '@abato/voting';
import type { Payment } from '../payment.entity.js';
import { statesOf } from '../rules/payment-state.js';
import { isRefundable, LEFT_PESEWAS } from '../rules/refundable.js';
import { joinLastRequest, LAST_REQUEST } from './corrections.js';

/** What a list shows of the money of a payment besides the payment itself. */
export type PaymentMoney = Pick<PaymentView, 'amount' | 'afterRefund' | 'refundable' | 'refundRequest'>;

/**
 * SQL: the amount of a payment in lists and exports, in pesewas: what was taken for its votes (`m`, its row of the view payment_money) once it
 * is paid, before that what is asked (ADR 10).
 * @param payment alias of its row
 */
const shownAmount = (payment: string): string =>
  `CASE WHEN m.received > 0 OR ${payment}.state IN (${PAID}) THEN m.taken ELSE ${payment}.amount_pesewas END`;

/** Money of another currency is 0, also where it was received. */
const PAID = statesOf('held', 'counted', 'refund', 'reversed')
  .map((state) => `'${state}'`)
  .join(', ');

interface Row extends CountedNow, Pick<PaymentView, 'refundRequest'> {
  id: string;
  shown_pesewas: number;
  left_pesewas: number;
  waits: boolean;
}

/** Of one page of payments, by id. */
export async function moneyOfPayments(
  source: DataSource,
  payments: readonly Payment[],
): Promise<Map<string, PaymentMoney>> {
  if (payments.length === 0) return new Map();
  const rows: Row[] = await source.query(
    `SELECT p.id, ${shownAmount('p')} AS shown_pesewas, ${LEFT_PESEWAS} AS left_pesewas, now.counted_votes, now.returned_money, ${LAST_REQUEST},
       EXISTS (SELECT FROM payment_corrections o WHERE o.payment_id = p.id AND o.decision IS NULL) AS waits
     FROM payments p JOIN payment_money m ON m.payment_id = p.id
     ${joinCountedNow('p.vote_id')}
     ${joinLastRequest(`p.id AND kind = 'REFUND'`)}
     WHERE p.id = ANY($1::uuid[])`,
    [payments.map(({ id }) => id)],
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    payments.flatMap((payment) => {
      const row = rowOf.get(payment.id);
      return row ? [[payment.id, moneyView(payment, row)] as const] : [];
    }),
  );
}

function moneyView({ state, method }: Payment, row: Row): PaymentMoney {
  const { left_pesewas: leftPesewas, counted_votes: votes } = row;
  return {
    amount: cedisFromPesewas(row.shown_pesewas),
    ...afterRefundOf(row),
    refundable:
      !row.waits && isRefundable({ state, method, leftPesewas })
        ? { amount: cedisFromPesewas(leftPesewas), votes }
        : null,
    refundRequest: row.refundRequest,
  };
}
