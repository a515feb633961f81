import type { InputOf, Rules } from './field-rule.js';
import { dateTime, flag, id, like, nullable, object, oneOf, type Shown, text, view } from './schema.js';

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

export const bankView = view('Bank', { code: like(text, 'MTN'), name: like(text, 'MTN') });
export type Bank = Shown<typeof bankView>;

export const resolvedAccountView = view('ResolvedAccount', { accountName: like(text, 'AMA TEST MENSAH') });
export type ResolvedAccount = Shown<typeof resolvedAccountView>;

const maskedNumber = like(text, '••••987');
export const SETTLEMENT_ACCOUNT_STATES = ['NONE', 'PENDING', 'APPROVED'] as const;

/** The newest account of a host; while it waits, payments still use the one in force. */
export const settlementAccountView = view('SettlementAccount', {
  status: oneOf(SETTLEMENT_ACCOUNT_STATES),
  type: nullable(oneOf(SETTLEMENT_ACCOUNT_TYPES)),
  bankCode: nullable(like(text, 'MTN')),
  bankName: nullable(like(text, 'MTN')),
  /** Its last digits only. */
  accountNumber: nullable(maskedNumber),
  accountName: nullable(like(text, 'AMA TEST MENSAH')),
  /** The organiser has confirmed the name. */
  confirmed: flag,
  requestedAt: nullable(dateTime),
  approvedAt: nullable(dateTime),
  /** From when payments use it. */
  effectiveAt: nullable(dateTime),
  inForce: nullable(
    object({
      accountName: like(text, 'AMA TEST MENSAH'),
      bankName: like(text, 'MTN'),
      accountNumber: maskedNumber,
      since: dateTime,
    }),
  ),
  /** A paid contest cannot be activated without an approved account here. */
  required: flag,
});
export type SettlementAccount = Shown<typeof settlementAccountView>;

/** An account that waits for a super admin. */
export const waitingAccountView = view('WaitingSettlementAccount', {
  hostId: id,
  hostName: like(text, 'Volta Music'),
  organiser: like(text, 'Ama Mensah'),
  type: oneOf(SETTLEMENT_ACCOUNT_TYPES),
  bankName: like(text, 'MTN'),
  accountNumber: maskedNumber,
  accountName: like(text, 'AMA TEST MENSAH'),
  confirmed: flag,
  requestedAt: dateTime,
  /** The account that it would replace. */
  replaces: nullable(like(text, 'KOFI TEST ADDO')),
});
export type WaitingSettlementAccount = Shown<typeof waitingAccountView>;
