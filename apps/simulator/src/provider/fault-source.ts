import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { Clock } from '../core/clock.js';
import { NoAnswer, RateLimited, serverError } from '../core/errors.js';
import { type EndpointName, type Faults, randomFrom } from '../core/faults.js';
import { Store } from '../core/store.js';

interface Window {
  startedAt: number;
  calls: number;
}

/** Decides which call suffers which of the faults that are switched on. */
@Injectable()
export class FaultSource {
  private readonly windows = new Map<EndpointName, Window>();
  private random = Math.random;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Start the dice and the rate-limit windows anew, after faults were changed. */
  restart(): void {
    const { seed } = this.store.control.faults;
    this.random = seed === undefined ? Math.random : randomFrom(seed);
    this.windows.clear();
  }

  /** @throws ProviderError or NoAnswer when the call must not be carried out */
  async beforeCall(endpoint: EndpointName): Promise<void> {
    const faults = this.faultsFor(endpoint);
    if (!faults) return;
    const latency = faults.latencyMs + Math.floor(this.random() * faults.jitterMs);
    if (latency > 0) await wait(latency);
    if (faults.down) throw new NoAnswer(0);
    if (this.hits(faults.hangRate)) throw new NoAnswer(faults.hangMs);
    if (this.hits(faults.tooManyRate)) throw new RateLimited();
    if (this.hits(faults.errorRate)) throw serverError(faults.errorStatus);
  }

  /** @throws NoAnswer when the answer of a finished call is to be lost */
  afterCall(endpoint: EndpointName): void {
    const faults = this.faultsFor(endpoint);
    if (faults && this.hits(faults.dropAfterRate)) throw new NoAnswer(0);
  }

  /**
   * Count a call against the provider's limit of that endpoint.
   * @returns the headers the answer carries, none while no limit is switched on
   * @throws ProviderError 429 over the limit, with the same headers
   */
  countCall(endpoint: EndpointName): Record<string, string> {
    const { rateLimit } = this.store.control.faults;
    if (!rateLimit) return {};
    const now = this.clock.now();
    let window = this.windows.get(endpoint);
    if (!window || now >= window.startedAt + rateLimit.windowMs) {
      window = { startedAt: now, calls: 0 };
      this.windows.set(endpoint, window);
    }
    window.calls += 1;
    const end = window.startedAt + rateLimit.windowMs;
    const reset = rateLimit.resetAs === 'epoch' ? end / 1000 : (end - now) / 1000;
    const headers = {
      'x-ratelimit-limit': String(rateLimit.limit),
      'x-ratelimit-remaining': String(Math.max(0, rateLimit.limit - window.calls)),
      'x-ratelimit-reset': String(Math.ceil(reset)),
    };
    if (window.calls > rateLimit.limit) throw new RateLimited(headers);
    return headers;
  }

  private faultsFor(endpoint: EndpointName): Faults | null {
    const { faults } = this.store.control;
    return faults.endpoints && !faults.endpoints.includes(endpoint) ? null : faults;
  }

  private hits(share: number): boolean {
    return share > 0 && this.random() < share;
  }
}
