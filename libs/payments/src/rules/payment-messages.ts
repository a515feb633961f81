import type { FailureReason } from '@abato/contracts';
import type { PaymentState } from './payment-state.js';

/** What the payer is told about an attempt, in plain words. */
const BY_STATE: Record<PaymentState, string> = {
  CREATED: 'Your payment is being prepared.',
  INIT_UNKNOWN: 'The payment provider did not answer. Nothing was charged; please try again.',
  INITIALIZED: 'Your payment has not been completed yet.',
  PROVIDER_PENDING: 'Your payment is being processed. Your vote will be counted shortly.',
  SUPERSEDED: 'This payment was replaced by a newer one.',
  REVIEW: 'Your payment is being checked by our team. You do not need to pay again.',
  FAILED: 'The payment was not completed. You can try again.',
  FAILED_INIT: 'The payment could not be started. You can try again.',
  EXPIRED: 'The payment was not completed in time.',
  COMPLETED: 'Payment verified. Your vote has been counted.',
  DISPUTED: 'Payment verified. Your vote has been counted.',
  DUPLICATE_PAID: 'This vote was already paid. This second payment will be refunded to you.',
  LATE_PAID: 'The payment arrived after the contest had ended. It will be refunded to you.',
  REFUND_DUE: 'This payment will be refunded to you.',
  REFUNDING: 'This payment is being refunded to you.',
  REFUNDED: 'This payment was refunded to you.',
  REFUND_ATTENTION: 'This payment will be refunded to you. Our team is looking into it.',
  REVERSED: 'This payment was reversed, so the vote was not counted.',
};

/** Reasons of banks and networks, as they word them, and what they mean: for organisers a code, for the payer a sentence. */
const REASONS: readonly [RegExp, FailureReason, string][] = [
  [
    /LOW_BALANCE|INSUFFICIENT|NOT_ALLOWED|NO_FUNDS/i,
    'BALANCE',
    'There is not enough balance, or a limit of the wallet or card was reached.',
  ],
  [
    /timed? ?out|did not approve/i,
    'NOT_APPROVED',
    'The payment was not approved in time. You can try again.',
  ],
  [/declin|reject|cancel/i, 'DECLINED', 'The payment was declined. You can try again or pay another way.'],
  [/not registered|invalid (phone|number|account)/i, 'NO_WALLET', 'This number has no mobile-money wallet.'],
  [/voucher|otp|token/i, 'VOUCHER', 'The voucher code was not accepted. You can try again.'],
];

const reasonIn = (providerMessage: string | null | undefined) =>
  REASONS.find(([pattern]) => pattern.test(providerMessage ?? ''));

/** The reason of a failure in plain words, or null when we do not know the provider's words. */
export function plainReason(providerMessage: string | null | undefined): string | null {
  return reasonIn(providerMessage)?.[2] ?? null;
}

/** The same for organisers, who read it in words of their own. */
export function failureReason(providerMessage: string | null | undefined): FailureReason | null {
  return reasonIn(providerMessage)?.[1] ?? null;
}

/** What the payer is told about an attempt in this state. */
export function paymentMessage(state: PaymentState, providerMessage?: string | null): string {
  return (state === 'FAILED' && plainReason(providerMessage)) || BY_STATE[state];
}
