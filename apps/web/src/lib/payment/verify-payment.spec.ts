import { expect, it } from '@jest/globals';
import { readVerification } from './verify-payment';

it.each([
  ['success at top level', { success: true }, false, 'success'],
  ['a completed status at top level', { success: false, status: 'COMPLETED' }, false, 'success'],
  ['a completed status in data', { success: false, data: { status: 'COMPLETED' } }, false, 'success'],
  ['a completed payment', { success: false, data: { payment: { status: 'COMPLETED' } } }, false, 'success'],
  ['an open payment', { success: false, data: { status: 'PENDING' } }, false, 'unknown'],
  ['a failed payment', { success: false, data: { status: 'FAILED' } }, true, 'failure'],
  ['no object at all', null, false, 'unknown'],
] as const)('readVerification of %s', (_, body, failed, outcome) =>
  expect(readVerification(body, failed).outcome).toBe(outcome),
);

it.each([
  ['top level', (fields: object) => ({ success: true, ...fields })],
  ['the data wrapper', (fields: object) => ({ success: true, data: fields })],
])('readVerification reads vote and payment at %s', (_, wrap) => {
  const body = wrap({
    amount: 5,
    receiptCode: 'ABCD-1234',
    vote: { voteCount: 3, contestId: 'contest', contestant: { name: 'Ama' } },
    payment: { amount: 3 },
  });
  expect(readVerification(body, false)).toMatchObject({
    contestId: 'contest',
    contestantName: 'Ama',
    voteCount: 3,
    amount: 3,
    receiptCode: 'ABCD-1234',
    raw: body,
  });
});

it('readVerification knows nothing that the answer does not say, or says as another kind of value', () => {
  const unknown = {
    contestId: null,
    contestantName: null,
    voteCount: null,
    amount: null,
    receiptCode: null,
  };
  const others = {
    contestId: 7,
    amount: '5',
    receiptCode: '',
    vote: { voteCount: '3', contestant: 'Ama' },
  };
  for (const body of [{}, others]) expect(readVerification(body, false)).toMatchObject(unknown);
  expect(readVerification({}, false)).toMatchObject({ afterRefund: null, nothingTaken: false });
});

it('readVerification tells what counts after a refund in part, only when it has both numbers', () => {
  const read = (afterRefund: unknown) => readVerification({ afterRefund }, true).afterRefund;
  expect(read({ countedVotes: 2, returnedAmount: 1.5 })).toEqual({ countedVotes: 2, returnedAmount: 1.5 });
  expect(read({ countedVotes: 2 })).toBeNull();
  expect(read({ returnedAmount: 1.5 })).toBeNull();
  expect(read('all')).toBeNull();
});

it('readVerification says that nothing was taken only when the server says so', () => {
  const read = (nothingTaken: unknown) => readVerification({ nothingTaken }, true).nothingTaken;
  expect([true, false, 'true', undefined].map(read)).toEqual([true, false, false, false]);
});

it('readVerification says what the server says', () =>
  expect(readVerification({ message: 'Card declined' }, true).message).toBe('Card declined'));

it('readVerification has a message for an answer without one', () =>
  expect(readVerification({ success: false }, true).message).toBe('Payment verification failed'));
