import type { PaymentStateName, SettlementStatus } from '@abato/contracts';

/** Precise states of a payment attempt, with the status shown outside. A soft failure may still become COMPLETED. */
export const PAYMENT_STATES = {
  CREATED: { outward: 'PENDING', kind: 'open' },
  INIT_UNKNOWN: { outward: 'PENDING', kind: 'open' },
  INITIALIZED: { outward: 'PENDING', kind: 'open' },
  PROVIDER_PENDING: { outward: 'PENDING', kind: 'open' },
  SUPERSEDED: { outward: 'PENDING', kind: 'open' },
  REVIEW: { outward: 'PENDING', kind: 'held' },
  FAILED: { outward: 'FAILED', kind: 'soft-failed' },
  FAILED_INIT: { outward: 'FAILED', kind: 'soft-failed' },
  EXPIRED: { outward: 'FAILED', kind: 'soft-failed' },
  COMPLETED: { outward: 'COMPLETED', kind: 'counted' },
  DISPUTED: { outward: 'COMPLETED', kind: 'counted' },
  DUPLICATE_PAID: { outward: 'FAILED', kind: 'refund' },
  LATE_PAID: { outward: 'FAILED', kind: 'refund' },
  REFUND_DUE: { outward: 'FAILED', kind: 'refund' },
  REFUNDING: { outward: 'FAILED', kind: 'refund' },
  REFUNDED: { outward: 'FAILED', kind: 'refund' },
  REFUND_ATTENTION: { outward: 'FAILED', kind: 'refund' },
  REVERSED: { outward: 'FAILED', kind: 'reversed' },
} as const satisfies Record<PaymentStateName, { outward: SettlementStatus; kind: string }>;

export type PaymentState = keyof typeof PAYMENT_STATES;
export type PaymentStateKind = (typeof PAYMENT_STATES)[PaymentState]['kind'];

export function outwardStatus(state: PaymentState): SettlementStatus {
  return PAYMENT_STATES[state].outward;
}

/** States with one outward status, for filters. */
export function statesOf(status: SettlementStatus): PaymentState[] {
  return (Object.keys(PAYMENT_STATES) as PaymentState[]).filter(
    (state) => PAYMENT_STATES[state].outward === status,
  );
}
