import { Inject, Injectable } from '@nestjs/common';
import { Histogram, type Registry } from 'prom-client';
import { METRICS } from '../core/tokens.js';

/** How old news is when viewers get it. */
@Injectable()
export class FanoutMetrics {
  private readonly delay: Histogram;
  /** When the oldest news was committed that a contest's room has not been sent. */
  private readonly waiting = new Map<string, number>();

  constructor(@Inject(METRICS) metrics: Registry) {
    this.delay = new Histogram({
      name: 'abato_fanout_delay_seconds',
      help: "From a tally's commit to the message to its viewers; includes the pace of four messages a second",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [metrics],
    });
  }

  /** @param committedAt milliseconds since 1970 by the worker's clock */
  arrived(contestId: string, committedAt: number): void {
    if (!this.waiting.has(contestId)) this.waiting.set(contestId, committedAt);
  }

  sent(contestId: string): void {
    const since = this.waiting.get(contestId);
    if (since === undefined) return;
    this.waiting.delete(contestId);
    this.delay.observe(Math.max(0, (Date.now() - since) / 1000));
  }

  /** Nobody watches the contest any more. */
  forget(contestId: string): void {
    this.waiting.delete(contestId);
  }
}
