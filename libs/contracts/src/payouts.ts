import type { InputOf, Rules } from './field-rule.js';
import { paragraphsField } from './shared-rules.js';
import * as s from './schema.js';

/** Where the provider pays a host's money to: a wallet or a bank account (ADR 120). */

export const SETTLEMENT_ACCOUNT_TYPES = ['mobile_money', 'bank'] as const;
export type SettlementAccountType = (typeof SETTLEMENT_ACCOUNT_TYPES)[number];

const kindRule = { type: 'string', required: 'Type is required', oneOf: SETTLEMENT_ACCOUNT_TYPES } as const;

export const resolveAccountRules = {
  type: kindRule,
  bankCode: {
    type: 'string',
    required: 'Bank code is required',
    pattern: [/^[A-Za-z0-9]{2,12}$/, 'Bank code must be 2 to 12 letters and digits'],
  },
  accountNumber: {
    type: 'string',
    required: 'Account number is required',
    compact: true,
    pattern: [/^\+?\d{8,20}$/, 'Account number must be 8 to 20 digits'],
  },
} satisfies Rules;
export type ResolveAccountInput = InputOf<typeof resolveAccountRules>;
export const resolveAccountExamples = {
  type: 'mobile_money',
  bankCode: 'MTN',
  accountNumber: '0551234987',
} satisfies ResolveAccountInput;

/** `accountName`: the name that the provider has shown and the organiser has confirmed. */
export const settlementAccountRules = {
  ...resolveAccountRules,
  accountName: { type: 'string', maxLength: 200 },
} satisfies Rules;
export type SettlementAccountInput = InputOf<typeof settlementAccountRules>;
export const settlementAccountExamples = {
  ...resolveAccountExamples,
  accountName: 'AMA TEST MENSAH',
} satisfies SettlementAccountInput;

/** `requestedAt` of the account that was looked at: a newer request is not approved unseen. */
export const approvalQuery = { requestedAt: { type: 'string', maxLength: 40 } } satisfies Rules;

export const banksQuery = {
  type: { type: 'string', oneOf: SETTLEMENT_ACCOUNT_TYPES, default: 'mobile_money' },
} satisfies Rules;

export const bankView = s.view('Bank', { code: s.like(s.text, 'MTN'), name: s.like(s.text, 'MTN') });
export type Bank = s.Shown<typeof bankView>;

export const resolvedAccountView = s.view('ResolvedAccount', {
  accountName: s.like(s.text, 'AMA TEST MENSAH'),
});
export type ResolvedAccount = s.Shown<typeof resolvedAccountView>;

const maskedNumber = s.like(s.text, '••••987');
export const SETTLEMENT_ACCOUNT_STATES = ['NONE', 'PENDING', 'APPROVED'] as const;

/** The newest account of a host; while it waits, payments still use the one in force. */
export const settlementAccountView = s.view('SettlementAccount', {
  status: s.oneOf(SETTLEMENT_ACCOUNT_STATES),
  type: s.nullable(s.oneOf(SETTLEMENT_ACCOUNT_TYPES)),
  bankCode: s.nullable(s.like(s.text, 'MTN')),
  bankName: s.nullable(s.like(s.text, 'MTN')),
  /** Its last digits only. */
  accountNumber: s.nullable(maskedNumber),
  accountName: s.nullable(s.like(s.text, 'AMA TEST MENSAH')),
  /** The organiser has confirmed the name. */
  confirmed: s.flag,
  requestedAt: s.nullable(s.dateTime),
  approvedAt: s.nullable(s.dateTime),
  /** From when payments use it. */
  effectiveAt: s.nullable(s.dateTime),
  inForce: s.nullable(
    s.object({
      accountName: s.like(s.text, 'AMA TEST MENSAH'),
      bankName: s.like(s.text, 'MTN'),
      accountNumber: maskedNumber,
      since: s.dateTime,
    }),
  ),
  /** A paid contest cannot be activated without an approved account here. */
  required: s.flag,
});
export type SettlementAccount = s.Shown<typeof settlementAccountView>;

/** An account that waits for a super admin. */
export const waitingAccountView = s.view('WaitingSettlementAccount', {
  hostId: s.id,
  hostName: s.like(s.text, 'Volta Music'),
  organiser: s.like(s.text, 'Ama Mensah'),
  type: s.oneOf(SETTLEMENT_ACCOUNT_TYPES),
  bankName: s.like(s.text, 'MTN'),
  accountNumber: maskedNumber,
  accountName: s.like(s.text, 'AMA TEST MENSAH'),
  confirmed: s.flag,
  requestedAt: s.dateTime,
  /** The account that it would replace. */
  replaces: s.nullable(s.like(s.text, 'KOFI TEST ADDO')),
});
export type WaitingSettlementAccount = s.Shown<typeof waitingAccountView>;

/** What the provider pays out to a host's settlement account (ADR 122). */

/** `SUCCESS`: the money has reached the account. */
export const SETTLEMENT_STATES = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/**
 * What cannot be explained: a settlement is not the sum of its payments' parts; it has a payment that is not this account's; a payment is in
 * two settlements; more was kept back than went back to payers; it failed; a payment is in no settlement after days.
 */
