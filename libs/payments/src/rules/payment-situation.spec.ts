import type { PaymentProof } from '@abato/paystack';
import {
  ABANDONED_AFTER_MS,
  type AttemptFacts,
  doVotesStay,
  isNearEnd,
  mayBeginPayment,
  mismatchOf,
  NEVER_ARRIVED_AFTER_MS,
  paidAtOf,
  PROMPT_EXTRA_MS,
  situationOf,
  WATCH_MS,
} from './payment-situation.js';
import { CHECK_SCHEDULE_SECONDS, nextCheckAt } from './payment-attempts.js';

const created = new Date('2026-11-21T20:00:00Z');
const end = new Date('2026-11-21T20:30:00Z');
const after = (from: Date, ms: number): Date => new Date(+from + ms);

const proof: PaymentProof = {
  status: 'success',
  amount: 500,
  requestedAmount: 500,
  currency: 'GHS',
  domain: 'live',
  paidAt: after(created, 60_000),
};
const facts: AttemptFacts = {
  amount: 500,
  taken: 500,
  currency: 'GHS',
  domain: 'live',
  createdAt: created,
  isPrompt: false,
  cancelledAt: null,
  watchUntil: after(created, WATCH_MS),
  heldPaidAt: null,
  voteCounted: false,
  voteCastAt: after(created, -1000),
  contestEnd: end,
  archived: false,
  resultsFinal: false,
  transactionTaken: false,
  returned: 0,
  takenCurrency: 'GHS',
  returnKnown: false,
};
const now = after(created, 61_000);

// The provider's official sample of a verification.
const sample = { ...proof, amount: 40_333, requestedAmount: 30_050, fees: 10_283 };
const asked = { ...facts, amount: 30_050 };

it('fees that the payer pays are on top of what was asked when the account passes them on, and only then', () => {
  expect(mismatchOf(sample, { ...asked, feesToPayer: true })).toBeNull();
  expect(mismatchOf(sample, asked)).toBe('amount');
  expect(mismatchOf({ ...sample, amount: 30_050 }, { ...asked, feesToPayer: true })).toBeNull();
});

it.each<[string, Partial<PaymentProof>]>([
  ['more than the fees', { amount: 40_335 }],
  ['less than what was asked', { amount: 30_049 }],
  ['something for which nothing was requested', { requestedAmount: null }],
  ['another request', { requestedAmount: 30_051 }],
  ['a surplus without fees', { fees: null }],
  ['an unreadable amount', { amount: Number.NaN }],
])('fees that the payer pays are not %s', (_what, other) =>
  expect(mismatchOf({ ...sample, ...other }, { ...asked, feesToPayer: true })).toBe('amount'),
);

it('fees that the payer pays may be rounded by a pesewa', () =>
  expect(mismatchOf({ ...sample, amount: 40_334 }, { ...asked, feesToPayer: true })).toBeNull());

it('a success counts when everything matches', () => {
  expect(situationOf(proof, facts, now)).toBe('paid');
  expect(situationOf({ ...proof, requestedAmount: null }, facts, now)).toBe('paid');
});

it.each<[string, Partial<PaymentProof>, Partial<AttemptFacts>]>([
  ['a pesewa less', { amount: 499 }, {}],
  ['a pesewa more', { amount: 501 }, {}],
  ['fees on top', { amount: 510, requestedAmount: 500 }, {}],
  ['an unreadable amount', { amount: Number.NaN }, {}],
  ['no amount', { amount: undefined }, {}],
  ['another requested amount', { requestedAmount: 400 }, {}],
  ['another currency', { currency: 'NGN' }, {}],
  ['no currency', { currency: undefined }, {}],
  ['test money on a live key', { domain: 'test' }, {}],
  ['no domain', { domain: null }, {}],
  ['a transaction of another payment', {}, { transactionTaken: true }],
])('a success is held with %s', (_, wrong, odd) => {
  expect(situationOf({ ...proof, ...wrong }, { ...facts, ...odd }, now)).toBe('paid-otherwise');
  // Also when the vote is counted already: never refunded by itself.
  expect(situationOf({ ...proof, ...wrong }, { ...facts, ...odd, voteCounted: true }, now)).toBe(
    'paid-otherwise',
  );
});

it('a success is a second payment when the vote is counted', () =>
  expect(situationOf(proof, { ...facts, voteCounted: true }, now)).toBe('paid-again'));

