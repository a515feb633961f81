import type { InputOf, Rules } from './field-rule.js';
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
