import { decide, type PaymentState } from './payment-state.js';

/** SQL: what is left of what was received of a payment `p`, in pesewas; nothing of another currency (ADR 10). */
export const LEFT_PESEWAS = `greatest(payment_received(p) - p.returned_pesewas, 0)`;

/** Whether an organiser can ask for a refund: the provider has the money, and the votes count. */
export function isRefundable(payment: {
  state: PaymentState;
  method: 'PAYSTACK' | 'MANUAL';
  leftPesewas: number;
}): boolean {
  const takesBack = decide(payment.state, 'refund-ordered').action === 'take-back';
  return takesBack && payment.method === 'PAYSTACK' && payment.leftPesewas > 0;
}

/**
 * Votes that go back when `amount` of a payment's money goes back: whole votes in proportion, rounded for the payer (ADR 13). Amounts in
 * pesewas.
 * @param of.cast votes that were counted; `of.counted` of them count now
 */
export function votesBack(
  of: { cast: number; counted: number; taken: number; returned: number },
  amount: number,
): number {
  const returned = of.returned + amount;
  if (returned >= of.taken) return of.counted;
  return Math.max(0, Math.floor((of.cast * returned) / of.taken) - (of.cast - of.counted));
}