it('a success of a page is in time until the end, that of a prompt a minute longer, to the millisecond, whenever we hear of it', () => {
  const paidAt = (at: Date | null, isPrompt = false) =>
    situationOf({ ...proof, paidAt: at }, { ...facts, isPrompt }, after(end, 86_400_000));
  expect([paidAt(end), paidAt(after(end, 1))]).toEqual(['paid', 'paid-late']);
  const extra = after(end, PROMPT_EXTRA_MS);
  expect([paidAt(extra, true), paidAt(after(extra, 1), true)]).toEqual(['paid', 'paid-late']);
  expect([paidAt(null), paidAt(null, true)]).toEqual(['paid-late', 'paid-late']);
});

it('a success is late when its prompt was begun after the end, however soon it was approved', () => {
  const begunAt = (createdAt: Date) =>
    situationOf({ ...proof, paidAt: after(end, 2) }, { ...facts, isPrompt: true, createdAt }, after(end, 2));
  expect(begunAt(end)).toBe('paid');
  expect(begunAt(after(end, 1))).toBe('paid-late');
});

it('a success is late once results are final, although it was paid in time', () =>
  expect(situationOf(proof, { ...facts, resultsFinal: true }, after(end, 86_400_000))).toBe('paid-late'));

it('a success was made when the provider says only if that is between the begin and the receipt; else it was made when the proof was received', () => {
  const begun = after(created, 700);
  const receivedAt = after(end, 5_000);
  const paidAt = (at: Date | null) =>
    paidAtOf({ ...proof, paidAt: at, receivedAt }, { createdAt: begun }, after(end, 9_000));
  expect(paidAt(end)).toEqual(end);
  // The provider rounds down to seconds.
  expect(paidAt(created)).toEqual(created);
  for (const odd of [null, after(created, -1), after(receivedAt, 1)]) expect(paidAt(odd)).toEqual(receivedAt);
  expect(paidAtOf({ ...proof, paidAt: null }, { createdAt: begun }, end)).toEqual(end);
  // A proof of before the begin, read after the end, does not make a late payment one in time.
  expect(situationOf({ ...proof, paidAt: after(created, -1) }, facts, after(end, 1))).toBe('paid-late');
});

it('a success is late for a vote cast after the end, and for anything deleted', () => {
  expect(situationOf(proof, { ...facts, voteCastAt: after(end, 1) }, now)).toBe('paid-late');
  expect(situationOf(proof, { ...facts, archived: true }, now)).toBe('paid-late');
  expect(situationOf(proof, { ...facts, contestEnd: null }, now)).toBe('paid-late');
});

describe('anything else', () => {
  it.each(['failed', 'disputed', 'dispute-won', 'refund-ordered', 'refund-sent', 'refund-stuck'] as const)(
    '%s is what it says, whatever we know',
    (status) => {
      for (const odd of [{}, { voteCounted: true }, { archived: true }, { contestEnd: null }])
        expect(situationOf({ status }, { ...facts, ...odd }, after(created, WATCH_MS))).toBe(status);
    },
  );

  it('a dispute that is over is not opened again by what was told before its end', () => {
    const told = (disputeOver: boolean) =>
      situationOf({ status: 'disputed' }, { ...facts, disputeOver }, now);
    expect([told(false), told(true)]).toEqual(['disputed', 'disputed-before']);
  });

  it('a reading that began before the refund was last asked for does not call it stuck again', () => {
    const told = (askedAt?: Date) =>
      situationOf({ status: 'refund-stuck', askedAt }, { ...facts, refundSentAt: end }, now);
    expect([told(), told(end), told(after(end, 1)), told(after(end, -1))]).toEqual([
      ...Array<string>(3).fill('refund-stuck'),
      'refund-stuck-before',
    ]);
  });

  it('waits without a limit where none was given', () => {
    for (const status of ['waiting', 'not-found'] as const) {
      const situation = situationOf({ status }, { ...facts, watchUntil: null }, after(created, 2 * WATCH_MS));
      expect(situation).toBe(status === 'waiting' ? 'waiting' : 'never-arrived');
    }
  });

  it('keeps the times that payers and organisers were told', () => {
    const minutes = [PROMPT_EXTRA_MS, ABANDONED_AFTER_MS, NEVER_ARRIVED_AFTER_MS, WATCH_MS].map(
      (ms) => ms / 60_000,
    );
    expect(minutes).toEqual([1, 30, 30, 14 * 24 * 60]);
  });

  it('believes "abandoned" after half an hour or a cancel', () => {
    const abandoned: PaymentProof = { status: 'abandoned' };
    expect(situationOf(abandoned, facts, after(created, ABANDONED_AFTER_MS - 1))).toBe('unfinished');
    expect(situationOf(abandoned, facts, after(created, ABANDONED_AFTER_MS))).toBe('abandoned');
    expect(situationOf(abandoned, { ...facts, cancelledAt: now }, now)).toBe('abandoned');
  });

  it('gives an unknown reference half an hour', () => {
    const unknown: PaymentProof = { status: 'not-found' };
    expect(situationOf(unknown, facts, now)).toBe('unknown-yet');
    expect(situationOf(unknown, facts, after(created, NEVER_ARRIVED_AFTER_MS))).toBe('never-arrived');
    expect(situationOf(unknown, facts, after(created, WATCH_MS))).toBe('watch-over');
  });

  it('waits for 14 days', () => {
    const waiting: PaymentProof = { status: 'waiting' };
    expect(situationOf(waiting, facts, after(created, WATCH_MS - 1))).toBe('waiting');
    expect(situationOf(waiting, facts, after(created, WATCH_MS))).toBe('watch-over');
  });
});

