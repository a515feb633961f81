import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { barShare } from './bar-share';
import {
  formatCedis,
  formatClock,
  formatCount,
  formatDate,
  formatDateTime,
  formatOrdinal,
  formatPercent,
  formatPrice,
  imageUrl,
} from './format';

const utc = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (date: Date) => formatter.format(date).replaceAll('\u202f', ' ');
};
const long = { year: 'numeric', month: 'long', day: 'numeric' } as const;

it('dates and counts read as in the United States, at the time of Ghana, all year and all day', () => {
  const date = utc(long);
  const dateTime = utc({ ...long, hour: 'numeric', minute: '2-digit' });
  for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 7 * 3_600_000 + 61_000) {
    const moment = new Date(time);
    expect(formatDate(moment.toISOString())).toBe(date(moment));
    expect(formatDateTime(time)).toBe(dateTime(moment));
    expect(formatClock(moment)).toBe(moment.toISOString().slice(11, 19));
  }
  expect(formatDate('2026-11-21T23:59:59Z')).toBe('November 21, 2026');
  expect(formatDateTime('2026-11-21T00:05:00Z')).toBe('November 21, 2026 at 12:05 AM');
  expect(formatDate('no date')).toBe('');
});

it('dates and counts have their thousands apart', () => {
  const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  for (const count of [0, 1, 12, 999, 1000, 12_345, 100_000, 1_234_567, -4321, 10 ** 12])
    expect(formatCount(count)).toBe(whole.format(count));
});

describe('dates for a visitor in another time zone', () => {
  const local = [
    'getFullYear',
    'getMonth',
    'getDate',
    'getDay',
    'getHours',
    'getMinutes',
    'getSeconds',
  ] as const;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are read in Ghana time: no local part of the date is used', () => {
    const reads = local.map((part) => jest.spyOn(Date.prototype, part));
    const offset = jest.spyOn(Date.prototype, 'getTimezoneOffset');
    expect(formatDate('2026-11-21T23:30:00Z')).toBe('November 21, 2026');
    expect(formatDateTime('2026-11-21T23:30:00Z')).toBe('November 21, 2026 at 11:30 PM');
    expect(formatClock('2026-11-21T23:30:07Z')).toBe('23:30:07');
    for (const read of [...reads, offset]) expect(read).not.toHaveBeenCalled();
  });
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [14, '14th'],
  [20, '20th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [101, '101st'],
  [111, '111th'],
  [112, '112th'],
  [113, '113th'],
  [122, '122nd'],
])('formatOrdinal writes rank %i as %s', (rank, text) => expect(formatOrdinal(rank)).toBe(text));

it.each([
  [0, '0.0%'],
  [12.34, '12.3%'],
  [100, '100.0%'],
])('the format of percentages and money writes %d with one decimal', (value, text) =>
  expect(formatPercent(value)).toBe(text),
);

it('the format of percentages and money writes cedis with two decimals and a missing value as 0.00', () => {
  expect(formatCedis(1)).toBe('GHS 1.00');
  expect(formatCedis(1234.5)).toMatch(/^GHS 1,?234\.50$/);
  expect(formatCedis(undefined)).toBe('GHS 0.00');
});

it('the format of percentages and money writes a price of 0 or less as Free', () =>
  expect([formatPrice(0), formatPrice(-1), formatPrice(0.5)]).toEqual(['Free', 'Free', 'GHS 0.50']));

describe('imageUrl', () => {
  beforeEach(() => {
    Object.assign(globalThis, { window: { location: { origin: 'https://abato.example' } } });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window');
  });

  it.each([
    ['uploads/a.webp', 'https://abato.example/uploads/a.webp'],
    ['/uploads/a.webp', 'https://abato.example/uploads/a.webp'],
    ['//uploads/a.webp', 'https://abato.example/uploads/a.webp'],
    ['\\uploads\\2026\\a.webp', 'https://abato.example/uploads/2026/a.webp'],
    ['uploads\\a.webp', 'https://abato.example/uploads/a.webp'],
    ['http://cdn.example/a.webp', 'http://cdn.example/a.webp'],
    ['https://cdn.example/a\\b.webp', 'https://cdn.example/a\\b.webp'],
  ])('turns %s into %s', (path, url) => expect(imageUrl(path)).toBe(url));

  it.each([null, undefined, ''])('is null for %p', (path) => expect(imageUrl(path)).toBeNull());
});

it.each([
  [5, 20, '25%'],
  [20, 20, '100%'],
  [-15, 20, '0%'],
  [-15, 0, '0%'],
  [0, 0, '0%'],
])(
  'bars of charts %i beside at most %i is drawn with a length of %s, also after a correction took votes off',
  (value, best, css) => expect(barShare(value, best)).toBe(css),
);
