import type { Clock } from '@abato/platform';

const REST_MS = 5_000;

/** Whether one provider may be called: after an outage it is left alone for five seconds, then one call finds out whether it is back. (ADR 117) */
export class ProviderRest {
  private isOut = false;
  private isAsked = false;
  private until = 0;

  constructor(private readonly clock: Clock) {}

  /** How many messages it may be given now: none while it is out, one that asks, or any number. */
  room(): number {
    if (!this.isOut) return Infinity;
    return this.isAsked || this.clock.now().getTime() < this.until ? 0 : 1;
  }

  /** Whole seconds until it may be asked again, at least one. */
  seconds(): number {
    return Math.max(1, Math.ceil((this.until - this.clock.now().getTime()) / 1_000));
  }

  /**
   * Make a call if one may be made. Of calls that were under way when the outage began none ends the rest, and none makes it longer.
   * @returns null where none may be made
   */
  async call<T>(make: () => Promise<T>, isOutage: (outcome: T) => boolean): Promise<T | null> {
    if (this.room() === 0) return null;
    const asks = this.isOut;
    this.isAsked = asks;
    try {
      const outcome = await make();
      if (asks || !this.isOut) this.note(isOutage(outcome));
      return outcome;
    } finally {
      if (asks) this.isAsked = false;
    }
  }

  private note(isOut: boolean): void {
    this.isOut = isOut;
    if (isOut) this.until = this.clock.now().getTime() + REST_MS;
  }
}
