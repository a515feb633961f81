import type pg from 'pg';
import { Transactions } from '@abato/database';
import { SettlementReader } from '@abato/accounting';
import type { PaystackClient } from '@abato/paystack';
import { parseSettled, parseSettlement } from '@abato/testing/paystack';
import type { Clock } from '@abato/platform';
import { MODEL_FEE, type ModelProvider, type ProviderTransaction } from './provider.js';
import type { Terms } from './terms.js';

export type SettlementStatus = 'processing' | 'success' | 'failed';

/** A payment of the invented provider to one account; money in pesewas. */
export interface ModelSettlement {
  id: number;
  /** Null: the main account. */
  account: string | null;
  status: SettlementStatus;
  total: number;
  deductions: number;
  amount: number;
  day: Date;
  references: string[];
}

interface Part {
  reference: string;
  received: number;
  returned: number;
}

const DAY_MS = 86_400_000;
let lastId = 3_000_000;

/** What is needed of a world. */
interface World {
  readonly provider: ModelProvider;
  readonly hostId: string;
  readonly owner: pg.Pool;
  readonly terms: Terms;
  readonly now: Date;
}

/** Money that is paid out in one world: the product's own reader, before the invented provider. */
export class ModelSettlements {
  readonly all: ModelSettlement[] = [];
  private readonly reader: SettlementReader;

  constructor(
    private readonly world: World,
    pool: pg.Pool,
    clock: Clock,
  ) {
    const settlements: Pick<PaystackClient['settlements'], 'list' | 'transactions'> = {
      list: ({ account }) => Promise.resolve(this.listed(account)),
      transactions: (of) => Promise.resolve(this.transactionsOf(of)),
    };
    this.reader = new SettlementReader(
      new Transactions(pool),
      clock,
      { warn: () => undefined },
      { settlements },
    );
  }

  /** The provider closes its day for both accounts. */
  close(how: { status: SettlementStatus; share: number; short: number }): void {
    for (const account of this.accounts()) this.closeOne(account, how);
  }

  /** The newest settlement that is under way reaches its account, or does not. */
  payout(status: 'success' | 'failed'): void {
    const open = this.all.filter((one) => one.status === 'processing').at(-1);
    if (open) open.status = status;
  }

  /** As the worker does it once a day. */
  async read(): Promise<void> {
    await this.reader.readDue(
      undefined,
      this.accounts().map((account) => account ?? 'none'),
    );
  }

  /** All that is under way arrives, all that failed is paid with the next day, and it is read. */
  async comeToRest(): Promise<void> {
    for (const one of this.all) if (one.status === 'processing') one.status = 'success';
    this.close({ status: 'success', share: 1, short: 0 });
    await this.read();
  }

  /** Nothing of it is compared with the next world. */
  async retire(): Promise<void> {
    const ids = [this.all.map(({ id }) => String(id))];
    await this.world.owner.query('DELETE FROM settlements WHERE provider_id = ANY($1)', ids);
    await this.world.owner.query('DELETE FROM settlement_differences WHERE host_id = $1 OR host_id IS NULL', [
      this.world.hostId,
    ]);
    // The platform's list is read with those of all hosts.
    await this.world.owner.query('DELETE FROM settlement_accounts WHERE host_id = $1', [this.world.hostId]);
  }

  accounts(): (string | null)[] {
    return [...(this.world.terms.account ? [this.world.terms.account] : []), null];
  }

  of(account: string | null): ModelSettlement[] {
    return this.all.filter((one) => one.account === account);
  }

  /** What an account has of every payment. */
  partsOf(account: string | null): Part[] {
    return [...this.world.provider.transactions.values()]
      .filter(({ paidAt, currency }) => paidAt && currency === 'GHS')
      .filter(({ split }) => account === null || split?.subaccount === account)
      .map((transaction) => partOf(transaction, account === null));
  }

  private closeOne(
    account: string | null,
    { status, share, short }: { status: SettlementStatus; share: number; short: number },
  ): void {
    const earlier = this.of(account).filter((one) => one.status !== 'failed');
    const before = new Set(earlier.flatMap(({ references }) => references));
    const parts = this.partsOf(account);
    const due = parts.filter(({ reference }) => !before.has(reference));
    const now = due.slice(0, Math.ceil(due.length * share));
    const total = sum(now.map(({ received }) => received));
    if (!now.length || total < 0) return;
    const settled = parts.filter((one) => before.has(one.reference) || now.includes(one));
    const owed = sum(settled.map(({ returned }) => returned)) - sum(earlier.map((one) => one.deductions));
    const deductions = Math.min(total, owed);
    const amount = Math.max(0, total - deductions - short);
    const day = new Date((Math.floor(this.world.now.getTime() / DAY_MS) + 1) * DAY_MS);
    const references = now.map(({ reference }) => reference);
    this.all.push({ id: ++lastId, account, status, total, deductions, amount, day, references });
  }

  private listed(account: string) {
    const own = this.of(account === 'none' ? null : account);
    const items = own.map(({ id, status, total, deductions, amount, day }) =>
      parseSettlement({
        id,
        status,
        currency: 'GHS',
        total_amount: total,
        effective_amount: amount,
        deductions: deductions || null,
        settlement_date: day.toISOString(),
      }),
    );
    return { items: items.reverse(), next: null };
  }

  private transactionsOf({ id, account }: { id: string; account: string }) {
    const references = this.all.find((one) => String(one.id) === id)?.references ?? [];
    const items = references.flatMap(
      (reference) => parseSettled(this.world.provider.data(reference), account) ?? [],
    );
    return { items, next: null };
  }
}

/** Of what goes back each account gives its share; the main account's is rounded up. Fees are not given back. */
function partOf({ reference, paid, givenBack, split }: ProviderTransaction, isMain: boolean): Part {
  if (!split) return { reference, received: paid - MODEL_FEE, returned: givenBack };
  const { transactionCharge: charge, bearer } = split;
  const back = charge - Math.floor((charge * (paid - givenBack)) / paid);
  if (isMain) {
    return { reference, received: charge - (bearer === 'account' ? MODEL_FEE : 0), returned: back };
  }
  const received = paid - charge - (bearer === 'account' ? 0 : MODEL_FEE);
  return { reference, received, returned: givenBack - back };
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
