import { type FailureReason, type PaymentStateName, payerTexts as t } from '@abato/contracts';

/** Reasons of banks and networks, as they word them, and what they mean: for organisers a code, for the payer a sentence. */
const REASONS: readonly [RegExp, FailureReason & keyof typeof t.reasons][] = [
  [/LOW_BALANCE|INSUFFICIENT|NOT_ALLOWED|NO_FUNDS/i, 'BALANCE'],
  [/timed? ?out|did not approve/i, 'NOT_APPROVED'],
  [/declin|reject|cancel/i, 'DECLINED'],
  [/not registered|invalid (phone|number|account)/i, 'NO_WALLET'],
  [/voucher|otp|token/i, 'VOUCHER'],
];

const reasonIn = (providerMessage: string | null | undefined) =>
  REASONS.find(([pattern]) => pattern.test(providerMessage ?? ''));

/** The reason of a failure in plain words, or null when we do not know the provider's words. */
export function plainReason(providerMessage: string | null | undefined): string | null {
  const [, reason] = reasonIn(providerMessage) ?? [];
  return reason ? t.reasons[reason] : null;
}

/** The same for organisers, who read it in words of their own. */
export function failureReason(providerMessage: string | null | undefined): FailureReason | null {
  return reasonIn(providerMessage)?.[1] ?? null;
}

/** What the payer is told about an attempt in this state. */
export function paymentMessage(state: PaymentStateName, providerMessage?: string | null): string {
  return (state === 'FAILED' && plainReason(providerMessage)) || t.states[state];
}
