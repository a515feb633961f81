import { paragraphsField, phoneField, textField } from './shared-rules.js';
import { MOBILE_NETWORKS } from './phone.js';
import type { InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';
import { SETTLEMENT_STATUSES } from './vote.js';
import { afterRefund, countsByStatus } from './vote-record.js';

export const PAYMENT_METHODS = ['PAYSTACK', 'MANUAL'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_CHANNELS = ['card', 'mobile_money', 'cash', 'other'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

/** Precise states of a payment attempt; what each means is the payments library's. */
export const PAYMENT_STATE_NAMES = [
  'CREATED',
  'INIT_UNKNOWN',
  'INITIALIZED',
  'PROVIDER_PENDING',
  'SUPERSEDED',
  'REVIEW',
  'FAILED',
  'FAILED_INIT',
  'EXPIRED',
  'COMPLETED',
  'DISPUTED',
  'DUPLICATE_PAID',
  'LATE_PAID',
  'REFUND_DUE',
  'REFUNDING',
  'REFUNDED',
  'REFUND_ATTENTION',
  'REVERSED',
] as const;
export type PaymentStateName = (typeof PAYMENT_STATE_NAMES)[number];

const voteId = { type: 'uuid', required: 'Vote is required' } as const;

export const initializePaymentRules = {
  voteId,
  phoneNumber: phoneField(),
} satisfies Rules;
export type InitializePaymentInput = InputOf<typeof initializePaymentRules>;
export const initializePaymentExamples = {
  voteId: s.EXAMPLE_ID,
  phoneNumber: '+233241234567',
} satisfies InitializePaymentInput;

export const chargePaymentRules = {
  voteId,
  phoneNumber: phoneField('Phone is required'),
  network: {
    type: 'string',
    required: 'Network is required',
    oneOf: MOBILE_NETWORKS,
  },
} satisfies Rules;
export type ChargePaymentInput = InputOf<typeof chargePaymentRules>;
export const chargePaymentExamples = {
  voteId: s.EXAMPLE_ID,
  phoneNumber: '0551234987',
  network: 'mtn',
} satisfies ChargePaymentInput;

export const submitOtpRules = { otp: textField('Voucher code is required', 20) } satisfies Rules;
export const submitOtpExamples = { otp: '123456' };

export const submitPinRules = {
  pin: { ...textField('PIN is required', 12), pattern: [/^\d{4,12}$/, 'Enter the digits of your PIN'] },
} satisfies Rules;
export const submitPinExamples = { pin: '1234' };
/** Whatever number the payer's bank knows: not always one of Ghana. */
export const submitPhoneRules = {
  phone: {
    ...textField('Phone is required', 20),
    pattern: [/^\+?[\d\s-]{6,20}$/, 'Enter a phone number'],
  },
} satisfies Rules;
export const submitPhoneExamples = { phone: '0241234567' };
export const submitBirthdayRules = {
  birthday: { type: 'day', required: 'Date of birth is required' },
} satisfies Rules;
export const submitBirthdayExamples = { birthday: '1990-04-23' };
export const submitAddressRules = {
  address: textField('Address is required', 200),
  city: textField('City is required', 100),
  state: textField('State or region is required', 100),
  zipCode: textField('Postal code is required', 20),
} satisfies Rules;
export type SubmitAddressInput = InputOf<typeof submitAddressRules>;
export const submitAddressExamples = {
  address: '12 Ring Road',
  city: 'Accra',
  state: 'Greater Accra',
  zipCode: 'GA-184-2345',
};

/** Refunding or accepting a payment by hand. */
export const paymentReasonRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const paymentReasonExamples = { reason: 'Paid by mistake' };

/** A note about a chargeback or a held payment. */
export const paymentNoteRules = { note: paragraphsField('Note is required', 1000) } satisfies Rules;
export const paymentNoteExamples = { note: 'The voter’s bank asks for proof; see ticket 114' };

/** What became of a request for a refund. */
const REFUND_REQUEST_STATES = ['WAITING', 'ORDERED', 'REJECTED', 'WITHDRAWN'] as const;
/** The last time that giving the money back was asked for; `decisionReason` only when it was rejected. */
export const refundRequest = s.nullable(
  s.object({
    state: s.oneOf(REFUND_REQUEST_STATES),
    decisionReason: s.nullable(s.like(s.text, 'The votes are valid')),
  }),
);

/** Money as the API sends it: cedis; dates are ISO strings in UTC. */
const status = s.oneOf(SETTLEMENT_STATUSES);
const state = s.oneOf(PAYMENT_STATE_NAMES);
const reference = s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ');
const contestant = s.object({ name: s.like(s.text, 'Adwoa Boateng') });

export const paymentView = s.view('Payment', {
  id: s.id,
  reference,
  amount: s.cedis,
  method: s.oneOf(PAYMENT_METHODS),
  channel: s.nullable(s.oneOf(PAYMENT_CHANNELS)),
  status,
  /** The precise state behind `status`, for organisers. */
  state,
  /** Masked. */
  phoneNumber: s.nullable(s.like(s.text, '+233 24 *** **67')),
  createdAt: s.dateTime,
  vote: s.object({
    voterName: s.nullable(s.like(s.text, 'Kofi Annan')),
    voterEmail: s.nullable(s.like(s.text, 'k***@example.com')),
    voteCount: s.count,
    contestant: s.nullable(contestant),
  }),
  afterRefund,
  /** What a refund would give back and take back now; null when none can be asked for. */
  refundable: s.nullable(s.object({ amount: s.cedis, votes: s.count })),
  refundRequest,
});
export type PaymentView = s.Shown<typeof paymentView>;

/** The provider did not accept this field; the payment was begun without it. */
const refusedField = s.oneOf(['voterEmail']);

export const initializedPaymentView = s.view('InitializedPayment', {
  reference,
  authorizationUrl: s.like(s.text, 'https://checkout.paystack.com/0peioxfhpn'),
  refusedField: s.optional(refusedField),
});
export type InitializePaymentResult = s.Shown<typeof initializedPaymentView>;

/** What the direct mobile-money charge asks of the voter next. */
export const chargeStepView = s.view('ChargeStep', {
  reference,
  step: s.oneOf([
    'approve_on_phone',
    'enter_voucher',
    'enter_pin',
    'enter_phone',
    'enter_birthday',
    'enter_address',
    'open_page',
    'wait',
    'done',
    'failed',
  ]),
  /** What the provider asks for is in its own words. */
  message: s.like(s.text, 'Please approve the payment on your phone.'),
  /** Page of the payer's bank, for `open_page`. */
  url: s.optional(s.like(s.text, 'https://standard.paystack.co/close')),
  refusedField: s.optional(refusedField),
});
export type ChargePaymentResult = s.Shown<typeof chargeStepView>;

/** `data` of the verification call. */
export const paymentVerificationView = s.view('PaymentVerification', {
  reference,
  status,
  amount: s.cedis,
  contestId: s.id,
  vote: s.object({ voteCount: s.count, contestId: s.id, contestant }),
  payment: s.object({ amount: s.cedis, status }),
  /** Short code of the receipt, once counted. */
  receiptCode: s.optional(s.like(s.text, '7K3M-9QXT')),
  /** Present when the payment failed before any money moved. */
  nothingTaken: s.optional(s.flag),
  afterRefund,
});
export type PaymentVerification = s.Shown<typeof paymentVerificationView>;

export interface PaymentVerificationBody {
  success: boolean;
  message: string;
  code?: string;
  data: PaymentVerification;
}

/** Session storage, key `pendingPayment`. */
export interface PendingPaymentRecord {
  reference: string;
  voteId: string;
  contestId: string;
  contestantName: string;
  voteCount: number;
  amount: number;
  timestamp: number;
}

export const paymentStatsView = s.view('PaymentStats', {
  totalRevenue: s.cedis,
  totalPayments: s.count,
  paymentsByMethod: s.list(
    s.object({ method: s.oneOf(PAYMENT_METHODS), _count: s.count, _sum: s.object({ amount: s.cedis }) }),
  ),
  countsByStatus,
});
export type PaymentStats = s.Shown<typeof paymentStatsView>;

/** Why a payment waits for a person. */
export const ATTENTION_REASONS = [
  'amount',
  'currency',
  'account',
  'transaction',
  'refund-stuck',
  'disputed',
  'reversed',
  'returned-in-part',
  'returned-too-much',
  'books-differ',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/**
 * A payment that waits for a super admin: held for review, disputed, a refund that did not go through, money that went back at the
 * provider until a note says why, or books that differ from the provider's.
 */
export const paymentAttentionView = s.view('PaymentAttention', {
  id: s.id,
  reference,
  contestId: s.id,
  contestTitle: s.like(s.text, 'Volta Music Awards 2026'),
  contestantName: s.like(s.text, 'Ama Mensah'),
  voteCount: s.count,
  state,
  reason: s.oneOf(ATTENTION_REASONS),
  /** What was asked, in cedis. */
  amount: s.cedis,
  /** What the provider says it took, in cedis of `takenCurrency`; null when nothing was taken. */
  takenAmount: s.nullable(s.cedis),
  takenCurrency: s.nullable(s.like(s.text, 'GHS')),
  /** What has gone back of it so far. */
  returnedAmount: s.like(s.cedis, 0),
  /** Why a refund did not go through, in the provider's words. */
  refundError: s.nullable(s.like(s.text, 'Insufficient balance')),
  /** The provider asks for an account of the payer, to give the money back to. */
  needsAccount: s.flag,
  /** Written by super admins so far. */
  notes: s.count,
  since: s.dateTime,
});
export type PaymentAttention = s.Shown<typeof paymentAttentionView>;
