import { PAYMENT_STATES, type PaymentState } from './payment-state.js';
import { isRefundable, votesBack } from './refundable.js';

it('a refund that an organiser asks for is possible of payments through the provider whose votes count, while money is left', () => {
  const possible = (Object.keys(PAYMENT_STATES) as PaymentState[]).filter((state) =>
    isRefundable({ state, method: 'PAYSTACK', leftPesewas: 1 }),
  );
  expect(possible).toEqual(['COMPLETED']);
  expect(isRefundable({ state: 'COMPLETED', method: 'MANUAL', leftPesewas: 1 })).toBe(false);
  expect(isRefundable({ state: 'COMPLETED', method: 'PAYSTACK', leftPesewas: 0 })).toBe(false);
});

const of = { cast: 10, counted: 10, taken: 1_000, returned: 0 };

it.each([
  [1_000, 10],
  [999, 9],
  [550, 5],
  [99, 0],
  [1_200, 10],
])('votes that go back for %i of 1,000 pesewas are %i of 10', (amount, votes) =>
  expect(votesBack(of, amount)).toBe(votes),
);

it('votes that go back are those of the sum of all returns without the ones taken before', () => {
  const later = { ...of, counted: 5, returned: 550 };
  expect(votesBack(later, 50)).toBe(1);
  expect(votesBack(later, 450)).toBe(5);
});

it('votes that go back are never fewer than none', () =>
  expect(votesBack({ ...of, counted: 0, returned: 550 }, 50)).toBe(0));
