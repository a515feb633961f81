import type { PaymentMethod, SettlementStatus } from '@abato/contracts';
import type { Secrets } from '@abato/platform';
import type { ProviderDispute } from '../paystack/parse-dispute.js';
import type { Situation } from '../rules/payment-decision.js';
import type { PaymentProof } from '../rules/payment-situation.js';
import type { PaymentState } from '../rules/payment-state.js';

/** The source of an update; written into the payment's history. */
export type UpdateSource = 'webhook' | 'verify' | 'sweep' | 'list' | 'charge' | 'manual' | 'refund';

export interface PaymentUpdate {
  reference: string;
  proof: PaymentProof;
  source: UpdateSource;
  /** What a webhook about a dispute says of it. */
  dispute?: ProviderDispute;
  /** Who ordered it, for refunds and acceptances by hand. */
  actor?: { userId: string; reason: string };
}

export interface SettleContext {
  now: Date;
  /** `test` or `live`, by our key. */
  domain: 'test' | 'live';
  /** The account adds its fees to what payers pay. */
  feesToPayer?: boolean;
  secrets: Pick<Secrets, 'voterDigest'>;
  /** Origin of the links in receipts; without it none goes out by mail or SMS. */
  publicUrl?: string;
}

/** What settling did. Signals go out by it, after the commit. */
export interface SettlementResult {
  paymentId: string;
  voteId: string;
  contestId: string;
  from: PaymentState;
  to: PaymentState;
  situation: Situation;
  counted: boolean;
  takenBack: boolean;
  /** A part of the money went back, and the votes of that part. */
  tookPart: boolean;
  /** Money that went back was written down; no vote depended on it. */
  recorded: boolean;
  /** A person has to look. */
  alert: boolean;
}

export interface LockedPayment {
  id: string;
  vote_id: string;
  contest_id: string;
  reference: string;
  method: PaymentMethod;
  channel: string | null;
  flow: 'CHECKOUT' | 'CHARGE' | 'MANUAL';
  state: PaymentState;
  amount_pesewas: number;
  provider_amount_pesewas: number | null;
  provider_currency: string | null;
  returned_pesewas: number;
  currency: string;
  created_at: Date;
  cancelled_at: Date | null;
  watch_until: Date | null;
  paid_at: Date | null;
  settled_at: Date | null;
}

export interface LockedVote {
  id: string;
  contest_id: string;
  contestant_id: string;
  category_id: string;
  vote_count: number;
  status: SettlementStatus;
  voter_phone: string | null;
  voter_email: string | null;
  created_at: Date;
}
