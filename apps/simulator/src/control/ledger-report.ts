import type { LedgerEntry } from '../core/model.js';
import type { Store } from '../core/store.js';

/** What voters really paid and got back, in subunits (pesewas). `net` is what the merchant's side still has. */
interface Sums {
  paid: number;
  refunded: number;
  reversed: number;
  disputed: number;
  net: number;
}

interface ReferenceSums extends Sums {
  currency: string;
  status: string | null;
}

function nothing(): Sums {
  return { paid: 0, refunded: 0, reversed: 0, disputed: 0, net: 0 };
}

function add(sums: Sums, entry: LedgerEntry): void {
  sums[entry.kind] += entry.amount;
  sums.net += entry.kind === 'paid' ? entry.amount : -entry.amount;
}

/**
 * Fold the ledger. `totals` is Ghana cedis only; money taken in another currency by script is under `otherCurrencies`.
 * @param reference only this one
 */
export function ledgerReport(store: Store, reference: string | null): Record<string, unknown> {
  const totals = nothing();
  const otherCurrencies: Record<string, Sums> = {};
  const byReference = new Map<string, ReferenceSums>();
  const entries = store.ledger.filter((entry) => reference === null || entry.reference === reference);
  for (const entry of entries) {
    add(entry.currency === 'GHS' ? totals : (otherCurrencies[entry.currency] ??= nothing()), entry);
    let sums = byReference.get(entry.reference);
    if (!sums) {
      const status = store.transactions.get(entry.reference)?.status ?? null;
      sums = { ...nothing(), currency: entry.currency, status };
      byReference.set(entry.reference, sums);
    }
    add(sums, entry);
  }
  const payments = byReference.size;
  return {
    currency: 'GHS',
    payments,
    totals,
    otherCurrencies,
    byReference: Object.fromEntries(byReference),
    entries,
  };
}
