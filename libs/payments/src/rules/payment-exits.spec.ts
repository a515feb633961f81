import { RETURNABLE_STATES } from '@abato/contracts';
import { decide, PAYMENT_STATES, type PaymentState, SITUATIONS } from './payment-state.js';
import { AT_REST, EXITS } from '../../test/payment-exits.js';

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];
/** States that the call which begins an attempt, or a newer attempt, writes. */
const BEGUN: PaymentState[] = [
  'CREATED',
  'INIT_UNKNOWN',
  'INITIALIZED',
  'FAILED_INIT',
  'SUPERSEDED',
  'PROVIDER_PENDING',
];

/** Everything that the state machine leads to from these states. */
function reachable(
  from: readonly PaymentState[],
  next: (state: PaymentState) => PaymentState[],
): Set<PaymentState> {
  const seen = new Set(from);
  // A set is iterated with what is added meanwhile.
  for (const state of seen) for (const to of next(state)) seen.add(to);
  return seen;
}

const byMachine = (state: PaymentState): PaymentState[] =>
  SITUATIONS.flatMap((situation) => {
    const decision = decide(state, situation);
    return 'to' in decision ? [decision.to] : [];
  });
const byExits = (state: PaymentState, without?: 'provider'): PaymentState[] =>
  EXITS[state].filter(({ by }) => by !== without).map(({ to }) => to);

it('the exits of payment states are those of the state machine', () => {
  for (const state of STATES) {
    for (const { situation, to } of EXITS[state]) {
      const decision = decide(state, situation);
      expect([state, situation, 'to' in decision ? decision.to : null]).toEqual([state, situation, to]);
    }
  }
});

it('the exits of payment states lead from every state that a payment can reach to one in which it may stay, whatever the provider says or does not say', () => {
  const reached = reachable(BEGUN, byMachine);
  expect([...reached].sort()).toEqual([...STATES].sort());
  for (const state of reached) {
    if (AT_REST.includes(state)) continue;
    expect([state, byExits(state, 'provider').length]).not.toEqual([state, 0]);
    const ends = [...reachable([state], (from) => byExits(from, 'provider'))];
    expect([state, ends.some((end) => AT_REST.includes(end))]).toEqual([state, true]);
  }
});

it('the exits of payment states of a state with money to decide about include one of a super admin, or time leads to such a state', () => {
  for (const state of STATES) {
    if (!['held', 'refund'].includes(PAYMENT_STATES[state].kind) && state !== 'DISPUTED') continue;
    if (AT_REST.includes(state)) continue;
    const ahead = [...reachable([state], (from) => byExits(from, 'provider'))];
    const decidable = ahead.some((one) => EXITS[one].some(({ by }) => by === 'super-admin'));
    expect([state, decidable]).toEqual([state, true]);
  }
});

it('the exits of payment states by hand are offered on the screens, a counted payment’s for cash only', () => {
  const byHand = STATES.filter((state) =>
    EXITS[state].some(({ situation }) => situation === 'returned-by-hand'),
  );
  expect([...RETURNABLE_STATES, 'COMPLETED'].sort()).toEqual(byHand.sort());
});

it('the exits of payment states leave nothing but rest where money is back', () => {
  expect([EXITS.REFUNDED, EXITS.REVERSED]).toEqual([[], []]);
  for (const state of ['REFUNDED', 'REVERSED'] as const) expect(byMachine(state)).toEqual([]);
});
