import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer, rateLimited, serverError } from './errors.js';
import type { Faults } from './script.js';
import type { Base } from './base.js';

/** Decides which call suffers which of the faults that are switched on. */
export class FaultSource {
  private readonly windows = new Map<string, { startedAt: number; calls: number }>();
  private random = Math.random;

  constructor(private readonly sim: Base) {}

  /** Start the dice and the rate-limit windows anew, after faults were changed. */
  restart(): void {
    const { seed } = this.sim.store.control.faults;
    this.random = seed === undefined ? Math.random : randomFrom(seed);
    this.windows.clear();
  }

  /** @throws ProviderError or NoAnswer when the call must not be carried out */
  async beforeCall(endpoint: string): Promise<void> {
    const faults = this.faultsFor(endpoint);
    if (!faults) return;
    const latency = faults.latencyMs + Math.floor(this.random() * faults.jitterMs);
    if (latency > 0) await wait(latency);
    if (faults.down) throw new NoAnswer(0);
    if (this.hits(faults.tooManyRate)) throw rateLimited();
    if (this.hits(faults.errorRate)) throw serverError(faults.errorStatus);
  }

  /** @throws NoAnswer when the answer of a finished call is to be lost */
  afterCall(endpoint: string): void {
    const faults = this.faultsFor(endpoint);
    if (faults && this.hits(faults.dropAfterRate)) throw new NoAnswer(0);
  }

  /**
   * Count a call against the provider's limit of that endpoint.
   * @returns the headers the answer carries, none while no limit is switched on
   * @throws ProviderError 429 over the limit, with the same headers
   */
  countCall(endpoint: string): Record<string, string> {
    const { rateLimit } = this.sim.store.control.faults;
    if (!rateLimit) return {};
    const now = this.sim.time.now();
    let window = this.windows.get(endpoint);
    if (!window || now >= window.startedAt + rateLimit.windowMs) window = { startedAt: now, calls: 0 };
    this.windows.set(endpoint, window);
    window.calls += 1;
    const headers = {
      'x-ratelimit-limit': String(rateLimit.limit),
      'x-ratelimit-remaining': String(Math.max(0, rateLimit.limit - window.calls)),
      'x-ratelimit-reset': String(Math.ceil((window.startedAt + rateLimit.windowMs - now) / 1000)),
    };
    if (window.calls > rateLimit.limit) throw rateLimited(headers);
    return headers;
  }

  private faultsFor(endpoint: string): Faults | null {
    const { faults } = this.sim.store.control;
    return faults.endpoints && !faults.endpoints.includes(endpoint) ? null : faults;
  }

  private hits(share: number): boolean {
    return share > 0 && this.random() < share;
  }
}

/** A small repeatable random generator (mulberry32): the same seed gives the same numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
