import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';

/** Longest wait `setTimeout` can hold, in milliseconds; longer ones would fire at once. */
const MAX_WAIT_MS = 2_147_000_000;

/** Everything that is to happen later, by name, so that it can be replaced, cancelled and cleaned up. */
@Injectable()
export class Timers implements BeforeApplicationShutdown {
  private readonly pending = new Map<string, NodeJS.Timeout>();

  /** Run `action` at `at` (epoch milliseconds; the past means now). A timer of the same name is replaced. */
  set(name: string, at: number, action: () => void): void {
    this.cancel(name);
    const wait = Math.max(0, at - Date.now());
    const fire = () => {
      this.pending.delete(name);
      if (wait > MAX_WAIT_MS) this.set(name, at, action);
      else action();
    };
    this.pending.set(name, setTimeout(fire, Math.min(wait, MAX_WAIT_MS)));
  }

  cancel(name: string): void {
    clearTimeout(this.pending.get(name));
    this.pending.delete(name);
  }

  clear(): void {
    for (const timer of this.pending.values()) clearTimeout(timer);
    this.pending.clear();
  }

  beforeApplicationShutdown(): void {
    this.clear();
  }
}
