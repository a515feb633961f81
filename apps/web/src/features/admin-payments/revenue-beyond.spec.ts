import { expect, it } from '@jest/globals';
import type { RevenueView } from '@abato/contracts';
import { revenueBeyond } from './revenue-beyond';

const of = (contestId: string, totalRevenue: number, archived = false): RevenueView['contests'][number] => ({
  contestId,
  totalRevenue,
  archived,
  title: contestId,
  totalPayments: 1,
  incomplete: false,
});

it('revenue beyond the listed contests is the sum of the contests that are neither listed nor deleted', () => {
  const contests = [of('listed', 5), of('further', 0.1), of('another', 0.2), of('deleted', 7, true)];
  const all = { totalRevenue: 12.3, totalPayments: 4, contests, incomplete: false };
  expect(revenueBeyond([{ id: 'listed' }], all)).toBe(30);
});

it('revenue beyond the listed contests is nothing while it is not read', () =>
  expect(revenueBeyond([], undefined)).toBe(0));
