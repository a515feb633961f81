import type { ChargePaymentResult, MobileNetwork } from '@abato/contracts';
import { api } from '@/lib/api';
import { verifyPayment } from '@/lib/payment/verify-payment';

/** So long a prompt stands on the payer's phone, in milliseconds. Source: the provider's charge documentation. */
export const PROMPT_MS = 180_000;
/** The server sends no second prompt before this has passed since the first. */
const NO_SECOND_PROMPT_MS = 210_000;

/** A mobile-money charge that was begun on this page. */
export interface Charge extends ChargePaymentResult {
  contestantId: string;
  phone: string;
  network: MobileNetwork;
  /** Cedis. */
  amount: number;
  /** By this device's clock. */
  startedAt: number;
}

/** Where a charge stands. `counted` is said by the verification alone, never by the charge itself. */
export interface ChargeProgress extends ChargePaymentResult {
  counted: boolean;
}

const base = '/payments/paystack/charge';

/** POST /payments/paystack/charge. While a prompt may be on the phone the server answers with that one instead of a second. */
export function chargePhone(
  voteId: string,
  phoneNumber: string,
  network: MobileNetwork,
): Promise<ChargePaymentResult> {
  return api.post<ChargePaymentResult>(base, { voteId, phoneNumber, network });
}

/** POST /payments/paystack/charge/{reference}/otp */
export function submitVoucher(reference: string, otp: string): Promise<ChargePaymentResult> {
  return api.post<ChargePaymentResult>(`${base}/${encodeURIComponent(reference)}/otp`, { otp });
}

/** Asks what became of the payment; while that is open, what the payer has to do. */
export async function chargeProgress(reference: string, signal?: AbortSignal): Promise<ChargeProgress> {
  const { outcome, message } = await verifyPayment(reference, false, signal);
  if (outcome === 'success') return { reference, step: 'done', message, counted: true };
  if (outcome === 'failure') return { reference, step: 'failed', message, counted: false };
  const step = await api.get<ChargePaymentResult>(`${base}/${encodeURIComponent(reference)}`, { signal });
  return { ...step, counted: step.step === 'done' };
}

export function mayChargeAgain(charge: Charge, now: number): boolean {
  return now - charge.startedAt >= NO_SECOND_PROMPT_MS;
}

let ongoing: Charge | null = null;

/** A dialog that was closed while a prompt is on the phone opens again where it was, instead of inviting a second payment. */
export function ongoingCharge(contestantId: string): Charge | null {
  return ongoing?.contestantId === contestantId && !mayChargeAgain(ongoing, Date.now()) ? ongoing : null;
}

export function rememberCharge(charge: Charge | null): void {
  ongoing = charge;
}
