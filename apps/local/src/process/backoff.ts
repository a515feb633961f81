const FIRST_MS = 200;
const LONGEST_MS = 5_000;
/** A process that served this long was healthy: its next death starts from the shortest wait again. */
const HEALTHY_MS = 10_000;

/** How long to wait before a dead process is started again: 0.2 s, doubling to 5 s. */
export class Backoff {
  private deaths = 0;
  private since: number | undefined;

  constructor(private readonly now: () => number = Date.now) {}

  /** The process serves. */
  began(): void {
    this.since = this.now();
  }

  /** The process ended. */
  ended(): void {
    if (this.since !== undefined && this.now() - this.since >= HEALTHY_MS) this.deaths = 0;
    this.since = undefined;
  }

  /** Milliseconds to wait before the next try. */
  next(): number {
    return Math.min(FIRST_MS * 2 ** this.deaths++, LONGEST_MS);
  }
}
