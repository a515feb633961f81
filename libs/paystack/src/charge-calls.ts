import type { MobileNetwork } from '@abato/contracts';
import type { CallPurpose } from './call-budget.js';
import { duplicateIsUnknown, ProviderError } from './errors.js';
import { metadataOf, type PaidFor, type ProviderSplit, splitFields } from './payment-fields.js';
import { object, secureAddress, text } from './read.js';
import type { CallPermit, PaystackTransport } from './transport.js';

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

interface ChargeRequest {
  reference: string;
  /** Whole pesewas. */
  amount: number;
  currency: string;
  email: string;
  /** `0XXXXXXXXX`. */
  phone: string;
  network: MobileNetwork;
  paidFor?: PaidFor;
  /** How the provider divides the payment; absent or null: it goes to the main account. */
  split?: ProviderSplit | null;
}

/** What a charge may ask the payer for, in the names of the provider's routes and fields. */
export type ChargeAnswer =
  | { step: 'otp'; otp: string }
  | { step: 'pin'; pin: string }
  | { step: 'phone'; phone: string }
  /** `YYYY-MM-DD`. */
  | { step: 'birthday'; birthday: string }
  | { step: 'address'; address: string; city: string; state: string; zip_code: string };

/** The provider's codes for the networks, in lower case as its newer samples write them. */
const NETWORK_CODES: Record<MobileNetwork, string> = { mtn: 'mtn', telecel: 'vod', at: 'atl' };

/** The provider's routes for direct charges (`/charge`). Every method throws ProviderError. */
export class ChargeCalls {
  constructor(private readonly transport: PaystackTransport) {}

  /**
   * Ask a wallet for money: a prompt appears on the phone, or the payer is asked for something.
   * @throws ProviderError 'unknown': the prompt may be on the phone, so the payer must not be asked to pay again for a while
   */
  async begin(request: ChargeRequest, permit?: CallPermit): Promise<ProviderCharge> {
    const { reference, amount, currency, email, phone, network, paidFor, split } = request;
    const body = {
      reference,
      amount,
      currency,
      email,
      mobile_money: { phone, provider: NETWORK_CODES[network] },
      ...splitFields(split),
      ...(paidFor && { metadata: metadataOf(paidFor) }),
    };
    return chargeOf(this.transport.call('charge', '/charge', { permit, body }).catch(duplicateIsUnknown));
  }

  /** Send what a charge has asked the payer for. */
  async answer(reference: string, { step, ...fields }: ChargeAnswer): Promise<ProviderCharge> {
    const body = { ...fields, reference };
    return chargeOf(this.transport.call(`submit-${step}`, `/charge/submit_${step}`, { body }));
  }

  /** What a charge that was first `pending` asks of the payer by now; the provider wants to be asked 10 s later at the earliest. */
  async check(reference: string, purpose: CallPurpose): Promise<ProviderCharge> {
    const path = `/charge/${encodeURIComponent(reference)}`;
    return chargeOf(this.transport.call('check-charge', path, { purpose }));
  }
}

/** A charge that has failed may be answered with `status: false`: its reason is in the data all the same. */
async function chargeOf(answering: Promise<{ data: unknown }>): Promise<ProviderCharge> {
  try {
    return parseCharge((await answering).data);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.details.dataStatus !== 'failed') throw error;
    return { status: 'failed', message: error.message, url: null };
  }
}
