import { z } from 'zod';
import { ControlError, invalid, ProviderError } from '../core/errors.js';
import { type Fields, isWithin, listed, need, parse, textOf } from '../core/fields.js';
import { type Settlement, SETTLEMENT_STATUSES, type Split, type Transaction } from '../core/model.js';
import { answer, type Handler, type Simulator } from '../core/simulator.js';
import type { Store } from '../core/store.js';
import { FIXTURES, SAMPLES } from './fixtures.js';
import { sharesOf, transactionListData, without } from './shapes.js';

/**
 * `/bank` and `/subaccount`: whose money a part of a payment is. `/settlement`, and who owns what: what was paid until now reaches the
 * accounts' banks and wallets on the next day.
 */

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

const DAY_MS = 86_400_000;

/** What an account has of one transaction, in subunits: after the provider's fee where it bears it, and what went back to the payer. */
interface Part {
  received: number;
  returned: number;
}

export const settlementStatus = z.enum(SETTLEMENT_STATUSES);

/** How a day is closed. */
const closingSchema = z.object({
  /** Only this account; `none` is the main one. All when absent. */
  subaccount: z.string().min(1).max(100).optional(),
  status: settlementStatus.default('success'),
  /** Part of the transactions that are due, the oldest first. */
  share: z.number().min(0).max(1).default(1),
  /** Subunits that are paid out less than they should be. */
  short: z.number().int().min(0).default(0),
});
type Closing = z.output<typeof closingSchema>;

/** @returns one settlement per account that has something to be settled. @throws ControlError 400, 404 */
export function closeDay(sim: Simulator, fields: Fields): Settlement[] {
  const closing = parse(closingSchema, fields);
  const accounts = ['none', ...sim.store.subaccounts.keys()];
  const { subaccount } = closing;
  if (subaccount !== undefined && !accounts.includes(subaccount))
    throw new ControlError(404, `There is no subaccount ${subaccount}`);
  const wanted = accounts.filter((one) => subaccount === undefined || one === subaccount);
  return wanted.flatMap((name) => settle(sim, name === 'none' ? null : name, closing) ?? []);
}

/** What became of a settlement. A failed one gives its transactions to the next; it cannot succeed when they are in another. */
export function changeSettlement(sim: Simulator, id: number, status: Settlement['status']): Settlement {
  const known = sim.store.settlements.get(id);
  if (!known) throw new ControlError(404, `There is no settlement ${id}`);
  const elsewhere = ofAccount(sim.store, known.subaccount).filter((one) => one.id !== id);
  const taken = new Set(elsewhere.flatMap(({ references }) => references));
  if (status !== 'failed' && known.references.some((one) => taken.has(one)))
    throw new ControlError(409, `Transactions of settlement ${id} are in another one`);
  const value = { ...known, status, updatedAt: sim.time.text() };
  sim.store.save({ kind: 'settlement', value });
  return value;
}

/** Settlements of an account that have not failed. */
function ofAccount({ settlements }: Store, account: string | null): Settlement[] {
  const isMine = ({ subaccount, status }: Settlement) => subaccount === account && status !== 'failed';
  return [...settlements.values()].filter(isMine);
}

function settle(
  { store, time }: Simulator,
  account: string | null,
  { status, share, short }: Closing,
): Settlement | null {
  const earlier = ofAccount(store, account);
  const before = new Set(earlier.flatMap(({ references }) => references));
  const mine = [...store.transactions.values()].flatMap((transaction) => {
    const part = partsOf(store, transaction)?.get(account);
    return part ? [{ transaction, part }] : [];
  });
  const due = mine.filter(({ transaction }) => !before.has(transaction.reference));
  const now = due.slice(0, Math.ceil(due.length * share));
  const totalAmount = sum(now.map(({ part }) => part.received));
  if (!now.length || totalAmount < 0) return null;
  const kept = sum(earlier.map((one) => one.deductions));
  const deductions = Math.min(totalAmount, sum(mine.map(({ part }) => part.returned)) - kept);
  const value: Settlement = {
    id: store.nextId(),
    subaccount: account,
    status,
    totalAmount,
    deductions,
    effectiveAmount: Math.max(0, totalAmount - deductions - short),
    fees: sum(now.map(({ transaction }) => transaction.fees ?? 0)),
    processed: sum(now.map(({ transaction }) => transaction.paidAmount ?? 0)),
    references: now.map(({ transaction }) => transaction.reference),
    settlementDate: time.text((Math.floor(time.now() / DAY_MS) + 1) * DAY_MS),
    createdAt: time.text(),
    updatedAt: time.text(),
  };
  store.save({ kind: 'settlement', value });
  return value;
}

