import { Injectable } from '@nestjs/common';

/** The simulator's time: the machine's, plus what tests have let pass (`POST /simulator/clock`). */
@Injectable()
export class Clock {
  private aheadMs = 0;

  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Now, as ISO 8601. */
  text(): string {
    return new Date(this.now()).toISOString();
  }

  /** @param ms let this much time pass at once */
  advance(ms: number): void {
    this.aheadMs += ms;
  }

  reset(): void {
    this.aheadMs = 0;
  }
}
