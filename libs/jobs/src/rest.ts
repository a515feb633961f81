import type { Clock } from '@abato/platform';

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/**
 * How long a receiver that takes nothing is left alone: twice as long after each failure, up to half a minute. Then one call finds out
 * whether it is back. Without it an outage costs more of a worker than sending does. (ADR 176)
 */
export class Rest {
  private failures = 0;
  private until = 0;

  constructor(private readonly clock: Clock) {}

  /** Whether a call may be made. */
  isOver(): boolean {
    return this.clock.now().getTime() >= this.until;
  }

  /** Whether the last call failed: the next one is to find out. */
  get isProbing(): boolean {
    return this.failures > 0;
  }

  /** A call met an outage. Of calls that were made at the same time only the first counts. */
  failed(): void {
    if (!this.isOver()) return;
    const ms = Math.min(FIRST_MS * 2 ** this.failures, LONGEST_MS);
    this.failures++;
    this.until = this.clock.now().getTime() + ms;
  }

  /** The receiver answered. */
  ended(): void {
    this.failures = 0;
    this.until = 0;
  }
}