/**
 * The parts of a paid transaction in Ghana cedis, by account (null is the main one); null for any other. Of what goes back to a payer each
 * account gives its share; the main account's is rounded up. Fees are not given back.
 */
function partsOf(store: Store, transaction: Transaction): Map<string | null, Part> | null {
  const { paidAmount: paid, paidCurrency, fees, reference, split } = transaction;
  if (paid === null || paidCurrency !== 'GHS') return null;
  const left = store.balanceOf(reference);
  const shares = sharesOf(transaction);
  if (!split || !shares) return new Map([[null, { received: paid - (fees ?? 0), returned: paid - left }]]);
  const returned = paid === 0 ? 0 : shares.charge - Math.floor((shares.charge * left) / paid);
  return new Map([
    [null, { received: shares.integration, returned }],
    [split.code, { received: shares.subaccount, returned: paid - left - returned }],
  ]);
}

/** What the main account and each subaccount received, gave back, were paid out, have on the way and own, in subunits. */
export function balances(store: Store): Fields {
  const nothing = () => ({ received: 0, returned: 0, paidOut: 0, onTheWay: 0, balance: 0 });
  const main = nothing();
  const others = new Map([...store.subaccounts.keys()].map((code) => [code, nothing()]));
  const accounts = new Map<string | null, typeof main>([[null, main], ...others]);
  let fees = 0;
  for (const transaction of store.transactions.values()) {
    const parts = partsOf(store, transaction);
    if (parts) fees += transaction.fees ?? 0;
    for (const [code, { received, returned }] of parts ?? []) {
      const account = accounts.get(code) ?? nothing();
      account.received += received;
      account.returned += returned;
      account.balance += received - returned;
    }
  }
  for (const { subaccount, status, effectiveAmount } of store.settlements.values()) {
    const account = accounts.get(subaccount);
    if (!account || status === 'failed') continue;
    account[status === 'success' ? 'paidOut' : 'onTheWay'] += effectiveAmount;
    if (status === 'success') account.balance -= effectiveAmount;
  }
  return { currency: 'GHS', fees, main, subaccounts: Object.fromEntries(others) };
}

/** `subaccount` is a code; `none` means the main account. Without it all are listed. */
export const listSettlements: Handler = ({ store }, { query }) => {
  const account = textOf(query.subaccount);
  const matching = [...store.settlements.values()].filter(
    ({ settlementDate, subaccount }) =>
      isWithin(query, settlementDate) && (account === null || account === (subaccount ?? 'none')),
  );
  return listed('Settlements retrieved', matching, query, settlementData);
};

export const settlementTransactions: Handler = ({ store }, { params, query }) => {
  const settlement = store.settlements.get(Number(params.id));
  if (!settlement) throw new ProviderError(404, 'Settlement not found', 'not_found');
  const settled = settlement.references.flatMap((reference) => store.transactions.get(reference) ?? []);
  return listed('Transactions retrieved', settled, query, (one) =>
    without(transactionListData(one), 'connect'),
  );
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

function settlementData(of: Settlement): Fields {
  const { id, status, createdAt, updatedAt } = of;
  return {
    ...SAMPLES.settlement,
    id,
    status,
    total_amount: of.totalAmount,
    effective_amount: of.effectiveAmount,
    total_fees: of.fees,
    total_processed: of.processed,
    deductions: of.deductions || null,
    settlement_date: of.settlementDate,
    createdAt,
    updatedAt,
  };
}
