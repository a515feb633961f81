import { expect, it } from '@jest/globals';
import { provisionalText } from './provisional';

it('what is said between the end of a contest and its final results speaks of payments where votes are paid for', () => {
  expect(provisionalText({ votePrice: 1, paymentsWaiting: 0 })).toBe(
    'Provisional: payments begun before the end are being confirmed',
  );
  expect(provisionalText({ votePrice: 1, paymentsWaiting: 3 })).toContain('confirmed, 3 waiting');
});

it('what is said between the end of a contest and its final results does not speak of payments in a free contest that waits for none', () => {
  expect(provisionalText({ votePrice: 0, paymentsWaiting: 0 })).toBe(
    'Provisional: the last votes are being counted',
  );
  expect(provisionalText({ votePrice: 0, paymentsWaiting: null })).not.toContain('payments');
});

it('what is said between the end of a contest and its final results speaks of payments in a free contest whose earlier price left some open', () =>
  expect(provisionalText({ votePrice: 0, paymentsWaiting: 2 })).toContain('2 waiting'));
