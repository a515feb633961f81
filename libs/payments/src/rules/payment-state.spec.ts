import {
  decide,
  type Decision,
  outwardStatus,
  PAYMENT_STATES,
  type PaymentState,
  type Situation,
  SITUATIONS,
  statesOf,
} from './payment-state.js';

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];

/** The whole policy, one line per situation: `state>result` where something happens; `!` calls for a person. */
const EXPECTED: Record<Situation, string> = {
  paid: `CREATED>count INIT_UNKNOWN>count INITIALIZED>count PROVIDER_PENDING>count SUPERSEDED>count REVIEW>!
    FAILED>count FAILED_INIT>count EXPIRED>count`,
  'paid-again': `CREATED>DUPLICATE_PAID INIT_UNKNOWN>DUPLICATE_PAID INITIALIZED>DUPLICATE_PAID PROVIDER_PENDING>DUPLICATE_PAID
    SUPERSEDED>DUPLICATE_PAID REVIEW>! FAILED>DUPLICATE_PAID FAILED_INIT>DUPLICATE_PAID EXPIRED>DUPLICATE_PAID`,
  'paid-late': `CREATED>LATE_PAID INIT_UNKNOWN>LATE_PAID INITIALIZED>LATE_PAID PROVIDER_PENDING>LATE_PAID SUPERSEDED>LATE_PAID
    REVIEW>! FAILED>LATE_PAID FAILED_INIT>LATE_PAID EXPIRED>LATE_PAID`,
  'paid-otherwise': `CREATED>REVIEW! INIT_UNKNOWN>REVIEW! INITIALIZED>REVIEW! PROVIDER_PENDING>REVIEW! SUPERSEDED>REVIEW!
    FAILED>REVIEW! FAILED_INIT>REVIEW! EXPIRED>REVIEW! REVIEW>! COMPLETED>! DISPUTED>! DUPLICATE_PAID>! LATE_PAID>! REFUND_DUE>!
    REFUNDING>! REFUNDED>! REFUND_ATTENTION>! REVERSED>!`,
  failed: `CREATED>FAILED INIT_UNKNOWN>FAILED INITIALIZED>FAILED PROVIDER_PENDING>FAILED SUPERSEDED>FAILED`,
  unfinished: ``,
  abandoned: `CREATED>FAILED INIT_UNKNOWN>FAILED INITIALIZED>FAILED PROVIDER_PENDING>FAILED SUPERSEDED>FAILED`,
  waiting: `CREATED>PROVIDER_PENDING INIT_UNKNOWN>PROVIDER_PENDING INITIALIZED>PROVIDER_PENDING FAILED>PROVIDER_PENDING
    FAILED_INIT>PROVIDER_PENDING EXPIRED>PROVIDER_PENDING`,
  'unknown-yet': ``,
  'never-arrived': `CREATED>FAILED_INIT INIT_UNKNOWN>FAILED_INIT SUPERSEDED>FAILED_INIT`,
  'watch-over': `CREATED>EXPIRED INIT_UNKNOWN>EXPIRED INITIALIZED>EXPIRED PROVIDER_PENDING>EXPIRED SUPERSEDED>EXPIRED`,
  reversed: `CREATED>REVERSED INIT_UNKNOWN>REVERSED INITIALIZED>REVERSED PROVIDER_PENDING>REVERSED SUPERSEDED>REVERSED
    REVIEW>REVERSED FAILED>REVERSED FAILED_INIT>REVERSED EXPIRED>REVERSED COMPLETED>take-back DISPUTED>take-back
    DUPLICATE_PAID>REVERSED LATE_PAID>REVERSED REFUND_DUE>REVERSED REFUNDING>REFUNDED REFUND_ATTENTION>REFUNDED`,
  disputed: `CREATED>! INIT_UNKNOWN>! INITIALIZED>! PROVIDER_PENDING>! SUPERSEDED>! REVIEW>! COMPLETED>DISPUTED
    DUPLICATE_PAID>! LATE_PAID>! REFUND_DUE>! REFUNDING>! REFUNDED>! REFUND_ATTENTION>! REVERSED>!`,
  'disputed-before': ``,
  'dispute-won': `DISPUTED>COMPLETED`,
  'reversed-in-part': `CREATED>record! INIT_UNKNOWN>record! INITIALIZED>record! PROVIDER_PENDING>record! SUPERSEDED>record!
    REVIEW>record! FAILED>record! FAILED_INIT>record! EXPIRED>record! COMPLETED>part:COMPLETED! DISPUTED>part:DISPUTED!
    DUPLICATE_PAID>record LATE_PAID>record REFUND_DUE>record REFUNDING>record REFUND_ATTENTION>record`,
  'dispute-lost-in-part': `CREATED>record! INIT_UNKNOWN>record! INITIALIZED>record! PROVIDER_PENDING>record! SUPERSEDED>record!
    REVIEW>record! FAILED>record! FAILED_INIT>record! EXPIRED>record! COMPLETED>part:COMPLETED! DISPUTED>part:COMPLETED!
    DUPLICATE_PAID>record LATE_PAID>record REFUND_DUE>record REFUNDING>record REFUND_ATTENTION>record`,
  'returned-before': ``,
  'return-named': ``,
  'returned-too-much': STATES.map((state) => `${state}>record!`).join(' '),
  'refund-told': ``,
  'returned-by-hand': `REVIEW>REVERSED COMPLETED>take-back DISPUTED>take-back DUPLICATE_PAID>REVERSED LATE_PAID>REVERSED
    REFUND_DUE>REVERSED REFUND_ATTENTION>REFUNDED`,
  'returned-by-hand-in-part': `REVIEW>record COMPLETED>part:COMPLETED DISPUTED>part:COMPLETED DUPLICATE_PAID>record LATE_PAID>record
    REFUND_DUE>record REFUND_ATTENTION>record`,
  'refund-again': `REFUNDING>REFUND_DUE`,
  'refund-ordered': `REVIEW>REFUND_DUE COMPLETED>take-back REFUND_ATTENTION>REFUND_DUE`,
  'refund-sent': `DUPLICATE_PAID>REFUNDING LATE_PAID>REFUNDING REFUND_DUE>REFUNDING`,
  'refund-stuck': `REFUNDING>REFUND_ATTENTION!`,
  'refund-stuck-before': ``,
  'refund-retried': `REFUND_ATTENTION>REFUNDING`,
  'refund-account-refused': `REFUNDING>REFUND_ATTENTION`,
  accepted: `REVIEW>count`,
  'accepted-late': ``,
  'accepted-again': ``,
  'accepted-after-final': ``,
};

