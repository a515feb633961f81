import { setTimeout as sleep } from 'node:timers/promises';

/** Requests that wait at once in one process. Each costs a connection and a few kilobytes. */
const MOST_AT_ONCE = 200;

/** Delays requests, a bounded number at once. A request beyond them goes on without a delay: a delay never becomes a refusal. */
export class Delays {
  private held = 0;

  /** @param pause replaced in tests, which set the time instead of waiting */
  constructor(
    private readonly most = MOST_AT_ONCE,
    private readonly pause: (ms: number) => Promise<unknown> = sleep,
  ) {}

  async hold(ms: number): Promise<void> {
    if (ms <= 0 || this.held >= this.most) return;
    this.held++;
    try {
      await this.pause(ms);
    } finally {
      this.held--;
    }
  }
}
