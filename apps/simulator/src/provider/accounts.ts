import { invalid, ProviderError } from '../core/errors.js';
import { type Fields, need, paged, textOf } from '../core/fields.js';
import type { Split } from '../core/model.js';
import type { Store } from '../core/store.js';
import type { Handler } from '../core/simulator.js';
import { BANK, BANKS, HOLDERS, INTEGRATION } from './fixtures.js';
import { nulls, token } from './shapes.js';

/** `/bank` and `/subaccount`: whose money a part of a payment is. */

export const listBanks: Handler = (_sim, { query }) => {
  const type = textOf(query.type) ?? 'mobile_money';
  const isGhana = (textOf(query.currency) ?? 'GHS') === 'GHS';
  const banks = isGhana && (type === 'mobile_money' || type === 'ghipss') ? BANKS[type] : [];
  return {
    status: true,
    message: 'Banks retrieved',
    data: banks.map((bank) => ({ ...bank, ...BANK, type })),
  };
};

export const resolveAccount: Handler = (_sim, { query }) => {
  const account_number = need(query, 'account_number');
  need(query, 'bank_code');
  if (!/^\d{10,16}$/.test(account_number))
    throw new ProviderError(422, 'Could not resolve account name. Check parameters or try again.');
  const data = { account_number, account_name: holderOf(account_number), bank_id: 28 };
  return { status: true, message: 'Account number resolved', data };
};

export const addSubaccount: Handler = ({ store, time }, { body }) => {
  const id = store.nextId();
  const value = {
    ...accountFields(body),
    currency: 'GHS',
    bank: 28,
    integration: INTEGRATION,
    domain: 'test',
    product: 'collection',
    account_name: holderOf(need(body, 'account_number')),
    managed_by_integration: INTEGRATION,
    subaccount_code: `ACCT_${token(String(id), 15)}`,
    is_verified: false,
    settlement_schedule: 'AUTO',
    active: true,
    migrate: false,
    id,
    createdAt: time.text(),
    updatedAt: time.text(),
  };
  store.save({ kind: 'subaccount', value });
  return { status: true, message: 'Subaccount created', data: value };
};

export const changeSubaccount: Handler = ({ store, time }, { params, body }) => {
  const known = store.subaccounts.get(params.code ?? '');
  if (!known) throw new ProviderError(404, 'Subaccount not found', 'not_found');
  const active = typeof body.active === 'boolean' ? body.active : known.active;
  const value = { ...known, ...accountFields({ ...known, ...body }), active, updatedAt: time.text() };
  store.save({ kind: 'subaccount', value });
  return { status: true, message: 'Subaccount updated', data: value };
};

export const listSubaccounts: Handler = ({ store }, { query }) => {
  const items = [...store.subaccounts.values()].reverse().map((one) => {
    const { percentage_charge, bank: bank_id } = one;
    const id = Number(one.id);
    return { ...subaccountData(one), percentage_charge, bank_id, active: 1, is_verified: false, id };
  });
  const page = paged(items, query);
  return { status: true, message: 'Subaccounts retrieved', ...page };
};

/** What a merchant says about a subaccount. @throws ProviderError 400 */
function accountFields(fields: Fields): Fields {
  const percentage_charge = Number(need(fields, 'percentage_charge'));
  if (!(percentage_charge >= 0 && percentage_charge <= 100)) throw invalid('Invalid percentage charge');
  const contact = ['name', 'email', 'phone'].map((name) => `primary_contact_${name}`);
  const optional = ['description', 'metadata', ...contact].filter((name) => textOf(fields[name]));
  return {
    business_name: need(fields, 'business_name'),
    account_number: need(fields, 'account_number'),
    percentage_charge,
    settlement_bank: need(fields, 'settlement_bank'),
    ...Object.fromEntries(optional.map((name) => [name, fields[name]])),
  };
}

const holderOf = (accountNumber: string): string => HOLDERS[accountNumber.endsWith('9') ? 1 : 0];

/**
 * `subaccount`, `transaction_charge` and `bearer` of a new transaction.
 * @throws ProviderError 400 for a subaccount that is unknown or inactive, a charge that is none or above the amount
 */
export function splitOf(store: Store, fields: Fields, amount: number): Split | null {
  const code = textOf(fields.subaccount);
  if (code === null) return null;
  const known = store.subaccounts.get(code);
  if (!known || known.active === false) throw invalid('Invalid Subaccount');
  const bearer = textOf(fields.bearer) ?? 'account';
  if (bearer !== 'account' && bearer !== 'subaccount') throw invalid('Invalid bearer passed');
  const transactionCharge = textOf(fields.transaction_charge);
  if (
    transactionCharge !== null &&
    !(/^\d{1,15}$/.test(transactionCharge) && Number(transactionCharge) <= amount)
  )
    throw invalid('Invalid transaction charge');
  const { percentage_charge } = known;
  const subaccount = { ...subaccountData(known), percentage_charge };
  return { code, subaccount, bearer, transactionCharge, percentageCharge: Number(percentage_charge) };
}

/** A subaccount as lists and splits show it. */
function subaccountData(of: Fields): Fields {
  const { id, subaccount_code, business_name, settlement_bank, currency, account_number } = of;
  const { description = business_name, primary_contact_name = null, primary_contact_email = null } = of;
  const account = { id, subaccount_code, business_name, description, settlement_bank, currency };
  const contact = {
    primary_contact_name,
    primary_contact_email,
    ...nulls('primary_contact_phone', 'metadata'),
  };
  return { ...contact, ...account, account_number };
}
