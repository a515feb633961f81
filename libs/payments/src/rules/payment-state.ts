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

/** States with one of these outward statuses or kinds. */
export function statesOf(...names: readonly (SettlementStatus | PaymentStateKind)[]): PaymentState[] {
  return (Object.keys(PAYMENT_STATES) as PaymentState[]).filter((state) => {
    const { outward, kind } = PAYMENT_STATES[state];
    return names.includes(outward) || names.includes(kind);
  });
}

/**
 * What is known about one attempt, once the proof has been compared with our own rows.
 * Source of the rows below: the settlement policy (ADR 10).
 */
export const SITUATIONS = [
  /** Paid as asked, the vote not counted yet, in time. */
  'paid',
  /** Paid as asked, but another attempt has paid for the vote. */
  'paid-again',
  /** Paid as asked, but after the contest's end, once results are final, or for something that was deleted. */
  'paid-late',
  /** Paid, but not what was asked: amount, currency, account or transaction differ. */
  'paid-otherwise',
  'failed',
  /** The payer has not finished; too early to call it failed. */
  'unfinished',
  /** The payer has not finished for so long, or has cancelled. */
  'abandoned',
  /** The provider works on it, or says something we have never heard of. */
  'waiting',
  /** The provider does not know the reference yet. */
  'unknown-yet',
  /** The provider does not know the reference although it would by now. */
  'never-arrived',
  /** 14 days are over. */
  'watch-over',
  /** All of the money, or all that was left of it, went back to the payer: refund, reversal or a lost dispute. */
  'reversed',
  /** A part of it went back: one refund at the provider, told apart from all others. */
  'reversed-in-part',
  'dispute-lost-in-part',
  /** This return of money is in the books already, or nothing is left that could go back. */
  'returned-before',
  /** The name of a return that is in the books already: the provider had called the payment reversed without naming one. */
  'return-named',
  /** A return of its own beyond what was taken: the money went away a second time. */
  'returned-too-much',
  /** The provider told of a refund without naming it: its list of refunds has to be read. */
  'refund-told',
  /** A super admin says that the money is back with the payer, although the provider does not. */
  'returned-by-hand',
  'returned-by-hand-in-part',
  'disputed',
  /** The same about a dispute that is over: the provider repeats what it could not deliver. */
  'disputed-before',
  /** The dispute was decided for us. */
  'dispute-won',
  /** A super admin gives the money back. */
  'refund-ordered',
  /** We ask the provider to give the money back. */
  'refund-sent',
  /** Our refund went through and something is left, because another one did not. */
  'refund-again',
  /** The provider cannot give it back by itself. */
  'refund-stuck',
  /** The same, as the provider said before our refund was asked for again. */
  'refund-stuck-before',
  /** A super admin gives the provider an account of the payer for the refund that is stuck. */
  'refund-retried',
  /** The provider did not accept that account, and the super admin was told so. */
  'refund-account-refused',
  /** A super admin accepts a held payment for what was asked. */
  'accepted',
  /** The same for one that was begun or paid too late, or whose contest, category or contestant was deleted. */
  'accepted-late',
  /** The same once results are final. */
  'accepted-after-final',
  /** The same for a vote that another payment has counted. A decision is no proof that there is money to give back. */
  'accepted-again',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** What to do with the attempt. `alert` means that a person has to look. */
export type Decision =
  | { action: 'none'; alert?: true }
  /** Change the state only. */
  | { action: 'move'; to: PaymentState; alert?: true }
  /** Change the state and count the vote. */
  | { action: 'count'; to: 'COMPLETED' }
  /** Change the state and take the votes that are left back with a negative ledger row; with `votesStay` their money only. */
  | { action: 'take-back'; to: 'REVERSED' | 'REFUND_DUE'; votesStay?: true }
  /** Take back the votes of the part that went back (ADR 13); with `votesStay` the money of that part only. */
  | { action: 'take-part'; to: 'COMPLETED' | 'DISPUTED'; votesStay?: true; alert?: true }
  /** Write down what went back; no vote depends on it. */
  | { action: 'record'; alert?: true };

type Row = { kinds: Record<PaymentStateKind, Decision>; states?: Partial<Record<PaymentState, Decision>> };

const none: Decision = { action: 'none' };
const look: Decision = { action: 'none', alert: true };
const move = (to: PaymentState): Decision => ({ action: 'move', to });
const hold: Decision = { action: 'move', to: 'REVIEW', alert: true };
const count: Decision = { action: 'count', to: 'COMPLETED' };
const record: Decision = { action: 'record' };
const recordAndLook: Decision = { action: 'record', alert: true };
const part = (to: 'COMPLETED' | 'DISPUTED'): Decision => ({ action: 'take-part', to, alert: true });
const reverse: Decision = { action: 'take-back', to: 'REVERSED' };

/** Every kind of state that is not named does nothing. */
const row = (
  kinds: Partial<Record<PaymentStateKind, Decision>>,
  states?: Partial<Record<PaymentState, Decision>>,
  otherwise: Decision = none,
): Row => ({
  kinds: {
    open: otherwise,
    held: otherwise,
    'soft-failed': otherwise,
    counted: otherwise,
    refund: otherwise,
    reversed: otherwise,
    ...kinds,
  },
  states,
});

/** A part went back of a payment that is not counted: it is given back or decided upon for what is left. */
const UNCOUNTED_PART = {
  open: recordAndLook,
  held: recordAndLook,
  'soft-failed': recordAndLook,
  refund: record,
};
/** Nothing is left in these, whatever the sum of what was told. */
const NOTHING_LEFT = { REFUNDED: none, REVERSED: none };

/**
 * The state machine. Success outranks failure: nothing but money going back leaves COMPLETED. A held payment (REVIEW) has
 * contradicted us once and waits for a person, whatever comes later, unless the money goes back.
 */
const TABLE: Record<Situation, Row> = {
  paid: row({ open: count, 'soft-failed': count, held: look }),
  'paid-again': row({
    open: move('DUPLICATE_PAID'),
    'soft-failed': move('DUPLICATE_PAID'),
    held: look,
  }),
  'paid-late': row({ open: move('LATE_PAID'), 'soft-failed': move('LATE_PAID'), held: look }),
  'paid-otherwise': row({ open: hold, 'soft-failed': hold }, undefined, look),
  failed: row({ open: move('FAILED') }),
  unfinished: row({}),
  abandoned: row({ open: move('FAILED') }),
  // A lost link (SUPERSEDED) stays one: no payer is to be sent to it again.
  waiting: row(
    { open: move('PROVIDER_PENDING'), 'soft-failed': move('PROVIDER_PENDING') },
    { SUPERSEDED: none },
  ),
  'unknown-yet': row({}),
  'never-arrived': row(
    {},
    { CREATED: move('FAILED_INIT'), INIT_UNKNOWN: move('FAILED_INIT'), SUPERSEDED: move('FAILED_INIT') },
  ),
  'watch-over': row({ open: move('EXPIRED') }),
  reversed: row(
    {
      open: move('REVERSED'),
      held: move('REVERSED'),
      'soft-failed': move('REVERSED'),
      counted: reverse,
    },
    {
      // Gone back before we asked for it: asking now would pay twice.
      DUPLICATE_PAID: move('REVERSED'),
      LATE_PAID: move('REVERSED'),
      REFUND_DUE: move('REVERSED'),
      REFUNDING: move('REFUNDED'),
      REFUND_ATTENTION: move('REFUNDED'),
    },
  ),
  'reversed-in-part': row(UNCOUNTED_PART, {
    COMPLETED: part('COMPLETED'),
    DISPUTED: part('DISPUTED'),
    ...NOTHING_LEFT,
  }),
  'dispute-lost-in-part': row(UNCOUNTED_PART, {
    COMPLETED: part('COMPLETED'),
    DISPUTED: part('COMPLETED'),
    ...NOTHING_LEFT,
  }),
  'returned-before': row({}),
  'return-named': row({}),
  'returned-too-much': row({}, undefined, recordAndLook),
  'refund-told': row({}),
  // A payment that the provider may be giving back has no move here: a refund that is under way ends by itself.
  'returned-by-hand': row(
    { held: move('REVERSED'), counted: reverse },
    {
      DUPLICATE_PAID: move('REVERSED'),
      LATE_PAID: move('REVERSED'),
      REFUND_DUE: move('REVERSED'),
      REFUND_ATTENTION: move('REFUNDED'),
    },
  ),
  'returned-by-hand-in-part': row(
    { held: record },
    {
      COMPLETED: { action: 'take-part', to: 'COMPLETED' },
      DISPUTED: { action: 'take-part', to: 'COMPLETED' },
      DUPLICATE_PAID: record,
      LATE_PAID: record,
      REFUND_DUE: record,
      REFUND_ATTENTION: record,
    },
  ),
  disputed: row({ open: look, held: look, refund: look, reversed: look }, { COMPLETED: move('DISPUTED') }),
  'disputed-before': row({}),
  'dispute-won': row({}, { DISPUTED: move('COMPLETED') }),
  'refund-ordered': row(
    { held: move('REFUND_DUE') },
    { COMPLETED: { action: 'take-back', to: 'REFUND_DUE' }, REFUND_ATTENTION: move('REFUND_DUE') },
  ),
  'refund-sent': row(
    {},
    { DUPLICATE_PAID: move('REFUNDING'), LATE_PAID: move('REFUNDING'), REFUND_DUE: move('REFUNDING') },
  ),
  'refund-again': row({}, { REFUNDING: move('REFUND_DUE') }),
  'refund-stuck': row({}, { REFUNDING: { action: 'move', to: 'REFUND_ATTENTION', alert: true } }),
  'refund-stuck-before': row({}),
  'refund-retried': row({}, { REFUND_ATTENTION: move('REFUNDING') }),
  'refund-account-refused': row({}, { REFUNDING: move('REFUND_ATTENTION') }),
  accepted: row({ held: count }),
  'accepted-late': row({}),
  'accepted-after-final': row({}),
  'accepted-again': row({}),
};

/**
 * What follows from a situation for an attempt in `state`. Moving to the same state is doing nothing.
 * @param votesStay the result is closed to it: money goes back, and the votes that it paid for keep counting (ADR 61)
 */
export function decide(state: PaymentState, situation: Situation, votesStay = false): Decision {
  const { kinds, states } = TABLE[situation];
  const decision = states?.[state] ?? kinds[PAYMENT_STATES[state].kind];
  if (votesStay && (decision.action === 'take-back' || decision.action === 'take-part'))
    return { ...decision, votesStay };
  return decision.action === 'move' && decision.to === state ? none : decision;
}
