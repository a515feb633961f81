import type { PaymentState, Situation } from '../src/rules/payment-state.js';

/** A way out of a state. */
export interface Exit {
  /** `time` and `super-admin` do not depend on what the provider says. */
  by: 'provider' | 'time' | 'super-admin';
  situation: Situation;
  to: PaymentState;
}

const exit = (by: Exit['by'], situation: Situation, to: PaymentState): Exit => ({ by, situation, to });
const paid = exit('provider', 'paid', 'COMPLETED');
const reversed = exit('provider', 'reversed', 'REVERSED');
const expires = exit('time', 'watch-over', 'EXPIRED');
const sent = exit('time', 'refund-sent', 'REFUNDING');
const returned = exit('super-admin', 'returned-by-hand', 'REVERSED');

/** States in which a payment may stay for good: nothing was paid, or its money is where it belongs. */
export const AT_REST: readonly PaymentState[] = [
  'FAILED',
  'FAILED_INIT',
  'EXPIRED',
  'COMPLETED',
  'REFUNDED',
  'REVERSED',
];

/**
 * Every state and its exits. A state that is not at rest has one that does not wait for the provider; a unit test compares the table with
 * the state machine, and an API test takes each exit of a super admin.
 */
export const EXITS: Record<PaymentState, readonly Exit[]> = {
  CREATED: [paid, expires],
  INIT_UNKNOWN: [paid, expires],
  INITIALIZED: [paid, expires],
  PROVIDER_PENDING: [paid, expires],
  SUPERSEDED: [paid, expires],
  FAILED: [paid, exit('provider', 'paid-again', 'DUPLICATE_PAID')],
  FAILED_INIT: [paid],
  EXPIRED: [paid],
  REVIEW: [
    exit('super-admin', 'accepted', 'COMPLETED'),
    exit('super-admin', 'refund-ordered', 'REFUND_DUE'),
    returned,
  ],
  COMPLETED: [
    exit('provider', 'disputed', 'DISPUTED'),
    reversed,
    exit('super-admin', 'refund-ordered', 'REFUND_DUE'),
    returned,
  ],
  DISPUTED: [
    exit('provider', 'dispute-won', 'COMPLETED'),
    exit('provider', 'dispute-lost-in-part', 'COMPLETED'),
    reversed,
    exit('super-admin', 'dispute-won', 'COMPLETED'),
    returned,
  ],
  DUPLICATE_PAID: [sent, reversed, returned],
  LATE_PAID: [sent, reversed, returned],
  REFUND_DUE: [sent, reversed, returned],
  REFUNDING: [
    exit('provider', 'reversed', 'REFUNDED'),
    exit('provider', 'refund-again', 'REFUND_DUE'),
    exit('provider', 'refund-stuck', 'REFUND_ATTENTION'),
    // The provider takes days; after REFUND_LIFE_MS a person looks.
    exit('time', 'refund-stuck', 'REFUND_ATTENTION'),
  ],
  REFUND_ATTENTION: [
    exit('provider', 'reversed', 'REFUNDED'),
    exit('super-admin', 'refund-ordered', 'REFUND_DUE'),
    exit('super-admin', 'refund-retried', 'REFUNDING'),
    exit('super-admin', 'returned-by-hand', 'REFUNDED'),
  ],
  REFUNDED: [],
  REVERSED: [],
};
