import type { Transaction } from '../core/model.js';
import type { Store } from '../core/store.js';
import { sharesOf } from '../provider/subaccounts.js';

/** The money of one account, in subunits. `balance` is `received` less `returned`. */
interface Balance {
  /** After the provider's fees that it bears. */
  received: number;
  /** Its part of what went back to payers. */
  returned: number;
  balance: number;
}

const nothing = (): Balance => ({ received: 0, returned: 0, balance: 0 });

/**
 * What the main account and each subaccount own, in Ghana cedis' subunits. Of what goes back to a payer each account gives its share; the main
 * account's is rounded up. Fees are not given back.
 */
export function balances(store: Store): Record<string, unknown> {
  const main = nothing();
  const subaccounts: Record<string, Balance & { businessName: unknown }> = {};
  for (const [code, { business_name: businessName }] of store.subaccounts)
    subaccounts[code] = { businessName, ...nothing() };
  let fees = 0;
  for (const transaction of store.transactions.values()) {
    if (transaction.paidAmount === null || transaction.paidCurrency !== 'GHS') continue;
    fees += transaction.fees ?? 0;
    const back = transaction.paidAmount - store.balanceOf(transaction.reference);
    const parts = partsOf(transaction, transaction.paidAmount, back);
    add(main, parts.main);
    const subaccount = transaction.split && subaccounts[transaction.split.code];
    if (subaccount) add(subaccount, parts.subaccount);
  }
  return { currency: 'GHS', fees, main, subaccounts };
}

type Part = Omit<Balance, 'balance'>;

function partsOf(transaction: Transaction, paid: number, back: number): { main: Part; subaccount: Part } {
  const shares = sharesOf(transaction);
  if (!shares) {
    const received = paid - (transaction.fees ?? 0);
    return { main: { received, returned: back }, subaccount: { received: 0, returned: 0 } };
  }
  const returned = paid === 0 ? 0 : shares.charge - Math.floor((shares.charge * (paid - back)) / paid);
  return {
    main: { received: shares.integration, returned },
    subaccount: { received: shares.subaccount, returned: back - returned },
  };
}

function add(to: Balance, { received, returned }: Part): void {
  to.received += received;
  to.returned += returned;
  to.balance += received - returned;
}
