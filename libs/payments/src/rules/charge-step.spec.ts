import { CHARGE_STATUSES } from '@abato/testing/paystack';
import { chargeStep } from './charge-step.js';

it('what the payer has to do is said in plain words for every status and network', () => {
  for (const status of CHARGE_STATUSES) {
    for (const network of ['mtn', 'telecel', 'at'] as const) {
      const reason = status === 'failed' ? 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED' : null;
      const { message } = chargeStep(status, network, reason);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message).not.toMatch(/_/);
    }
  }
});

it('what the payer has to do is one step for each status: what the screen shows follows from it', () =>
  expect(CHARGE_STATUSES.map((status) => [status, chargeStep(status, 'mtn').step])).toEqual([
    ['pay_offline', 'approve_on_phone'],
    ['send_otp', 'enter_voucher'],
    ['send_pin', 'enter_pin'],
    ['send_phone', 'enter_phone'],
    ['send_birthday', 'enter_birthday'],
    ['send_address', 'enter_address'],
    ['open_url', 'wait'],
    ['pending', 'wait'],
    ['success', 'done'],
    ['failed', 'failed'],
    ['timeout', 'failed'],
  ]));

it('what the payer has to do leads to a prompt that did not pop up, on each network its own way', () => {
  expect(chargeStep('pay_offline', 'mtn').message).toContain('*170#');
  expect(chargeStep('pay_offline', 'at').message).toContain('*110#');
  expect(chargeStep('pay_offline', 'telecel').message).toBe('Approve the prompt on your phone.');
});

it('what the payer has to do says that a payment may be tried again exactly when it has failed', () => {
  const again = CHARGE_STATUSES.filter((status) => /try again/.test(chargeStep(status, 'mtn').message));
  expect(again).toEqual(['failed', 'timeout']);
  expect(chargeStep('failed', 'mtn', 'E-4711').message).toContain('try again');
  expect(chargeStep('timeout', 'mtn').message).toContain('in time');
  expect(chargeStep('success', 'mtn').message).toContain('received');
});

it('what the payer has to do names the reason of a failure', () =>
  expect(chargeStep('failed', 'mtn', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED').message).toContain(
    'balance',
  ));

it('what the payer has to do shows what the provider asks for in the provider’s words: each network has its own code', () => {
  const asked = 'Dial *170# and choose 6 for a code';
  expect(chargeStep('send_otp', 'mtn', asked)).toEqual({ step: 'enter_voucher', message: asked });
  expect(chargeStep('send_birthday', 'mtn', 'Please send your birthday').message).toBe(
    'Please send your birthday',
  );
  for (const network of ['mtn', 'telecel', 'at'] as const)
    expect(chargeStep('send_otp', network).message).not.toContain('*');
});

it('what the payer has to do leads to the page of a bank only with its address', () => {
  const url = 'https://standard.paystack.co/close';
  expect(chargeStep('open_url', 'mtn', null, url)).toMatchObject({ step: 'open_page', url });
  expect(chargeStep('open_url', 'mtn', null, null).step).toBe('wait');
});
