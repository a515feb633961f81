import type { Store } from '../core/store.js';
import { type Part, partsOf } from '../provider/account-parts.js';

/** The money of one account, in subunits. `balance` is `received` less `returned` and `paidOut`. */
interface Balance extends Part {
  /** Settlements that have reached the bank or wallet. */
  paidOut: number;
  /** In settlements that have not; still in the balance. */
  onTheWay: number;
  balance: number;
}

const nothing = (): Balance => ({ received: 0, returned: 0, paidOut: 0, onTheWay: 0, balance: 0 });

/** What the main account and each subaccount own and what was paid out, in Ghana cedis' subunits. */
export function balances(store: Store): Record<string, unknown> {
  const main = nothing();
  const subaccounts: Record<string, Balance & { businessName: unknown }> = {};
  for (const [code, { business_name: businessName }] of store.subaccounts)
    subaccounts[code] = { businessName, ...nothing() };
  let fees = 0;
  for (const transaction of store.transactions.values()) {
    const parts = partsOf(store, transaction);
    if (!parts) continue;
    fees += transaction.fees ?? 0;
    add(main, parts.main);
    const subaccount = transaction.split && subaccounts[transaction.split.code];
    if (subaccount) add(subaccount, parts.subaccount);
  }
  for (const { subaccount, status, effectiveAmount: amount } of store.settlements.values()) {
    const account = subaccount === null ? main : subaccounts[subaccount];
    if (!account || status === 'failed') continue;
    if (status === 'success') {
      account.paidOut += amount;
      account.balance -= amount;
    } else account.onTheWay += amount;
  }
  return { currency: 'GHS', fees, main, subaccounts };
}

function add(to: Balance, { received, returned }: Part): void {
  to.received += received;
  to.returned += returned;
  to.balance += received - returned;
}
