import { createHash } from 'node:crypto';
import { ProviderError } from '../core/errors.js';
import type { Split, Transaction } from '../core/model.js';
import type { Store } from '../core/store.js';
import { type Fields, textOf } from './request.js';

export const INTEGRATION = 100_043;

const NAMES = ['AMA TEST MENSAH', 'KOFI TEST ADDO'] as const;

/** Accounts that end with 9 belong to another person. */
export const accountNameOf = (accountNumber: string): string =>
  accountNumber.endsWith('9') ? NAMES[1] : NAMES[0];

export const codeOf = (id: number): string =>
  createHash('sha256').update(String(id)).digest('hex').slice(0, 15);

/** @throws ProviderError 400 */
export function need(fields: Fields, name: string): string {
  const value = textOf(fields[name]);
  if (value === null) throw new ProviderError(400, `${name} is required`, 'missing_params');
  return value;
}

const OPTIONAL = [
  'description',
  'primary_contact_name',
  'primary_contact_email',
  'primary_contact_phone',
  'metadata',
];

export const optionalOf = (fields: Fields): Fields =>
  Object.fromEntries(OPTIONAL.flatMap((name) => (textOf(fields[name]) ? [[name, fields[name]]] : [])));

/** A subaccount as lists and splits show it. */
export function briefly(subaccount: Fields): Fields {
  const nothing = {
    primary_contact_name: null,
    primary_contact_email: null,
    primary_contact_phone: null,
    metadata: null,
  };
  const { id, subaccount_code, business_name, settlement_bank, currency, account_number } = subaccount;
  const { description = business_name, primary_contact_name, primary_contact_email } = subaccount;
  return {
    ...nothing,
    ...(primary_contact_name ? { primary_contact_name } : {}),
    ...(primary_contact_email ? { primary_contact_email } : {}),
    ...{ id, subaccount_code, business_name, description, settlement_bank, currency, account_number },
  };
}

/**
 * `subaccount`, `transaction_charge` and `bearer` of a new transaction.
 * @throws ProviderError 400 for a subaccount that is unknown or inactive, a charge that is none or above the amount
 */
export function splitOf(store: Store, fields: Fields, amount: number): Split | null {
  const code = textOf(fields.subaccount);
  if (code === null) return null;
  const subaccount = store.subaccounts.get(code);
  if (!subaccount || subaccount.active === false)
    throw new ProviderError(400, 'Invalid Subaccount', 'invalid_params');
  const bearer = textOf(fields.bearer) ?? 'account';
  if (bearer !== 'account' && bearer !== 'subaccount')
    throw new ProviderError(400, 'Invalid bearer passed', 'invalid_params');
  const asked = textOf(fields.transaction_charge);
  if (asked !== null && !(/^\d{1,15}$/.test(asked) && Number(asked) <= amount))
    throw new ProviderError(400, 'Invalid transaction charge', 'invalid_params');
  return {
    subaccount: { ...briefly(subaccount), percentage_charge: subaccount.percentage_charge },
    code,
    bearer,
    transactionCharge: asked,
    percentageCharge: Number(subaccount.percentage_charge),
  };
}

/** The parts of a paid transaction, in subunits. They sum to what was paid. */
export interface Shares {
  paystack: number;
  integration: number;
  subaccount: number;
  /** What the main account takes before the provider's fee. */
  charge: number;
}

/** @returns null for a transaction that is unpaid or not split */
export function sharesOf({ split, paidAmount, fees }: Transaction): Shares | null {
  if (!split || paidAmount === null) return null;
  const charge =
    split.transactionCharge === null
      ? Math.round((paidAmount * split.percentageCharge) / 100)
      : Number(split.transactionCharge);
  const fee = fees ?? 0;
  const isMainBearer = split.bearer === 'account';
  return {
    paystack: fee,
    integration: charge - (isMainBearer ? fee : 0),
    subaccount: paidAmount - charge - (isMainBearer ? 0 : fee),
    charge,
  };
}

/** What verify, lists and webhooks say about a split; a transaction of the main account alone has neither. */
export function splitData(transaction: Transaction): Fields {
  const { split } = transaction;
  const shares = sharesOf(transaction);
  if (!split) return { fees_split: null, subaccount: {} };
  const { bearer, transactionCharge, percentageCharge, subaccount } = split;
  return {
    fees_split: shares && {
      paystack: shares.paystack,
      integration: shares.integration,
      subaccount: shares.subaccount,
      params: {
        bearer,
        transaction_charge: transactionCharge ?? '',
        percentage_charge: String(percentageCharge),
      },
    },
    subaccount,
  };
}
