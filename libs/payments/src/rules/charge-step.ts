import type { ChargePaymentResult, MobileNetwork } from '@abato/contracts';
import { plainReason } from './payment-messages.js';

/** The step of a direct mobile-money charge, in the provider's words. Everything else means waiting. */
export const CHARGE_STATUSES = [
  'pay_offline',
  'send_otp',
  'pending',
  'success',
  'failed',
  'timeout',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** How the payer gets to a prompt that did not pop up. */
const APPROVE: Record<MobileNetwork, string> = {
  mtn: 'Approve the prompt on your phone. No prompt? Dial *170#, choose My Wallet, then My Approvals.',
  telecel: 'Approve the prompt on your phone.',
  at: 'Approve the prompt on your phone. No prompt? Dial *110# and look for pending approvals.',
};

/**
 * What the payer has to do next, in plain words.
 * @param message the provider's reason, for failures
 */
export function chargeStep(
  status: ChargeStatus,
  network: MobileNetwork,
  message?: string | null,
): Omit<ChargePaymentResult, 'reference'> {
  switch (status) {
    case 'pay_offline':
      return { step: 'approve_on_phone', message: APPROVE[network] };
    case 'send_otp':
      return {
        step: 'enter_voucher',
        message: /not correct|invalid|wrong/i.test(message ?? '')
          ? 'That voucher code was not correct. Dial *110# for a new one and enter it here.'
          : 'Dial *110# for a voucher code and enter it here.',
      };
    case 'pending':
      return { step: 'wait', message: 'Your payment is being processed. Please keep your phone at hand.' };
    case 'success':
      return { step: 'done', message: 'Payment received. Your vote will be counted in a moment.' };
    case 'failed':
      return {
        step: 'failed',
        message: plainReason(message) ?? 'The payment was not completed. You can try again.',
      };
    case 'timeout':
      return { step: 'failed', message: 'The payment was not approved in time. You can try again.' };
  }
}
