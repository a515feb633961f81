import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { STATUS_SECONDS } from '@abato/contracts';
import { type Clock, CLOCK, METRICS, Readiness, REDIS, type RedisClient } from '@abato/platform';
import type { StatusFacts } from './status-rules.js';

/** What one process has done, as its own metrics count it. */
export type ProcessFigures = Pick<StatusFacts, 'votes' | 'provider' | 'payers'>;

/** Figures are those of so many milliseconds. */
const WINDOW_MS = 5 * 60_000;
const REFUSED = new Set([500, 503]);
/** Calls that a payer begins and waits for. */
const PAYERS_CALLS = new Set<unknown>(['initialize', 'charge']);
/** Without these no payment can be begun or confirmed: a refusal of our key there stops all. */
const NEEDED_CALLS = new Set<unknown>([...PAYERS_CALLS, 'verify', 'list']);
const FAILED = new Set<unknown>(['unreachable', 'unknown', 'rate-limited']);

interface Series {
  metricName?: string;
  labels: Partial<Record<string, string | number>>;
  value: number;
}

/** The figures of this process in the last five minutes, from the counters that Prometheus reads too. */
export class FiguresWindow {
  private readonly taken: { at: number; figures: ProcessFigures }[];

  /** Counters begin at 0 with the process. @param now monotonic, in milliseconds */
  constructor(
    private readonly metrics: Registry,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.taken = [{ at: now(), figures: noFigures() }];
  }

  /** Call it regularly: the window begins at the oldest reading that is not older than five minutes. */
  async read(): Promise<ProcessFigures> {
    const figures = await this.count();
    const at = this.now();
    this.taken.push({ at, figures });
    while (this.taken[0] && at - this.taken[0].at > WINDOW_MS) this.taken.shift();
    return difference(figures, this.taken[0]?.figures ?? figures);
  }

  private async count(): Promise<ProcessFigures> {
    const figures = noFigures();
    for (const { labels, value } of await this.counts('abato_http_request_seconds')) {
      if (labels['route'] !== '/api/votes/cast') continue;
      figures.votes[REFUSED.has(Number(labels['status'])) ? 'refused' : 'answered'] += value;
    }
    for (const { labels, value } of await this.counts('abato_provider_call_seconds')) {
      const { outcome } = labels;
      if (PAYERS_CALLS.has(labels['call']))
        figures.payers[outcome === 'held-back' ? 'heldBack' : 'called'] += value;
      if (outcome === 'held-back') continue;
      if (outcome === 'rejected' && PAYERS_CALLS.has(labels['call'])) figures.payers.refused += value;
      if (outcome === 'unauthorized' && NEEDED_CALLS.has(labels['call']))
        figures.provider.unauthorized += value;
      figures.provider[FAILED.has(outcome) ? 'failed' : 'answered'] += value;
    }
    return figures;
  }

  private async counts(histogram: string): Promise<Series[]> {
    const metric = this.metrics.getSingleMetric(histogram);
    if (!metric) return [];
    const { values } = (await metric.get()) as { values: Series[] };
    return values.filter(({ metricName }) => metricName === `${histogram}_count`);
  }
}

const noFigures = (): ProcessFigures => ({
  votes: { answered: 0, refused: 0 },
  provider: { answered: 0, failed: 0, unauthorized: 0 },
  payers: { called: 0, heldBack: 0, refused: 0 },
});

export function sumOf(all: readonly ProcessFigures[]): ProcessFigures {
  return all.reduce((sum, one) => combine(sum, one, (a, b) => a + b), noFigures());
}

function difference(later: ProcessFigures, earlier: ProcessFigures): ProcessFigures {
  return combine(later, earlier, (a, b) => a - b);
}

function combine(
  one: ProcessFigures,
  other: ProcessFigures,
  by: (a: number, b: number) => number,
): ProcessFigures {
  const all = ([group, counts]: [string, Record<string, number>]) => {
    const others = other[group as keyof ProcessFigures] as Record<string, number>;
    return [
      group,
      Object.fromEntries(Object.entries(counts).map(([name, a]) => [name, by(a, others[name] ?? 0)])),
    ];
  };
  return Object.fromEntries(Object.entries(one).map(all)) as ProcessFigures;
}

const KEY = 'abato:process-reports';
const EVERY_MS = STATUS_SECONDS * 1000;
/** A process that has said nothing for so long is gone. */
const VALID_MS = 15_000;
const FORGOTTEN_MS = 60_000;

export interface ProcessReport extends ProcessFigures {
  /** Whether it takes votes and is ready to. */
  casts: boolean;
}
type Kept = ProcessReport & { at: number };

/**
 * What each process has seen, told to the one that answers for the status page: in roles it takes no votes and calls no provider itself.
 * Best effort through Redis; nothing else depends on it. No address and no id of a voter is part of it.
 */
@Injectable()
export class ProcessReports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly processId = randomUUID();
  private readonly window: FiguresWindow;
  private timer?: NodeJS.Timeout;
  private own: ProcessReport | undefined;

  constructor(
    @Inject(METRICS) metrics: Registry,
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly readiness: Readiness,
  ) {
    this.window = new FiguresWindow(metrics);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.report().catch(() => undefined), EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.redis.hdel(KEY, this.processId).catch(() => undefined);
  }

  /** Of all processes, this one first. @returns null in place of the others while Redis is away */
  async read(): Promise<{ own: ProcessReport; others: ProcessReport[] | null }> {
    const own = this.own ?? (await this.look());
    return { own, others: await this.readOthers().catch(() => null) };
  }

  private async readOthers(): Promise<ProcessReport[]> {
    const kept = await this.redis.hgetall(KEY);
    const now = this.clock.now().getTime();
    const reports = Object.entries(kept)
      .filter(([id]) => id !== this.processId)
      .map(([id, text]) => ({ id, ...(JSON.parse(text) as Kept) }));
    const gone = reports.filter(({ at }) => now - at > FORGOTTEN_MS).map(({ id }) => id);
    if (gone.length) await this.redis.hdel(KEY, ...gone);
    return reports.filter(({ at }) => now - at <= VALID_MS);
  }

  private async report(): Promise<void> {
    const kept: Kept = { ...(await this.look()), at: this.clock.now().getTime() };
    await this.redis.pipeline().hset(KEY, this.processId, JSON.stringify(kept)).pexpire(KEY, VALID_MS).exec();
  }

  private async look(): Promise<ProcessReport> {
    const { role } = this.readiness;
    const casts = (role === 'all' || role === 'cast') && !this.readiness.report().failing.length;
    this.own = { casts, ...(await this.window.read()) };
    return this.own;
  }
}
