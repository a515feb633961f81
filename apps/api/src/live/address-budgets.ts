import { LRUCache } from 'lru-cache';
import { type Rate, TokenBucket } from './token-bucket.js';

/** As many sockets as an address may have, each with the messages of a page that watches 20 contests; then 1,000 a second. */
const ADDRESS_RATE: Rate = { capacity: 40_000, perSecond: 1_000 };
const MAX_ADDRESSES = 20_000;
/** A budget that has not been used for so long is full again, and a new one is the same. */
const REFILL_MS = (ADDRESS_RATE.capacity / ADDRESS_RATE.perSecond) * 1_000;

/** How many messages each address may send; remembered beyond its last socket, so that reconnecting restores nothing. */
export class AddressBudgets {
  private readonly budgets: LRUCache<string, TokenBucket>;

  /** @param now time in ms; must not go back */
  constructor(private readonly now: () => number) {
    this.budgets = new LRUCache({
      max: MAX_ADDRESSES,
      ttl: REFILL_MS,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** @returns false when the address has less than `cost` left */
  spend(address: string, cost: number): boolean {
    const now = this.now();
    let budget = this.budgets.get(address);
    if (!budget) {
      budget = new TokenBucket(ADDRESS_RATE, now);
      this.budgets.set(address, budget);
    }
    return budget.spend(cost, now);
  }
}