it('money that goes back is a reversal when all that was taken went back, and a reason to read the refunds when an unnamed part did', () => {
  const back = (amount?: number): PaymentProof => ({ status: 'reversed', amount });
  expect(situationOf(back(), facts, now)).toBe('reversed');
  expect(situationOf(back(500), facts, now)).toBe('reversed');
  expect(situationOf(back(499), facts, now)).toBe('refund-told');
  expect(situationOf(back(150), { ...facts, taken: 150 }, now)).toBe('reversed');
});

it('money that goes back is compared with what the provider says it took, also before we knew of any payment', () => {
  const back = (amount: number, takenAmount: number): PaymentProof => ({
    status: 'reversed',
    amount,
    takenAmount,
  });
  expect(situationOf(back(150, 150), facts, now)).toBe('reversed');
  expect(situationOf(back(149, 150), facts, now)).toBe('refund-told');
});

const named = (amount: number, source: 'REFUND' | 'DISPUTE' | 'HAND', more: Partial<PaymentProof> = {}) =>
  ({
    status: source === 'HAND' ? 'returned-by-hand' : 'reversed',
    amount,
    back: { source, id: '1' },
    ...more,
  }) as PaymentProof;

it('money that goes back adds a named return to those before', () => {
  expect(situationOf(named(499, 'REFUND'), facts, now)).toBe('reversed-in-part');
  expect(situationOf(named(200, 'REFUND'), { ...facts, returned: 299 }, now)).toBe('reversed-in-part');
  expect(situationOf(named(200, 'REFUND'), { ...facts, returned: 300 }, now)).toBe('reversed');
  expect(situationOf(named(499, 'DISPUTE'), facts, now)).toBe('dispute-lost-in-part');
  expect(situationOf(named(499, 'HAND'), facts, now)).toBe('returned-by-hand-in-part');
  expect(situationOf(named(1, 'HAND'), { ...facts, returned: 499 }, now)).toBe('returned-by-hand');
});

it('money that goes back is nothing new when it is written down, or when nothing is left', () => {
  expect(situationOf(named(499, 'REFUND'), { ...facts, returnKnown: true }, now)).toBe('returned-before');
  const unnamed = { ...facts, returned: 500, returnedUnnamed: 500 };
  expect(situationOf(named(500, 'REFUND'), unnamed, now)).toBe('return-named');
  expect(situationOf({ status: 'reversed' }, { ...facts, returned: 500 }, now)).toBe('returned-before');
  expect(situationOf({ status: 'reversed' }, { ...facts, returned: 499 }, now)).toBe('reversed');
});

it('money that goes back is too much when it has a name of its own and nothing is left', () => {
  for (const source of ['REFUND', 'DISPUTE'] as const)
    expect(situationOf(named(1, source), { ...facts, returned: 500 }, now)).toBe('returned-too-much');
  expect(situationOf(named(1, 'REFUND'), { ...facts, returned: 700 }, now)).toBe('returned-too-much');
});

it('money that goes back contradicts the payment when a refund is in another currency than what was taken', () => {
  expect(situationOf(named(100, 'REFUND', { currency: 'NGN' }), facts, now)).toBe('paid-otherwise');
  const foreign = { ...facts, takenCurrency: 'NGN' };
  expect(situationOf(named(100, 'REFUND', { currency: 'NGN' }), foreign, now)).toBe('reversed-in-part');
});

