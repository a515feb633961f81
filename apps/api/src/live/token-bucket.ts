import { LRUCache } from 'lru-cache';

/** How many units may be spent at once, and how many come back per second. */
interface Rate {
  capacity: number;
  perSecond: number;
}

/** A budget that refills evenly. It allocates nothing per call, because it is asked for every frame of every socket. */
export class TokenBucket {
  private left: number;

  /** @param at time in ms, of the same clock as in `spend` */
  constructor(
    private readonly rate: Rate,
    private at: number,
  ) {
    this.left = rate.capacity;
  }

  /**
   * Take `cost` units; what is missing is not owed.
   * @returns false when fewer were left
   */
  spend(cost: number, now: number): boolean {
    const refilled = this.left + ((now - this.at) / 1000) * this.rate.perSecond;
    this.at = now;
    const left = Math.min(this.rate.capacity, refilled) - cost;
    this.left = Math.max(0, left);
    return left >= 0;
  }
}

/** With the defaults, as many sockets as an address may have can each send at once what a page that watches 20 contests does. */
const BURST_SECONDS = 40;
const MAX_ADDRESSES = 20_000;

/** How many messages each address may send; remembered beyond its last socket, so that reconnecting restores nothing. */
export class AddressBudgets {
  private readonly budgets: LRUCache<string, TokenBucket>;

  /** @param now time in ms; must not go back */
  constructor(
    perSecond: number,
    private readonly now: () => number,
  ) {
    const rate = { capacity: perSecond * BURST_SECONDS, perSecond };
    this.budgets = new LRUCache({
      max: MAX_ADDRESSES,
      // A budget that has not been used for so long is full again, and a new one is the same.
      ttl: BURST_SECONDS * 1_000,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: { now },
      memoMethod: () => new TokenBucket(rate, now()),
    });
  }

  /** @returns false when the address has less than `cost` left */
  spend(address: string, cost: number): boolean {
    return this.budgets.memo(address).spend(cost, this.now());
  }
}
