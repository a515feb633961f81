import { expect, it } from '@jest/globals';
import { timeLeft } from './time-left';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

it.each([
  [3 * 24 * HOUR + 4.5 * HOUR, '3 d 4 h'],
  [24 * HOUR, '1 d 0 h'],
  [4 * HOUR + 5 * 60 * SECOND, '4 h 05 min'],
  [HOUR - SECOND, '59:59'],
  [309 * SECOND, '5:09'],
  [1, '0:01'],
  [0, '0:00'],
])('timeLeft %i ms are %s', (left, text) => expect(timeLeft(left)).toBe(text));
