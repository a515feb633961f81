import { describe, expect, it } from '@jest/globals';
import { fittingSize } from './fitting-text';
import { formatCountdown } from './format-countdown';

describe('the countdown', () => {
  it.each([
    [1, '0:01'],
    [59_000, '0:59'],
    [60_000, '1:00'],
    [3_599_001, '1:00:00'],
    [7_509_000, '2:05:09'],
    [86_400_000, '24:00:00'],
  ])('writes %i ms as %s', (left, text) => expect(formatCountdown(left)).toBe(text));
});

describe('the size of a name', () => {
  const widths = (name: string) =>
    [...fittingSize(name, ['46cqh', '38cqh']).matchAll(/([\d.]+)cqi/g)].map(([, width]) => Number(width));

  it('lets the widest line of words fit the box, in one line and in two', () => {
    const lines = (name: string) => widths(name).map((width) => Math.round(100 / (width * 0.58)));
    expect(lines('Ama Mensah')).toEqual([10, 6]);
    expect(lines('Nana Akua Serwaa')).toEqual([16, 9]);
    // One word cannot be divided.
    expect(lines('A'.repeat(70))).toEqual([70, 70]);
  });
});
