import { expect, it } from '@jest/globals';
import { formatCountdown } from './format-countdown';

it.each([
  [1, '0:01'],
  [59_000, '0:59'],
  [60_000, '1:00'],
  [3_599_001, '1:00:00'],
  [7_509_000, '2:05:09'],
  [86_400_000, '24:00:00'],
])('the countdown writes %i ms as %s', (left, text) => expect(formatCountdown(left)).toBe(text));
