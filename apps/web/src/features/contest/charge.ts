import type { ChargePaymentResult, MobileNetwork } from '@abato/contracts';

/** A prompt stays on the payer's phone this long, in milliseconds. Source: the provider's charge documentation. */
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

/** The state of a charge. Only the verification says that it is counted, never the charge itself. */
export interface ChargeProgress extends ChargePaymentResult {
  counted: boolean;
}

/** @param now epoch milliseconds */
export function mayChargeAgain(charge: Pick<Charge, 'startedAt'>, now: number): boolean {
  return now - charge.startedAt >= NO_SECOND_PROMPT_MS;
}

let ongoing: Charge | null = null;

/** A dialog that was closed while a prompt is on the phone opens in the same state, instead of inviting a second payment. */
export function ongoingCharge(contestantId: string): Charge | null {
  return ongoing?.contestantId === contestantId && !mayChargeAgain(ongoing, Date.now()) ? ongoing : null;
}

export function rememberCharge(charge: Charge | null): void {
  ongoing = charge;
}
