import { setTimeout as wait } from 'node:timers/promises';
import { limitHeaders, NoAnswer, rateLimited, serverError } from './errors.js';
import type { Store } from './store.js';
import type { Time } from './time.js';

/** Decides which call suffers which of the faults that are switched on. */
export class FaultSource {
  private readonly windows = new Map<string, { endsAt: number; calls: number }>();
  private random = Math.random;

  constructor(
    private readonly store: Store,
    private readonly time: Time,
  ) {}

  /** Start the dice and the rate-limit windows anew, after faults were changed. */
  restart(): void {
    const { seed } = this.store.control.faults;
    this.random = seed === undefined ? Math.random : randomFrom(seed);
    this.windows.clear();
  }

  /** @throws ProviderError or NoAnswer when the call must not be carried out */
  async beforeCall(endpoint: string): Promise<void> {
    if (!this.suffers(endpoint)) return;
    const { faults } = this.store.control;
    const latency = faults.latencyMs + Math.floor(this.random() * faults.jitterMs);
    if (latency > 0) await wait(latency);
    if (faults.down) throw new NoAnswer();
    if (this.hits(faults.tooManyRate)) throw rateLimited(limitHeaders(100, 0, 60_000));
    if (this.hits(faults.errorRate)) throw serverError(faults.errorStatus);
  }

  /** @throws NoAnswer when the answer of a finished call is to be lost */
  afterCall(endpoint: string): void {
    if (this.suffers(endpoint) && this.hits(this.store.control.faults.dropAfterRate)) throw new NoAnswer();
  }

  /**
   * Count a call against the provider's limit of that endpoint.
   * @returns the headers the answer carries, none while no limit is switched on
   * @throws ProviderError 429 over the limit, with the same headers
   */
  countCall(endpoint: string): Record<string, string> {
    const { rateLimit } = this.store.control.faults;
    if (!rateLimit) return {};
    const now = this.time.now();
    let window = this.windows.get(endpoint);
    if (!window || now >= window.endsAt) window = { endsAt: now + rateLimit.windowMs, calls: 0 };
    this.windows.set(endpoint, window);
    window.calls += 1;
    const headers = limitHeaders(rateLimit.limit, rateLimit.limit - window.calls, window.endsAt - now);
    if (window.calls > rateLimit.limit) throw rateLimited(headers);
    return headers;
  }

  private suffers(endpoint: string): boolean {
    return this.store.control.faults.endpoints?.includes(endpoint) ?? true;
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
