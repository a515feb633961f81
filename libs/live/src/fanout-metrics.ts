import { Inject, Injectable } from '@nestjs/common';
import { Histogram, type Registry } from 'prom-client';
import { METRICS, openSpan, type TraceParent } from '@abato/platform';

/** Traces of drains that one message serves; more tell nothing more. */
const MOST_TRACES = 8;

interface News {
  /** When the oldest was committed, and when it arrived here: milliseconds since 1970. */
  committedAt: number;
  arrivedAt: number;
  traces: TraceParent[];
}

/** How old news is when viewers get it, and the last step of a vote's trace. */
@Injectable()
export class FanoutMetrics {
  private readonly delay: Histogram;
  /** News that a contest's room has not been sent. */
  private readonly waiting = new Map<string, News>();

  constructor(@Inject(METRICS) metrics: Registry) {
    this.delay = new Histogram({
      name: 'abato_fanout_delay_seconds',
      help: "From a tally's commit to the message to its viewers; includes the pace of four messages a second",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [metrics],
    });
  }

  /**
   * @param committedAt milliseconds since 1970 by the worker's clock
   * @param trace where the drain stands in a trace, when that is traced
   */
  arrived(contestId: string, committedAt: number, trace: TraceParent | undefined): void {
    let news = this.waiting.get(contestId);
    if (!news) {
      news = { committedAt, arrivedAt: Date.now(), traces: [] };
      this.waiting.set(contestId, news);
    }
    if (trace && news.traces.length < MOST_TRACES) news.traces.push(trace);
  }

  /** @param viewers how many were written to */
  sent(contestId: string, viewers: number): void {
    const news = this.waiting.get(contestId);
    if (!news) return;
    this.waiting.delete(contestId);
    this.delay.observe(Math.max(0, (Date.now() - news.committedAt) / 1000));
    if (!news.traces.length) return;
    const { traces, arrivedAt } = news;
    const span = openSpan('board push', { kind: 'producer', follows: () => traces, startedAt: arrivedAt });
    span?.end({ 'abato.viewers': viewers }, false);
  }

  /** Nobody watches the contest any more. */
  forget(contestId: string): void {
    this.waiting.delete(contestId);
  }
}
