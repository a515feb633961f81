import type { Fields } from './fields.js';
import type { Faults, Script } from './script.js';

/** The provider's things. Amounts in subunits (pesewas), times in ISO 8601 unless said otherwise. */

export type Network = 'mtn' | 'vod' | 'atl';

/** How a payment is decided. */
export interface Step {
  status: 'success' | 'failed' | 'abandoned';
  /** Epoch milliseconds. */
  at: number;
  /** Reported payment time. */
  paidAt?: string;
  reason?: string;
}

/** What a direct charge waits for, or that nothing came of it in time. */
export type PromptState = Exclude<Script['charge'], 'success' | 'failed' | undefined> | 'timeout';

/** A prompt on the payer's phone. */
export interface Prompt {
  phone: string;
  network: Network;
  /** What `POST /charge` and `GET /charge/:reference` answer while the payer has not decided. */
  state: PromptState;
  /** What `pending` becomes, and when (epoch milliseconds). */
  becomes?: { state: PromptState; at: number };
  wrongOtps: number;
}

/** How a payment is divided between the main account and a subaccount; fixed when the transaction is made. */
export interface Split {
  code: string;
  /** As verify shows it. */
  subaccount: Fields;
  bearer: 'account' | 'subaccount';
  /** As the merchant sent it. */
  transactionCharge: string;
}

export interface Transaction {
  id: number;
  reference: string;
  /** `checkout` was initialised for the hosted page, `charge` is a direct mobile-money charge. */
  origin: 'checkout' | 'charge';
  status: string;
  requestedAmount: number;
  /** What was really taken, known once paid. */
  paidAmount: number | null;
  /** Ghana cedis are asked for; another currency is taken only by script. */
  paidCurrency: string;
  email: string;
  label: string | null;
  metadata: unknown;
  callbackUrl: string | null;
  channel: 'card' | 'mobile_money';
  card: string;
  prompt: Prompt | null;
  message: string | null;
  gatewayResponse: string;
  fees: number | null;
  createdAt: string;
  paidAt: string | null;
  /** How often the payment was decided (paid, declined, cancelled); an open checkout page follows a change. */
  decisions: number;
  /** Verify calls answered so far; `verifyAs` lists are consumed by it. */
  verifications: number;
  /** How the prompt on the phone ends by itself. */
  ending?: Step | null;
  dispute: Dispute | null;
  /** Absent in files of older versions. */
  split?: Split | null;
  script: Script;
}

export interface Refund {
  id: number;
  transactionId: number;
  transactionReference: string;
  amount: number;
  currency: string;
  status: 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention';
  merchantNote: string | null;
  createdAt: string;
  updatedAt: string;
  /** When the next change of status is due, in epoch milliseconds; null when it is final or waits for the merchant. */
  nextAt: number | null;
  /** The merchant has given the payer's account after the first way back failed. */
  attended?: boolean;
  /** That account, as it was given. */
  account?: Fields;
}

export interface Dispute {
  id: number;
  status: 'awaiting-merchant-feedback' | 'resolved';
  resolution: 'merchant-accepted' | 'auto-accepted' | 'declined' | null;
  refundAmount: number;
  createdAt: string;
  updatedAt?: string;
  resolvedAt?: string;
  dueAt: string;
  /** What the merchant has said against it, names of uploaded files, and the message of the resolution. */
  evidence?: Fields;
  attachments?: string[];
  message?: string;
}

export const SETTLEMENT_STATUSES = ['pending', 'processing', 'success', 'failed'] as const;

/** Money that leaves an account (null: the main one) for the bank or wallet behind it. */
export interface Settlement {
  id: number;
  subaccount: string | null;
  status: (typeof SETTLEMENT_STATUSES)[number];
  /** The account's parts of the transactions. */
  totalAmount: number;
  /** Its part of what went back to payers, kept here. */
  deductions: number;
  effectiveAmount: number;
  fees: number;
  processed: number;
  settlementDate: string;
  createdAt: string;
  updatedAt: string;
  references: string[];
}

/** A movement of real money, always positive: the kind says the direction. Only added, never changed. */
export interface LedgerEntry {
  at: string;
  reference: string;
  kind: 'paid' | 'refunded' | 'reversed' | 'disputed';
  amount: number;
  currency: string;
}

/** One webhook on its way; times in epoch milliseconds. The bytes are fixed, as every retry must carry the same signature. */
export interface Webhook {
  id: number;
  event: string;
  reference: string;
  body: string;
  forged: boolean;
  attempts: number;
  nextAt: number;
  createdAt: number;
  /** Waits until a test releases it. */
  held: boolean;
}

/** What tests have asked for: scripts of the next payments (`left` more, of one payer), and faults. */
export interface ControlState {
  queue: { script: Script; left: number; payer?: string }[];
  faults: Faults;
}
