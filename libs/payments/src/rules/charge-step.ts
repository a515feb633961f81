import type { ChargePaymentResult, MobileNetwork } from '@abato/contracts';
import { plainReason } from './payment-messages.js';

/** The step of a direct charge, in the provider's words. Everything else means waiting. */
export const CHARGE_STATUSES = [
  'pay_offline',
  'send_otp',
  'send_pin',
  'send_phone',
  'send_birthday',
  'send_address',
  'open_url',
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

/** What the provider asks the payer for: our name of the step, and our words where the provider gives none. */
const QUESTIONS = {
  send_otp: { step: 'enter_voucher', message: 'Enter the code that your network or bank gives you.' },
  send_pin: { step: 'enter_pin', message: 'Enter your PIN.' },
  send_phone: { step: 'enter_phone', message: 'Enter the phone number of your account.' },
  send_birthday: { step: 'enter_birthday', message: 'Enter your date of birth.' },
  send_address: { step: 'enter_address', message: 'Enter your billing address.' },
} as const satisfies Partial<Record<ChargeStatus, { step: ChargePaymentResult['step']; message: string }>>;
type Question = keyof typeof QUESTIONS;

/** The statuses in which a charge waits for something that the payer has to send. */
export function isQuestion(status: string | null): status is Question {
  return status !== null && Object.hasOwn(QUESTIONS, status);
}

/**
 * What the payer has to do next, in plain words.
 * @param message the provider's: what it asks for is shown as it is worded, because the codes to dial are the network's; for failures
 *   the reason
 * @param url of `open_url`
 */
export function chargeStep(
  status: ChargeStatus,
  network: MobileNetwork,
  message?: string | null,
  url?: string | null,
): Omit<ChargePaymentResult, 'reference'> {
  if (isQuestion(status)) {
    const { step, message: ours } = QUESTIONS[status];
    return { step, message: message ?? ours };
  }
  switch (status) {
    case 'pay_offline':
      return { step: 'approve_on_phone', message: APPROVE[network] };
    case 'open_url':
      return url
        ? { step: 'open_page', message: message ?? 'Continue on the page of your bank.', url }
        : { step: 'wait', message: PROCESSING };
    case 'pending':
      return { step: 'wait', message: PROCESSING };
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

const PROCESSING = 'Your payment is being processed. Please keep your phone at hand.';
