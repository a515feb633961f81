import { invalid, ProviderError } from '../core/errors.js';
import { type Fields, need, textOf } from '../core/fields.js';
import type { Split } from '../core/model.js';
import type { Store } from '../core/store.js';
import { answer, type Handler } from '../core/simulator.js';
import { FIXTURES, SAMPLES } from './fixtures.js';

/** `/bank` and `/subaccount`: whose money a part of a payment is. */

export const listBanks: Handler = (_sim, { query }) => {
  const type = textOf(query.type) ?? 'mobile_money';
  const banks = FIXTURES.banks[type] ?? [];
  return answer(
    'Banks retrieved',
    banks.map((bank) => ({ ...bank, ...SAMPLES.bank, type })),
  );
};

export const resolveAccount: Handler = (_sim, { query }) => {
  const account_number = need(query, 'account_number');
  need(query, 'bank_code');
  if (!/^\d{10,16}$/.test(account_number))
    throw new ProviderError(422, 'Could not resolve account name. Check parameters or try again.');
  const data = { account_number, account_name: holderOf(account_number), bank_id: 28 };
  return answer('Account number resolved', data);
};

export const addSubaccount: Handler = ({ store, time }, { body }) => {
  const percentage_charge = Number(need(body, 'percentage_charge'));
  if (!(percentage_charge >= 0 && percentage_charge <= 100)) throw invalid('Invalid percentage charge');
  const account_number = need(body, 'account_number');
  const id = store.nextId();
  const value = {
    ...SAMPLES.subaccount,
    business_name: need(body, 'business_name'),
    account_number,
    percentage_charge,
    settlement_bank: need(body, 'settlement_bank'),
    account_name: holderOf(account_number),
    subaccount_code: `ACCT_${id}`,
    id,
    createdAt: time.text(),
    updatedAt: time.text(),
  };
  store.save({ kind: 'subaccount', value });
  return answer('Subaccount created', value);
};

/** Accounts that end with 9 belong to the second. */
const holderOf = (accountNumber: string): string =>
  accountNumber.endsWith('9') ? 'KOFI TEST ADDO' : 'AMA TEST MENSAH';

/**
 * `subaccount`, `transaction_charge` and `bearer` of a new transaction.
 * @throws ProviderError 400 for a subaccount that is unknown, a charge that is none or above the amount
 */
export function splitOf({ subaccounts }: Store, fields: Fields, amount: number): Split | null {
  const code = textOf(fields.subaccount);
  if (code === null) return null;
  const known = subaccounts.get(code);
  if (!known) throw invalid('Invalid Subaccount');
  const bearer = textOf(fields.bearer) ?? 'account';
  if (bearer !== 'account' && bearer !== 'subaccount') throw invalid('Invalid bearer passed');
  const transactionCharge = need(fields, 'transaction_charge');
  if (!/^\d{1,15}$/.test(transactionCharge) || Number(transactionCharge) > amount)
    throw invalid('Invalid transaction charge');
  const { id, business_name, settlement_bank, account_number, percentage_charge } = known;
  const shown = { id, subaccount_code: code, business_name, description: business_name, settlement_bank };
  const subaccount = { ...SAMPLES.splitSubaccount, ...shown, account_number, percentage_charge };
  return { code, subaccount, bearer, transactionCharge };
}
