import { isMobilePhone, type MobileNetwork, normalisePhone } from '@abato/contracts';
import type { RulesForm } from '@/lib/form';
import { toast, toastSeen } from '@/lib/toast';
import { mobileMoneyTexts } from '@/texts/en/mobile-money';
import { voteTexts as t } from '@/texts/en/vote';
import { networkFor, type PayWay } from './later/pay-choice';
import type { VoteForm } from './vote-draft';
import type { VoteOutcome } from './vote-outcome';

/** So long the voter sees the toast before the redirect (specification §9). */
const REDIRECT_DELAY_MS = 100;

/** @returns the network whose wallet is asked; null for the provider's page; undefined when the form says what is missing */
export function walletOf(
  phone: string,
  way: PayWay,
  form: RulesForm<VoteForm>,
  onWay: (way: PayWay) => void,
): MobileNetwork | null | undefined {
  if (!way.momo) return null;
  const e164 = normalisePhone(phone);
  if (!e164 || !isMobilePhone(e164)) {
    form.setError('voterPhone', { message: mobileMoneyTexts.mobileOnly }, { shouldFocus: true });
    return undefined;
  }
  const network = networkFor(way, phone);
  if (network) return network;
  onWay({ ...way, error: mobileMoneyTexts.networkMissing });
  return undefined;
}

/** Takes the voter to the provider's page, or to that of a payment which an earlier press has begun. */
export async function leaveToPay(
  outcome: Extract<VoteOutcome, { kind: 'pay' | 'verify' }>,
  onLeave: () => void,
  signal: AbortSignal,
): Promise<void> {
  if (outcome.kind === 'verify') {
    window.location.assign(`/payment/verify?reference=${encodeURIComponent(outcome.reference)}`);
    return;
  }
  onLeave();
  await toastSeen(toast.success(t.redirecting));
  setTimeout(() => {
    if (!signal.aborted) window.location.assign(outcome.authorizationUrl);
  }, REDIRECT_DELAY_MS);
}
