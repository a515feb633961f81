import { afterEach, expect, it, jest } from '@jest/globals';
import { mayChargeAgain, ongoingCharge, rememberCharge, type Charge } from './charge';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const charge: Charge = {
  reference: 'A-1',
  step: 'approve_on_phone',
  message: 'Approve on your phone',
  contestantId: 'ama',
  phone: '0241234567',
  network: 'mtn',
  amount: 2,
  startedAt: NOW,
};

afterEach(() => {
  jest.restoreAllMocks();
  rememberCharge(null);
});

it('a mobile-money charge may be asked again 210 seconds after the prompt, not before', () => {
  expect(mayChargeAgain(charge, NOW + 209_999)).toBe(false);
  expect(mayChargeAgain(charge, NOW + 210_000)).toBe(true);
});

it('a mobile-money charge is shown again for its contestant while a prompt may be on the phone', () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW + 1);
  expect(ongoingCharge('ama')).toBeNull();
  rememberCharge(charge);
  expect(ongoingCharge('ama')).toBe(charge);
  expect(ongoingCharge('kofi')).toBeNull();
  clock.mockReturnValue(NOW + 210_000);
  expect(ongoingCharge('ama')).toBeNull();
});
