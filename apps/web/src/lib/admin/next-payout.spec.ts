import { expect, it } from '@jest/globals';
import { nextPayoutText } from './next-payout';

const TODAY = '2026-11-24';
const announced = (day: string) =>
  nextPayoutText({ onTheWay: 9.5, nextPayout: { day, amount: 9.5, announced: true } }, TODAY);

it('the next payout is none only where nothing waits to be paid out', () => {
  expect(nextPayoutText({ onTheWay: 0, nextPayout: null }, TODAY).note).toBe('Nothing waits to be paid out.');
  expect(nextPayoutText({ onTheWay: -3, nextPayout: null }, TODAY).note).toBe(
    'Nothing waits to be paid out.',
  );
  expect(nextPayoutText({ onTheWay: 0.3, nextPayout: null }, TODAY)).toEqual({
    value: 'Not known',
    note: 'No day is known yet.',
  });
});

it('the next payout is late from the day after the announced one', () => {
  expect(announced(TODAY)).toEqual({ value: 'GHS 9.50', note: 'announced for November 24, 2026' });
  expect(announced('2026-11-23').note).toBe('announced for November 23, 2026; it is late');
});
