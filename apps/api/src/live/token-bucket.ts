/** How many units may be spent at once, and how many come back per second. */
export interface Rate {
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