export const SETTLEMENT_DIFFERENCES = [
  'amount',
  'unknown-payment',
  'paid-twice',
  'deductions',
  'failed',
  'missing',
] as const;
export type SettlementDifferenceClass = (typeof SETTLEMENT_DIFFERENCES)[number];

const providerId = s.like(s.text, '3090024');

export const settlementView = s.view('Settlement', {
  /** The provider's number of it. */
  providerId,
  status: s.oneOf(SETTLEMENT_STATES),
  /** What reaches the account. */
  amount: s.cedis,
  /** Kept back for money that went to payers. */
  deductions: s.cedis,
  payments: s.count,
  settledAt: s.dateTime,
});
export type SettlementView = s.Shown<typeof settlementView>;

const differenceShape = {
  class: s.oneOf(SETTLEMENT_DIFFERENCES),
  /** Null: it is about no settlement. */
  providerId: s.nullable(providerId),
  /** Null: it is about no single payment. */
  reference: s.nullable(s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ')),
  /** The day of payment that it is about; null: of no single one. */
  day: s.nullable(s.date),
  /** What the provider says, and what follows from our books. */
  theirs: s.nullable(s.cedis),
  ours: s.nullable(s.cedis),
  since: s.dateTime,
};
export const settlementDifferenceView = s.view('SettlementDifference', differenceShape);
export type SettlementDifference = s.Shown<typeof settlementDifferenceView>;

/** A difference among those of all hosts. */
export const openSettlementDifferenceView = s.view('OpenSettlementDifference', {
  id: s.id,
  ...differenceShape,
  /** What is unexplained: what the provider says less what follows from our books. */
  difference: s.cedis,
  /** Null: the platform's own account. */
  hostId: s.nullable(s.id),
  host: s.nullable(s.like(s.text, 'Volta Music')),
});
export type OpenSettlementDifference = s.Shown<typeof openSettlementDifferenceView>;

/** Why nothing more is to be explained about a difference. */
export const differenceNoteRules = { note: paragraphsField('Note is required', 1000) } satisfies Rules;
/** `difference` of the one that was looked at: another amount is not closed unseen. */
export const closeDifferenceRules = {
  ...differenceNoteRules,
  difference: { type: 'number', required: 'Difference is required', decimals: [2] },
} satisfies Rules;
export type CloseDifferenceInput = InputOf<typeof closeDifferenceRules>;
export const closeDifferenceExamples = {
  note: 'The provider paid the rest with payout 881250',
  difference: -0.3,
} satisfies CloseDifferenceInput;

/** A month that has ended, or a contest whose results are final. */
export const STATEMENT_KINDS = ['MONTH', 'CONTEST'] as const;

/** Statements of one page of the list. */
export const STATEMENTS_PAGE_SIZE = 12;

/** The platform's fee of a month. It was taken of the payments, and nothing is asked for beyond it. No VAT invoice: that needs the parties' tax numbers and a certified system. */
export const feeInvoiceView = s.object({
  /** Counts up over all hosts. */
  number: s.count,
  /** Who issues it. */
  issuer: s.like(s.text, 'Abato Ltd, Accra'),
  /** Without the taxes of invoices that older builds issued. */
  net: s.cedis,
  taxes: s.list(s.object({ name: s.like(s.text, 'VAT'), percentage: s.like(s.number, 15), amount: s.cedis })),
  /** Negative in a month in which more fees went back than were taken. */
  total: s.cedis,
});
export type FeeInvoice = s.Shown<typeof feeInvoiceView>;

/** What happened to the money of a host in a span of time, as it was issued. Closing = opening + net − settlements. */
export const statementView = s.view('Statement', {
  number: s.count,
  kind: s.oneOf(STATEMENT_KINDS),
  /** YYYY-MM of a monthly statement. */
  month: s.nullable(s.like(s.text, '2026-11')),
  contestId: s.nullable(s.id),
  /** The contest's title. */
  contest: s.nullable(s.like(s.text, 'Volta Music Awards 2026')),
  host: s.like(s.text, 'Volta Music'),
  /** Movements from then on … */
  from: s.dateTime,
  /** … and before then. */
  to: s.dateTime,
  issuedAt: s.dateTime,
  /** Paid through the provider and counted, less those that were taken back. */
  votes: s.count,
  /** Paid by voters through the provider. */
  gross: s.cedis,
  /** The part of the provider's fee that the host bears. */
  providerFee: s.cedis,
  platformFee: s.cedis,
  /** Went back to payers, or was ordered to. */
  refunds: s.cedis,
  /** Lost in disputes, or set aside for open ones. */
  disputes: s.cedis,
  /** Gross less both fees, refunds and disputes. */
  net: s.cedis,
  /** Received by the host in cash, entered by hand. Not part of any other figure. */
  cash: s.cedis,
  /** Owed to the host before. */
  opening: s.cedis,
  /** Paid to the host's settlement account. */
  settlements: s.cedis,
  closing: s.cedis,
  invoice: s.nullable(feeInvoiceView),
});
export type Statement = s.Shown<typeof statementView>;
