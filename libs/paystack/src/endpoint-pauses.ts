/** While the provider's window lasts, one call in so long finds out whether it still refuses. */
const PROBE_EVERY_MS = 10_000;
/** After the window: the next probe when one has not come back. */
const PROBE_AFTER_END_MS = 2_000;
/** A pause is forgotten so long after the provider's window, also when no probe has succeeded. */
export const PAUSE_KEPT_MS = 60_000;

/** When an endpoint may be called again after a 429. Epoch milliseconds. */
export interface EndpointPause {
  /** The provider's window ends. */
  until: number;
  /** One call may probe. */
  next: number;
}

/** @param seconds as the provider said */
export function pauseFor(seconds: number, nowMs: number): EndpointPause {
  const until = nowMs + seconds * 1000;
  return { until, next: Math.min(until, nowMs + PROBE_EVERY_MS) };
}

/** Pauses in this process's memory, for when Redis is away; take-call.lua does the same for all processes. */
export class EndpointPauses {
  private readonly pauses = new Map<string, EndpointPause>();

  set(endpoint: string, pause: EndpointPause): void {
    this.pauses.set(endpoint, pause);
  }

  /** @returns milliseconds to wait; 0 when a call may be made. Nothing is changed. */
  waitAt(endpoint: string, nowMs: number): number {
    const pause = this.pauseAt(endpoint, nowMs);
    return pause && pause.next > nowMs ? Math.max(pause.until, pause.next) - nowMs : 0;
  }

  /** A call is made: while the endpoint is paused it is the probe, and the next one waits. @returns whether it is a probe */
  called(endpoint: string, nowMs: number): boolean {
    const pause = this.pauseAt(endpoint, nowMs);
    if (!pause) return false;
    pause.next = nowMs + (nowMs < pause.until ? PROBE_EVERY_MS : PROBE_AFTER_END_MS);
    return true;
  }

  clear(endpoint: string): void {
    this.pauses.delete(endpoint);
  }

  private pauseAt(endpoint: string, nowMs: number): EndpointPause | undefined {
    const pause = this.pauses.get(endpoint);
    if (pause && nowMs >= pause.until + PAUSE_KEPT_MS) this.pauses.delete(endpoint);
    return this.pauses.get(endpoint);
  }
}
