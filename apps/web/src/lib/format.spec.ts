import { describe, expect, it } from '@jest/globals';
import { formatClock, formatCount, formatDate, formatDateTime } from './format';

const utc = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (date: Date) => formatter.format(date).replaceAll('\u202f', ' ');
};
const long = { year: 'numeric', month: 'long', day: 'numeric' } as const;

describe('dates and counts', () => {
  it('read as in the United States, at the time of Ghana, all year and all day', () => {
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

  it('have their thousands apart', () => {
    const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
    for (const count of [0, 1, 12, 999, 1000, 12_345, 100_000, 1_234_567, -4321, 10 ** 12]) {
      expect(formatCount(count)).toBe(whole.format(count));
    }
  });
});
