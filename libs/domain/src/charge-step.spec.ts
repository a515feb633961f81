import { CHARGE_STATUSES, chargeStep } from './charge-step.js';

describe('what the payer has to do', () => {
  it('is said in plain words for every status and network', () => {
    for (const status of CHARGE_STATUSES) {
      for (const network of ['mtn', 'telecel', 'at'] as const) {
        const { message } = chargeStep(status, network, 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED');
        expect(message).toMatch(/^[A-Z].*\.$/);
        expect(message).not.toMatch(/_/);
      }
    }
  });

  it('names the reason of a failure and the way to a voucher', () => {
    expect(
      chargeStep('failed', 'mtn', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED').message,
    ).toContain('balance');
    expect(chargeStep('send_otp', 'telecel').message).toBe(
      'Dial *110# for a voucher code and enter it here.',
    );
    expect(chargeStep('send_otp', 'telecel', 'The voucher code is not correct').message).toContain(
      'not correct',
    );
  });
});
