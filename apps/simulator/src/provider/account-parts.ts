import type { Transaction } from '../core/model.js';
import type { Store } from '../core/store.js';
import { sharesOf } from './subaccounts.js';

/** What an account has of one transaction, in subunits. */
export interface Part {
  /** After the provider's fee, where the account bears it. */
  received: number;
  /** Its part of what went back to the payer. */
  returned: number;
}

/**
 * The parts of a paid transaction in Ghana cedis; null for any other. Of what goes back to a payer each account gives its share; the main
 * account's is rounded up. Fees are not given back.
 */
export function partsOf(store: Store, transaction: Transaction): { main: Part; subaccount: Part } | null {
  const paid = transaction.paidAmount;
  if (paid === null || transaction.paidCurrency !== 'GHS') return null;
  const back = paid - store.balanceOf(transaction.reference);
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
