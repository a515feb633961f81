import { type ChargePaymentResult, type MobileNetwork, payerTexts as t } from '@abato/contracts';
import type { Provider } from '@abato/paystack';
import { plainReason } from '@abato/messages';

/** What the provider asks the payer for: our name of the step. */
const QUESTIONS = {
  send_otp: 'enter_voucher',
  send_pin: 'enter_pin',
  send_phone: 'enter_phone',
  send_birthday: 'enter_birthday',
  send_address: 'enter_address',
} as const satisfies Partial<Record<Provider.ChargeStatus, ChargePaymentResult['step']>>;
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
  status: string | null,
  network: MobileNetwork,
  message?: string | null,
  url?: string | null,
): Omit<ChargePaymentResult, 'reference'> {
  if (isQuestion(status)) {
    return { step: QUESTIONS[status], message: message ?? t.questions[status] };
  }
  switch (status) {
    case 'pay_offline':
      return { step: 'approve_on_phone', message: t.approve[network] };
    case 'open_url':
      return url
        ? { step: 'open_page', message: message ?? t.openPage, url }
        : { step: 'wait', message: t.processing };
    case 'success':
      return { step: 'done', message: t.received };
    case 'failed':
      return {
        step: 'failed',
        message: plainReason(message) ?? t.notCompleted,
      };
    case 'timeout':
      return { step: 'failed', message: t.notInTime };
    default:
      return { step: 'wait', message: t.processing };
  }
}