it('money that goes back neither counts nor gives back on a decision by hand when another payment has counted the vote', () => {
  expect(situationOf({ status: 'accepted' }, facts, now)).toBe('accepted');
  expect(situationOf({ status: 'accepted' }, { ...facts, voteCounted: true }, now)).toBe('accepted-again');
});

const accepted = (odd: Partial<AttemptFacts>) =>
  situationOf({ status: 'accepted' }, { ...facts, ...odd }, after(end, PROMPT_EXTRA_MS + 1));

it('a held payment that is accepted counts if it was begun and paid in time, whenever it is accepted', () => {
  expect(accepted({ heldPaidAt: end })).toBe('accepted');
  expect(accepted({ heldPaidAt: after(end, 1) })).toBe('accepted-late');
  expect(accepted({ heldPaidAt: after(end, PROMPT_EXTRA_MS), isPrompt: true })).toBe('accepted');
  expect(accepted({ heldPaidAt: end, createdAt: after(end, 1) })).toBe('accepted-late');
  expect(accepted({ heldPaidAt: null })).toBe('accepted-late');
});

it('a held payment that is accepted does not count for anything deleted, nor once results are final', () => {
  expect(accepted({ heldPaidAt: end, archived: true })).toBe('accepted-late');
  expect(accepted({ heldPaidAt: end, resultsFinal: true })).toBe('accepted-after-final');
});

it('what differs is named, the gravest first', () => {
  const all = { ...facts, transactionTaken: true };
  const wrong = { currency: 'NGN', amount: 1, domain: 'test' };
  expect(mismatchOf({ ...proof, ...wrong }, all)).toBe('currency');
  expect(mismatchOf({ ...proof, ...wrong, currency: 'GHS' }, all)).toBe('amount');
  expect(mismatchOf({ ...proof, domain: 'test' }, all)).toBe('domain');
  expect(mismatchOf(proof, all)).toBe('transaction');
  expect(mismatchOf(proof, facts)).toBeNull();
});

it('what differs is nothing for cash, which has no domain', () => {
  const cash = { status: 'success', amount: 500, currency: 'GHS' } as const;
  expect(mismatchOf(cash, { ...facts, domain: null })).toBeNull();
  expect(mismatchOf({ ...cash, domain: 'live' }, { ...facts, domain: null })).toBe('domain');
});

it('a vote that was cast at the very end is in time', () =>
  expect(situationOf(proof, { ...facts, voteCastAt: end }, now)).toBe('paid'));

it('beginning a payment is possible before the end of the contest only', () => {
  expect(mayBeginPayment(end, after(end, -1))).toBe(true);
  expect(mayBeginPayment(end, end)).toBe(false);
  expect(mayBeginPayment(end, after(end, 1))).toBe(false);
});

it('the schedule of checks asks 10 s after the beginning, ever more rarely, daily from the third day, and last at the end of the watch', () => {
  const watchUntil = after(created, WATCH_MS);
  const times: number[] = [];
  for (let at: Date | null = created; (at = nextCheckAt(created, watchUntil, at));)
    times.push((+at - +created) / 1000);
  expect(times.slice(0, CHECK_SCHEDULE_SECONDS.length)).toEqual([...CHECK_SCHEDULE_SECONDS]);
  const daily = times.slice(CHECK_SCHEDULE_SECONDS.length);
  expect(daily).toEqual(Array.from({ length: 11 }, (_, day) => (4 + day) * 86_400));
  expect(times.at(-1)).toBe(WATCH_MS / 1000);
});

const stay = (status: PaymentProof['status'], odd: Partial<AttemptFacts>, at: Date) =>
  doVotesStay({ status }, { ...facts, ...odd }, at);

it.each(['refund-ordered', 'returned-by-hand'] as const)(
  'votes whose money goes back stay from the end on when a person says so (%s)',
  (status) => {
    expect([after(end, -1), end].map((at) => stay(status, {}, at))).toEqual([false, true]);
    expect(stay(status, { resultsFinal: true }, after(end, 1))).toBe(true);
  },
);

it('votes whose money goes back stay once results are final when the provider takes the money back, and go until then', () => {
  expect([after(end, -1), after(end, 1)].map((at) => stay('reversed', {}, at))).toEqual([false, false]);
  expect(stay('reversed', { resultsFinal: true }, after(end, 1))).toBe(true);
  expect(stay('reversed', { contestEnd: null }, after(end, 1))).toBe(false);
});

it('the last ten minutes before an end are near it', () =>
  expect([-600_001, -600_000, 0].map((ms) => isNearEnd(end, after(end, ms)))).toEqual([false, true, true]));
