import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { ControlError } from '../core/errors.js';
import type { Settlement, Transaction } from '../core/model.js';
import { Store } from '../core/store.js';
import { type Part, partsOf } from './account-parts.js';

const DAY_MS = 86_400_000;

/** How a day is closed. */
export interface Closing {
  /** Only this account; `none` is the main one. All when absent. */
  subaccount?: string;
  status: Settlement['status'];
  /** The part of the transactions that is settled, from 0 to 1; the others come with the next day. */
  share: number;
  /** Subunits that are paid out less than they should be. */
  short: number;
}

interface Settled {
  transaction: Transaction;
  part: Part;
}

/** Settlements: what was paid until now reaches the accounts' banks and wallets on the next day. */
@Injectable()
export class Settlements {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** @returns one settlement per account that has something to be settled. @throws ControlError 404 */
  close({ subaccount, ...how }: Closing): Settlement[] {
    if (subaccount !== undefined && subaccount !== 'none' && !this.store.subaccounts.has(subaccount))
      throw new ControlError(404, `There is no subaccount ${subaccount}`);
    const all = [null, ...this.store.subaccounts.keys()];
    const accounts = subaccount === undefined ? all : [subaccount === 'none' ? null : subaccount];
    return accounts.flatMap((account) => this.settle(account, how) ?? []);
  }

  /** What became of a settlement. A failed one gives its transactions to the next; it cannot succeed when they are in another. */
  change(id: number, status: Settlement['status']): Settlement {
    const known = this.store.settlements.get(id);
    if (!known) throw new ControlError(404, `There is no settlement ${id}`);
    const others = this.ofAccount(known.subaccount).filter((one) => one.id !== id && one.status !== 'failed');
    const isElsewhere = others.some(({ references }) =>
      references.some((one) => known.references.includes(one)),
    );
    if (status !== 'failed' && isElsewhere)
      throw new ControlError(409, `Transactions of settlement ${id} are in another one`);
    const value = { ...known, status, updatedAt: this.clock.text() };
    this.store.save({ kind: 'settlement', value });
    return value;
  }

  private ofAccount(account: string | null): Settlement[] {
    return [...this.store.settlements.values()].filter(({ subaccount }) => subaccount === account);
  }

  private settle(account: string | null, { status, share, short }: Omit<Closing, 'subaccount'>) {
    const earlier = this.ofAccount(account).filter((one) => one.status !== 'failed');
    const before = new Set(earlier.flatMap(({ references }) => references));
    const mine = this.partsOf(account);
    const due = mine.filter(({ transaction }) => !before.has(transaction.reference));
    const now = due.slice(0, Math.ceil(due.length * share));
    if (!now.length) return null;
    const settled = mine.filter((one) => before.has(one.transaction.reference) || now.includes(one));
    const total = sum(now.map(({ part }) => part.received));
    if (total < 0) return null;
    const kept = sum(earlier.map(({ deductions }) => deductions));
    const deductions = Math.min(total, sum(settled.map(({ part }) => part.returned)) - kept);
    return this.write({
      ...{ subaccount: account, status, totalAmount: total, deductions },
      effectiveAmount: Math.max(0, total - deductions - short),
      fees: sum(now.map(({ transaction }) => transaction.fees ?? 0)),
      processed: sum(now.map(({ transaction }) => transaction.paidAmount ?? 0)),
      references: now.map(({ transaction }) => transaction.reference),
    });
  }

  private partsOf(account: string | null): Settled[] {
    return [...this.store.transactions.values()].flatMap((transaction) => {
      const parts = partsOf(this.store, transaction);
      if (!parts || (account !== null && transaction.split?.code !== account)) return [];
      return [{ transaction, part: account === null ? parts.main : parts.subaccount }];
    });
  }

  private write(of: Omit<Settlement, 'id' | 'settlementDate' | 'createdAt' | 'updatedAt'>): Settlement {
    const now = this.clock.now();
    const value: Settlement = {
      ...of,
      id: this.store.nextId(),
      settlementDate: new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString(),
      createdAt: this.clock.text(),
      updatedAt: this.clock.text(),
    };
    this.store.save({ kind: 'settlement', value });
    return value;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
