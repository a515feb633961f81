import { MOBILE_NETWORKS, payerTexts, speakGenerated } from '@abato/contracts';
import { CHARGE_STATUSES } from '@abato/paystack';
import { chargeStep } from './charge-step.js';
import { paymentMessage } from './payment-messages.js';
import { PAYMENT_STATES, type PaymentState } from './payment-state.js';

// Of this file only: what payers are told is in letters of no language from here on.
speakGenerated(payerTexts, 'accents');

it('payers are told texts of the catalogue only', () => {
  const reasons = ['LOW_BALANCE', 'timed out', 'declined', 'not registered', 'voucher', 'other', null];
  const told = [
    ...(Object.keys(PAYMENT_STATES) as PaymentState[]).flatMap((state) =>
      reasons.map((reason) => paymentMessage(state, reason)),
    ),
    ...CHARGE_STATUSES.flatMap((status) =>
      MOBILE_NETWORKS.flatMap((network) => [
        chargeStep(status, network).message,
        chargeStep(status, network, null, 'https://1.2.3.4').message,
      ]),
    ),
  ];
  expect(new Set(told).size).toBeGreaterThan(20);
  expect(told.filter((text) => /[A-Za-z]/.test(text))).toEqual([]);
});
