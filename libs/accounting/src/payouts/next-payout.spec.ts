import { expectedPayout, payoutDayOf } from './next-payout.js';

// Monday, 23 November 2026.
const MONDAY = new Date('2026-11-23T10:00:00Z');
const SATURDAY = new Date('2026-11-28T10:00:00Z');

it.each([
  ['2026-11-23', '2026-11-24'],
  ['2026-11-26', '2026-11-27'],
  ['2026-11-27', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
  ['2026-11-29', '2026-11-30'],
  ['2026-12-31', '2027-01-01'],
])('the day of a payout of what is paid on %s is %s', (paid, payout) =>
  expect(payoutDayOf(paid)).toBe(payout),
);

const unpaid = (...days: [day: string, pesewas: number][]) =>
  days.map(([day, pesewas]) => ({ day, pesewas }));

it('the expected payout is the sum of the payments of its day', () => {
  const days = unpaid(['2026-11-20', 500], ['2026-11-22', 300], ['2026-11-23', 40]);
  expect(expectedPayout(days, 840, MONDAY)).toEqual({ day: '2026-11-23', pesewas: 800, announced: false });
});

it('the expected payout is not expected on a day that has passed, nor at a weekend', () => {
  const late = unpaid(['2026-11-18', 500]);
  expect(expectedPayout(late, 500, MONDAY)).toMatchObject({ day: '2026-11-23' });
  expect(expectedPayout(late, 500, SATURDAY)).toMatchObject({ day: '2026-11-30' });
});

it('the expected payout is less by what went back to payers after it was paid out', () => {
  const days = unpaid(['2026-11-22', 300], ['2026-11-23', 40]);
  expect(expectedPayout(days, 240, MONDAY)).toMatchObject({ day: '2026-11-23', pesewas: 200 });
  expect(expectedPayout(days, 40, MONDAY)).toBeNull();
  expect(expectedPayout(days, -100, MONDAY)).toBeNull();
});

it('the expected payout is not more than its payments when a payout before was too small', () =>
  expect(expectedPayout(unpaid(['2026-11-22', 300]), 330, MONDAY)).toMatchObject({ pesewas: 300 }));

it('the expected payout is none without payments', () => expect(expectedPayout([], 30, MONDAY)).toBeNull());
