import { object, secureAddress, text } from './read.js';

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

export interface ProviderCharge {
  status: ChargeStatus;
  /** The provider's own words: what it asks of the payer, or why the charge has failed. */
  message: string | null;
  /** The page of the payer's bank, for `open_url`. */
  url: string | null;
}

/** The step of a charge. Never throws; unknown words, and a page without a secure address, mean waiting. */
export function parseCharge(data: unknown): ProviderCharge {
  const fields = object(data);
  const word = text(fields.status);
  const status = CHARGE_STATUSES.find((known) => known === word) ?? 'pending';
  const url = status === 'open_url' ? secureAddress(fields.url) : null;
  return {
    status: status === 'open_url' && !url ? 'pending' : status,
    message: text(fields.display_text) ?? text(fields.message) ?? text(fields.gateway_response),
    url,
  };
}