function inWords(decision: Decision): string {
  const alert = 'alert' in decision && decision.alert ? '!' : '';
  const words = { none: '', count: 'count', 'take-back': 'take-back', record: 'record' };
  if (decision.action === 'move') return decision.to + alert;
  return (decision.action === 'take-part' ? `part:${decision.to}` : words[decision.action]) + alert;
}

it.each(SITUATIONS)(
  'the payment state machine decides "%s" for every state as the policy says',
  (situation) => {
    const named = EXPECTED[situation].split(/\s+/).filter(Boolean);
    const expected = new Map(named.map((entry) => entry.split('>') as [string, string]));
    for (const state of STATES)
      expect([state, inWords(decide(state, situation))]).toEqual([state, expected.get(state) ?? '']);
  },
);

it('the payment state machine never lets anything but money going back leave a counted state', () => {
  for (const situation of SITUATIONS) {
    for (const state of ['COMPLETED', 'DISPUTED'] as const) {
      const decision = decide(state, situation);
      if (decision.action === 'take-back')
        expect(['reversed', 'refund-ordered', 'returned-by-hand']).toContain(situation);
      else if (decision.action === 'move' || decision.action === 'take-part')
        expect(outwardStatus(decision.to)).toBe('COMPLETED');
    }
  }
});

it('the payment state machine counts only from states that were never counted, and takes back only from counted ones', () => {
  for (const situation of SITUATIONS) {
    for (const state of STATES) {
      const { action } = decide(state, situation);
      const from = situation === 'accepted' ? ['held'] : ['open', 'soft-failed'];
      if (action === 'count') expect(from).toContain(PAYMENT_STATES[state].kind);
      if (action === 'take-back' || action === 'take-part')
        expect(PAYMENT_STATES[state].kind).toBe('counted');
    }
  }
});

it('the payment state machine takes back money only once a result is closed: the same decision, and the votes stay', () => {
  for (const situation of SITUATIONS) {
    for (const state of STATES) {
      const decision = decide(state, situation);
      const takes = decision.action === 'take-back' || decision.action === 'take-part';
      expect(decide(state, situation, true)).toEqual(takes ? { ...decision, votesStay: true } : decision);
    }
  }
});

it('the payment state machine does nothing the second time', () => {
  for (const situation of SITUATIONS) {
    for (const state of STATES) {
      const first = decide(state, situation);
      // A named return is a part once: afterwards the situation is 'returned-before'.
      if (!('to' in first) || first.action === 'take-part') continue;
      expect(decide(first.to, situation).action).toBe('none');
    }
  }
});

it('the payment state machine reaches every state by a payment update, or by the call that begins', () => {
  const begun = ['CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'FAILED_INIT', 'SUPERSEDED'];
  const reached = new Set<string>(begun);
  for (const situation of SITUATIONS) {
    for (const state of STATES) {
      const decision = decide(state, situation);
      if ('to' in decision) reached.add(decision.to);
    }
  }
  expect([...reached].sort()).toEqual([...STATES].sort());
});

it('the payment state machine splits the states over the three outward statuses', () =>
  expect([...statesOf('PENDING'), ...statesOf('COMPLETED'), ...statesOf('FAILED')].sort()).toEqual(
    [...STATES].sort(),
  ));
