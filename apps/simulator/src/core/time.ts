interface Pending {
  at: number;
  action: () => void;
  timeout: NodeJS.Timeout;
}

/** The simulator's time: the machine's, plus what tests have let pass, and everything that is to happen later, by name. */
export class Time {
  private aheadMs = 0;
  private readonly pending = new Map<string, Pending>();

  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** ISO 8601. */
  text(at = this.now()): string {
    return new Date(at).toISOString();
  }

  /** Run `action` at `at` (epoch milliseconds, within 24 days; the past means now). A timer of the same name is replaced. */
  set(name: string, at: number, action: () => void): void {
    this.cancel(name);
    const timeout = setTimeout(() => this.fire(name, action), Math.max(0, at - this.now()));
    this.pending.set(name, { at, action, timeout });
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
    const until = this.now() + ms;
    for (;;) {
      const [next] = [...this.pending].sort(([, one], [, other]) => one.at - other.at);
      if (!next || next[1].at > until) break;
      const [name, { at, action }] = next;
      this.pass(at);
      this.fire(name, action);
    }
    this.pass(until);
    for (const [name, { at, action }] of [...this.pending]) this.set(name, at, action);
    return this.text();
  }

  /** Nothing is to happen any more, and the time is the machine's again. */
  reset(): void {
    for (const name of this.pending.keys()) this.cancel(name);
    this.aheadMs = 0;
  }

  private pass(until: number): void {
    this.aheadMs += Math.max(0, until - this.now());
  }

  private fire(name: string, action: () => void): void {
    this.cancel(name);
    action();
  }
}
