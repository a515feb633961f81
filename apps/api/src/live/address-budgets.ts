import { LRUCache } from 'lru-cache';
import { type Rate, TokenBucket } from './token-bucket.js';

/** With the defaults, as many sockets as an address may have can each send at once what a page that watches 20 contests does. */
const BURST_SECONDS = 40;
const MAX_ADDRESSES = 20_000;

/** How many messages each address may send; remembered beyond its last socket, so that reconnecting restores nothing. */
export class AddressBudgets {
  private readonly budgets: LRUCache<string, TokenBucket>;
  private readonly rate: Rate;

  /** @param now time in ms; must not go back */
  constructor(
    perSecond: number,
    private readonly now: () => number,
  ) {
    this.rate = { capacity: perSecond * BURST_SECONDS, perSecond };
    this.budgets = new LRUCache({
      max: MAX_ADDRESSES,
      // A budget that has not been used for so long is full again, and a new one is the same.
      ttl: BURST_SECONDS * 1_000,
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
      budget = new TokenBucket(this.rate, now);
      this.budgets.set(address, budget);
    }
    return budget.spend(cost, now);
  }
}
