import { CHARGE_STATUSES, type ChargeStatus } from '../rules/charge-step.js';
import { object, text } from './read.js';

export interface ProviderCharge {
  status: ChargeStatus;
  /** The provider's own words about it. */
  message: string | null;
}

/** The step of a charge. Never throws; steps we cannot serve (a PIN, an address, a page) and unknown words mean waiting. */
export function parseCharge(data: unknown): ProviderCharge {
  const fields = object(data);
  const status = text(fields.status);
  return {
    status: CHARGE_STATUSES.find((known) => known === status) ?? 'pending',
    message: text(fields.message) ?? text(fields.display_text) ?? text(fields.gateway_response),
  };
}
