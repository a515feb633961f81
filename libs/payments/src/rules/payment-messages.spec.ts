import { failureReason, paymentMessage, plainReason } from '@abato/messages';
import { outwardStatus, PAYMENT_STATES, type PaymentState, statesOf } from './payment-state.js';

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];

it('what a payer is told is a sentence without jargon in every state', () => {
  for (const state of STATES) {
    expect(paymentMessage(state)).toMatch(/^[A-Z][^_]*\.$/);
    expect(paymentMessage(state)).not.toContain(state);
  }
});

// What must never be mixed up: whether to pay again, whether the vote counted, where the money is.
it.each<[RegExp, PaymentState[]]>([
  [/has been counted/, ['COMPLETED', 'DISPUTED']],
  [/can try again|please try again/, ['FAILED', 'FAILED_INIT']],
  [/do not need to pay again/, ['REVIEW']],
  [
    /will be refunded|is being refunded|was refunded/,
    ['DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUNDED', 'REFUND_ATTENTION'],
  ],
  [/was not counted/, ['REVERSED']],
])('what a payer is told holds %s exactly for %s', (words, states) =>
  expect(STATES.filter((state) => words.test(paymentMessage(state)))).toEqual(states),
);

it('what a payer is told is the reason of a failure where it is known, and only of a failure', () => {
  expect(paymentMessage('FAILED', 'INSUFFICIENT_FUNDS')).toContain('balance');
  expect(paymentMessage('FAILED', 'E-4711')).toBe(paymentMessage('FAILED'));
  expect(paymentMessage('FAILED', null)).toBe(paymentMessage('FAILED'));
  expect(paymentMessage('COMPLETED', 'INSUFFICIENT_FUNDS')).toBe(paymentMessage('COMPLETED'));
});

it.each([
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', /balance, or a limit/],
  ['Insufficient funds', /balance, or a limit/],
  ['NO_FUNDS', /balance, or a limit/],
  ['Transaction not_allowed', /balance, or a limit/],
  ['Request timed out', /not approved in time/],
  ['Timeout', /not approved in time/],
  ['time out', /not approved in time/],
  ['timedout', /not approved in time/],
  ['Customer did not approve', /not approved in time/],
  ['Declined by bank', /declined/],
  ['Rejected', /declined/],
  ['Cancelled by customer', /declined/],
  ['Number is not registered', /no mobile-money wallet/],
  ['Invalid phone', /no mobile-money wallet/],
  ['invalid number', /no mobile-money wallet/],
  ['Invalid account', /no mobile-money wallet/],
  ['Wrong voucher', /voucher code/],
  ['OTP expired', /voucher code/],
  ['Bad token', /voucher code/],
])('the word "%s" of the provider for a failure is said plainly', (words, plain) =>
  expect(plainReason(words)).toMatch(plain),
);

it.each([
  ['Insufficient funds', 'BALANCE'],
  ['Request timed out', 'NOT_APPROVED'],
  ['Declined by bank', 'DECLINED'],
  ['Number is not registered', 'NO_WALLET'],
  ['Wrong voucher', 'VOUCHER'],
])('the word "%s" of the provider for a failure is a reason that organisers are told', (words, reason) =>
  expect(failureReason(words)).toBe(reason),
);

it('the provider’s words for a failure that we do not know are not repeated', () => {
  for (const words of ['', 'E-4711', 'Approved', 'invalid', 'time', null, undefined]) {
    expect(plainReason(words)).toBeNull();
    expect(failureReason(words)).toBeNull();
  }
});

it('what is shown outside of each state is what organisers were promised', () => {
  expect(statesOf('PENDING')).toEqual([
    'CREATED',
    'INIT_UNKNOWN',
    'INITIALIZED',
    'PROVIDER_PENDING',
    'SUPERSEDED',
    'REVIEW',
  ]);
  expect(statesOf('COMPLETED')).toEqual(['COMPLETED', 'DISPUTED']);
  expect(statesOf('FAILED')).toEqual([
    'FAILED',
    'FAILED_INIT',
    'EXPIRED',
    'DUPLICATE_PAID',
    'LATE_PAID',
    'REFUND_DUE',
    'REFUNDING',
    'REFUNDED',
    'REFUND_ATTENTION',
    'REVERSED',
  ]);
  for (const state of STATES) expect(statesOf(outwardStatus(state))).toContain(state);
});
