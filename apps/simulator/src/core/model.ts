import type { Script } from './script.js';

/** Payment states the provider is known to report; product code must survive others too, so scripts may name any string. */
export type PaymentStatus = string;
export type Channel = 'card' | 'mobile_money';
export type Network = 'mtn' | 'vod' | 'atl';

/** What a new payment says about who pays. */
export interface Payer {
  email: string;
  phone: string | null;
  label: string | null;
}

/** What a script or a test phone makes happen later, by itself. */
export interface Step {
  status: PaymentStatus;
  /** When it happens, in epoch milliseconds. */
  at: number;
  /** Reported payment time, for payments that were made long ago. ISO 8601. */
  paidAt?: string;
  reason?: string;
}

/** What a direct charge waits for. */
export type PromptState =
  | 'pay_offline'
  | 'send_otp'
  | 'send_pin'
  | 'send_phone'
  | 'send_birthday'
  | 'send_address'
  | 'open_url'
  | 'pending'
  | 'timeout';

/** A prompt on the payer's phone. */
export interface Prompt {
  phone: string;
  network: Network;
  /** What `POST /charge` and `GET /charge/:reference` answer while the payer has not decided. */
  state: PromptState;
  /** What `pending` becomes, and when (epoch milliseconds). */
  becomes?: { state: PromptState; at: number };
  /** Wrong voucher codes so far. */
  wrongOtps: number;
}

/** How a payment is divided between the main account and a subaccount; fixed when the transaction is made. */
export interface Split {
  code: string;
  /** As verify shows it. */
  subaccount: Record<string, unknown>;
  bearer: 'account' | 'subaccount';
  /** Flat, in subunits, as the merchant sent it; null: the percentage holds. */
  transactionCharge: string | null;
  percentageCharge: number;
}

/** One transaction of the provider. Amounts in subunits (pesewas), times in ISO 8601. */
export interface Transaction {
  id: number;
  reference: string;
  accessCode: string;
  /** `checkout` was initialised for the hosted page, `charge` is a direct mobile-money charge. */
  origin: 'checkout' | 'charge';
  status: PaymentStatus;
  /** What the merchant asked for. */
  requestedAmount: number;
  /** What was really taken, known once paid. */
  paidAmount: number | null;
  currency: string;
  /** Currency really taken; differs from `currency` only by script. */
  paidCurrency: string;
  email: string;
  label: string | null;
  /** As the merchant sent it, JSON text already parsed. */
  metadata: unknown;
  callbackUrl: string | null;
  channels: string[];
  channel: Channel;
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
  steps: Step[];
  dispute: Dispute | null;
  /** Absent in files of older versions. */
  split?: Split | null;
  script: Script;
}

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention';

export interface Refund {
  id: number;
  reference: string;
  transactionId: number;
  transactionReference: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  customerNote: string | null;
  merchantNote: string | null;
  createdAt: string;
  updatedAt: string;
  refundedAt: string | null;
  /** When the next change of status is due, in epoch milliseconds; null when it is final or waits for the merchant. */
  nextAt: number | null;
  /** The merchant has given the payer's account after the first way back failed. */
  attended?: boolean;
  /** That account, as it was given. */
  account?: Record<string, unknown>;
}

export type DisputeResolution = 'merchant-accepted' | 'auto-accepted' | 'declined';

/** What the merchant has said against a dispute. */
export interface DisputeEvidence {
  id: number;
  customer_email: string;
  customer_name: string;
  customer_phone: string;
  service_details: string;
  delivery_address: string | null;
  delivery_date: string | null;
  createdAt: string;
}

export interface Dispute {
  id: number;
  status: 'awaiting-merchant-feedback' | 'awaiting-bank-feedback' | 'pending' | 'resolved';
  resolution: DisputeResolution | null;
  refundAmount: number;
  createdAt: string;
  updatedAt?: string;
  resolvedAt?: string;
  dueAt: string;
  evidence?: DisputeEvidence;
  /** Names of uploaded files. */
  attachments?: string[];
  message?: string;
}

export const SETTLEMENT_STATUSES = ['pending', 'processing', 'success', 'failed'] as const;

/** Money that leaves an account for the bank or wallet behind it. Amounts in subunits. */
export interface Settlement {
  id: number;
  /** Null: the main account. */
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

/** A movement of real money, in subunits and always positive: the kind says the direction. Never changed, only added. */
export interface LedgerEntry {
  at: string;
  reference: string;
  kind: 'paid' | 'refunded' | 'reversed' | 'disputed';
  amount: number;
  currency: string;
}

/** One webhook on its way. The bytes are fixed when it is made, as every retry must carry the same signature. */
export interface Webhook {
  id: number;
  event: string;
  reference: string;
  body: string;
  forged: boolean;
  attempts: number;
  /** When the next try is due, in epoch milliseconds. */
  nextAt: number;
  createdAt: number;
  /** Waits until a test releases it. */
  held: boolean;
}
