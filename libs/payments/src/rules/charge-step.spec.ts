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

  it('is one step for each status: what the screen shows follows from it', () => {
    expect(CHARGE_STATUSES.map((status) => [status, chargeStep(status, 'mtn').step])).toEqual([
      ['pay_offline', 'approve_on_phone'],
      ['send_otp', 'enter_voucher'],
      ['pending', 'wait'],
      ['success', 'done'],
      ['failed', 'failed'],
      ['timeout', 'failed'],
    ]);
  });

  it('leads to a prompt that did not pop up, on each network its own way', () => {
    expect(chargeStep('pay_offline', 'mtn').message).toContain('*170#');
    expect(chargeStep('pay_offline', 'at').message).toContain('*110#');
    expect(chargeStep('pay_offline', 'telecel').message).toBe('Approve the prompt on your phone.');
  });

  it('says that a payment may be tried again exactly when it has failed', () => {
    const again = CHARGE_STATUSES.filter((status) => /try again/.test(chargeStep(status, 'mtn').message));
    expect(again).toEqual(['failed', 'timeout']);
    expect(chargeStep('failed', 'mtn', 'E-4711').message).toContain('try again');
    expect(chargeStep('timeout', 'mtn').message).toContain('in time');
    expect(chargeStep('success', 'mtn').message).toContain('received');
  });

  it('names the reason of a failure and the way to a voucher', () => {
    expect(
      chargeStep('failed', 'mtn', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED').message,
    ).toContain('balance');
    expect(chargeStep('send_otp', 'telecel').message).toBe(
      'Dial *110# for a voucher code and enter it here.',
    );
    for (const refused of ['The voucher code is not correct', 'Invalid voucher', 'WRONG OTP']) {
      expect(chargeStep('send_otp', 'telecel', refused).message).toContain('was not correct');
    }
    expect(chargeStep('send_otp', 'telecel', 'Please enter the voucher').message).toBe(
      'Dial *110# for a voucher code and enter it here.',
    );
  });
});
