import { ControlError, ProviderError } from '../core/errors.js';
import { type Fields, isWithin, paged, textOf } from '../core/fields.js';
import type { Settlement, Transaction } from '../core/model.js';
import type { Store } from '../core/store.js';
import type { Handler, Simulator } from '../core/simulator.js';
import { INTEGRATION } from './fixtures.js';
import { sharesOf, transactionListData } from './shapes.js';

/** `/settlement`, and who owns what: what was paid until now reaches the accounts' banks and wallets on the next day. */

const DAY_MS = 86_400_000;

/** What an account has of one transaction, in subunits: after the provider's fee where it bears it, and what went back to the payer. */
interface Part {
  received: number;
  returned: number;
}

/** How a day is closed. */
export interface Closing {
  /** Only this account; `none` is the main one. All when absent. */
  subaccount?: string;
  status: Settlement['status'];
  /** Part of the transactions that are due, the oldest first. */
  share: number;
  /** Subunits that are paid out less than they should be. */
  short: number;
}

/** @returns one settlement per account that has something to be settled. @throws ControlError 404 */
export function closeDay(sim: Simulator, { subaccount, ...how }: Closing): Settlement[] {
  const { subaccounts } = sim.store;
  if (subaccount !== undefined && subaccount !== 'none' && !subaccounts.has(subaccount))
    throw new ControlError(404, `There is no subaccount ${subaccount}`);
  const all = [null, ...subaccounts.keys()];
  const accounts = subaccount === undefined ? all : [subaccount === 'none' ? null : subaccount];
  return accounts.flatMap((account) => settle(sim, account, how) ?? []);
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
  { status, share, short }: Omit<Closing, 'subaccount'>,
): Settlement | null {
  const earlier = ofAccount(store, account);
  const before = new Set(earlier.flatMap(({ references }) => references));
  const mine = [...store.transactions.values()].flatMap((transaction) => {
    const parts = partsOf(store, transaction);
    if (!parts || (account !== null && transaction.split?.code !== account)) return [];
    return [{ transaction, part: account === null ? parts.main : parts.subaccount }];
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
    settlementDate: new Date((Math.floor(time.now() / DAY_MS) + 1) * DAY_MS).toISOString(),
    createdAt: time.text(),
    updatedAt: time.text(),
  };
  store.save({ kind: 'settlement', value });
  return value;
}

/**
 * The parts of a paid transaction in Ghana cedis; null for any other. Of what goes back to a payer each account gives its share; the main
 * account's is rounded up. Fees are not given back.
 */
function partsOf(store: Store, transaction: Transaction): { main: Part; subaccount: Part } | null {
  const { paidAmount: paid, paidCurrency, fees, reference } = transaction;
  if (paid === null || paidCurrency !== 'GHS') return null;
  const back = paid - store.balanceOf(reference);
  const shares = sharesOf(transaction);
  if (!shares) {
    const main = { received: paid - (fees ?? 0), returned: back };
    return { main, subaccount: { received: 0, returned: 0 } };
  }
  const returned = paid === 0 ? 0 : shares.charge - Math.floor((shares.charge * (paid - back)) / paid);
  return {
    main: { received: shares.integration, returned },
    subaccount: { received: shares.subaccount, returned: back - returned },
  };
}

/** What the main account and each subaccount received, gave back, were paid out, have on the way and own, in subunits. */
export function balances(store: Store): Record<string, unknown> {
  const nothing = () => ({ received: 0, returned: 0, paidOut: 0, onTheWay: 0, balance: 0 });
  const main = nothing();
  const others = new Map([...store.subaccounts.keys()].map((code) => [code, nothing()]));
  const accountOf = (code?: string | null) => (code === null ? main : others.get(code ?? ''));
  const add = (account: typeof main | undefined, { received, returned }: Part) => {
    if (!account) return;
    account.received += received;
    account.returned += returned;
    account.balance += received - returned;
  };
  let fees = 0;
  for (const transaction of store.transactions.values()) {
    const parts = partsOf(store, transaction);
    if (!parts) continue;
    fees += transaction.fees ?? 0;
    add(main, parts.main);
    if (transaction.split) add(accountOf(transaction.split.code), parts.subaccount);
  }
  for (const { subaccount, status, effectiveAmount } of store.settlements.values()) {
    const account = accountOf(subaccount);
    if (!account || status === 'failed') continue;
    account[status === 'success' ? 'paidOut' : 'onTheWay'] += effectiveAmount;
    if (status === 'success') account.balance -= effectiveAmount;
  }
  return { currency: 'GHS', fees, main, subaccounts: Object.fromEntries(others) };
}

/** `subaccount` is a code or an id; `none` means the main account. Without it all are listed. */
export const listSettlements: Handler = ({ store }, { query }) => {
  const [status, account] = [textOf(query.status), textOf(query.subaccount)];
  const namesOf = (code: string | null) =>
    code === null ? ['none'] : [code, String(store.subaccounts.get(code)?.id)];
  const matching = [...store.settlements.values()]
    .reverse()
    .filter(
      (one) =>
        isWithin(query, one.settlementDate, one.createdAt) &&
        (status === null || one.status === status) &&
        (account === null || namesOf(one.subaccount).includes(account)),
    );
  const page = paged(matching, query);
  return { status: true, message: 'Settlements retrieved', ...page, data: page.data.map(settlementData) };
};

export const settlementTransactions: Handler = ({ store }, { params, query }) => {
  const settlement = store.settlements.get(Number(params.id));
  if (!settlement) throw new ProviderError(404, 'Settlement not found', 'not_found');
  const matching = settlement.references
    .flatMap((reference) => store.transactions.get(reference) ?? [])
    .filter(({ paidAt }) => isWithin(query, paidAt))
    .sort((a, b) => b.id - a.id);
  const { data, meta } = paged(matching, query);
  return {
    status: true,
    message: 'Transactions retrieved',
    data: data.map((one) => {
      const { connect: _c, ...shown } = transactionListData(one);
      return shown;
    }),
    meta: 'total' in meta ? { ...meta, total_volume: settlement.processed } : meta,
  };
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

function settlementData(of: Settlement): Fields & { id: number } {
  const { id, status, totalAmount, effectiveAmount, fees, processed, deductions, createdAt, updatedAt } = of;
  return {
    id,
    domain: 'test',
    status,
    currency: 'GHS',
    integration: INTEGRATION,
    total_amount: totalAmount,
    effective_amount: effectiveAmount,
    total_fees: fees,
    total_processed: processed,
    deductions: deductions || null,
    settlement_date: of.settlementDate,
    settled_by: null,
    createdAt,
    updatedAt,
  };
}
