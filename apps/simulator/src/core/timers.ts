import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from './clock.js';

/** Longest wait `setTimeout` can hold, in milliseconds; longer ones would fire at once. */
const MAX_WAIT_MS = 2_147_000_000;

interface Pending {
  at: number;
  action: () => void;
  timeout?: NodeJS.Timeout;
}

/** Everything that is to happen later, by name, so that it can be replaced, cancelled and cleaned up. */
@Injectable()
export class Timers implements BeforeApplicationShutdown {
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly clock: Clock) {}

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
      const stepMs = next ? Math.max(0, next[1].at - this.clock.now()) : Infinity;
      if (!next || stepMs > leftMs) break;
      leftMs -= stepMs;
      this.clock.advance(stepMs);
      this.fire(...next);
    }
    this.clock.advance(leftMs);
    for (const [name, timer] of this.pending) this.wait(name, timer);
    return this.clock.text();
  }

  /** Nothing is to happen any more, and the time is the machine's again. */
  reset(): void {
    this.clear();
    this.clock.reset();
  }

  private clear(): void {
    for (const { timeout } of this.pending.values()) clearTimeout(timeout);
    this.pending.clear();
  }

  beforeApplicationShutdown(): void {
    this.clear();
  }

  private wait(name: string, timer: Pending): void {
    clearTimeout(timer.timeout);
    const ms = Math.max(0, timer.at - this.clock.now());
    const over = (): void => {
      if (ms > MAX_WAIT_MS) this.wait(name, timer);
      else this.fire(name, timer);
    };
    timer.timeout = setTimeout(over, Math.min(ms, MAX_WAIT_MS));
  }

  private fire(name: string, timer: Pending): void {
    clearTimeout(timer.timeout);
    this.pending.delete(name);
    timer.action();
  }
}
