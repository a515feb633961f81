import { Inject, Injectable } from '@nestjs/common';
import { Histogram, type Registry } from 'prom-client';
import { METRICS, openSpan, type TraceParent } from '@abato/platform';

/** Traces of drains that one message serves; more tell nothing more. */
const MOST_TRACES = 8;

interface Change {
  /** When the oldest was committed, and when it arrived here: milliseconds since 1970. */
  committedAt: number;
  arrivedAt: number;
  traces: TraceParent[];
}

/** How old a change is when viewers get it, and the last step of a vote's trace. */
@Injectable()
export class FanoutMetrics {
  private readonly delay: Histogram;
  /** Changes that a contest's room has not been sent. */
  private readonly waiting = new Map<string, Change>();

  constructor(@Inject(METRICS) metrics: Registry) {
    this.delay = new Histogram({
      name: 'abato_fanout_delay_seconds',
      help: "From a tally's commit to the message to its viewers; includes the pace of messages",
      // 1.5: at the slowest pace, one second, the alert's 2 s must not be a guess between 1 and 2.5.
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5],
      registers: [metrics],
    });
  }

  /**
   * @param committedAt milliseconds since 1970 by the worker's clock
   * @param trace position of the drain in a trace, when it is traced
   */
  arrived(contestId: string, committedAt: number, trace: TraceParent | undefined): void {
    let change = this.waiting.get(contestId);
    if (!change) {
      change = { committedAt, arrivedAt: Date.now(), traces: [] };
      this.waiting.set(contestId, change);
    }
    if (trace && change.traces.length < MOST_TRACES) change.traces.push(trace);
  }

  /** @param viewers how many were written to */
  sent(contestId: string, viewers: number): void {
    const change = this.waiting.get(contestId);
    if (!change) return;
    this.waiting.delete(contestId);
    this.delay.observe(Math.max(0, (Date.now() - change.committedAt) / 1000));
    if (!change.traces.length) return;
    const { traces, arrivedAt } = change;
    const span = openSpan('board push', { kind: 'producer', follows: () => traces, startedAt: arrivedAt });
    span?.end({ 'abato.viewers': viewers }, false);
  }

  /** The contest has no viewers any more. */
  forget(contestId: string): void {
    this.waiting.delete(contestId);
  }
}
