import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { learnServerTime, serverNow } from './server-time';

const MINUTE = 60_000;
let device = Date.parse('2026-12-05T20:00:00.000Z');
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => device));
afterEach(() => void jest.restoreAllMocks());

it('the time is the device’s until an answer says otherwise, and while answers agree with it to the second', () => {
  expect(serverNow()).toBe(device);
  learnServerTime(Number.NaN, device);
  learnServerTime(device, device);
  // Written in whole seconds, 800 ms ago by this clock, and 400 ms on the way.
  learnServerTime(device - 1_200, device - 800);
  expect(serverNow()).toBe(device);
});

it.each([
  ['fast', 4 * MINUTE],
  ['slow', -4 * MINUTE],
])('a device that is %s has the server’s time to about a second, also later', (_, wrongBy) => {
  const real = device - wrongBy;
  const askedAt = device;
  device += 300;
  learnServerTime(Math.floor((real + 150) / 1_000) * 1_000, askedAt);
  expect(Math.abs(serverNow() - (real + 300))).toBeLessThanOrEqual(1_300);
  device += MINUTE;
  expect(Math.abs(serverNow() - (real + 300 + MINUTE))).toBeLessThanOrEqual(1_300);
});

it('an answer that was long on the way does not make the time worse', () => {
  learnServerTime(device, device);
  const before = serverNow();
  learnServerTime(device - 20_000, device - 30_000);
  expect(serverNow()).toBe(before);
});
