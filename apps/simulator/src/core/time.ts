/** Longest wait `setTimeout` can hold, in milliseconds; longer ones would fire at once. */
const MAX_WAIT_MS = 2_147_000_000;

interface Pending {
  at: number;
  action: () => void;
  timeout?: NodeJS.Timeout;
}

/** The simulator's time: the machine's, plus what tests have let pass, and everything that is to happen later, by name. */
export class Time {
  private aheadMs = 0;
  private readonly pending = new Map<string, Pending>();

  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Now, as ISO 8601. */
  text(): string {
    return new Date(this.now()).toISOString();
  }

  /** Run `action` at `at` (epoch milliseconds; the past means now). A timer of the same name is replaced. */
  set(name: string, at: number, action: () => void): void {
    this.cancel(name);
    const timer: Pending = { at, action };
    this.pending.set(name, timer);
    this.wait(name, timer);
  }

  cancel(name: string): void {
    clearTimeout(this.pending.get(name)?.timeout);
    this.pending.delete(name);
  }

  /**
   * Let time pass at once: what is due by then happens now, in its order, with what it makes due in turn.
   * @returns the time afterwards
   */
  advance(ms: number): string {
    let leftMs = ms;
    for (;;) {
      const [next] = [...this.pending].sort(([, one], [, other]) => one.at - other.at);
      const stepMs = next ? Math.max(0, next[1].at - this.now()) : Infinity;
      if (!next || stepMs > leftMs) break;
      leftMs -= stepMs;
      this.aheadMs += stepMs;
      this.fire(...next);
    }
    this.aheadMs += leftMs;
    for (const [name, timer] of this.pending) this.wait(name, timer);
    return this.text();
  }

  /** Nothing is to happen any more, and the time is the machine's again. */
  reset(): void {
    for (const { timeout } of this.pending.values()) clearTimeout(timeout);
    this.pending.clear();
    this.aheadMs = 0;
  }

  private wait(name: string, timer: Pending): void {
    clearTimeout(timer.timeout);
    const ms = Math.max(0, timer.at - this.now());
    const over = (): void => (ms > MAX_WAIT_MS ? this.wait(name, timer) : this.fire(name, timer));
    timer.timeout = setTimeout(over, Math.min(ms, MAX_WAIT_MS));
  }

  private fire(name: string, timer: Pending): void {
    clearTimeout(timer.timeout);
    this.pending.delete(name);
    timer.action();
  }
}
