import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  type ServiceState,
  STATUS_MINUTES,
  STATUS_SECONDS,
  STATUS_SERVICES,
  type StatusService,
  type StatusView,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK, Readiness } from '@abato/platform';
import { sumOf, ProcessReports } from './process-reports.js';
import { WebhookService } from '@abato/payments';
import { judge, type StatusFacts, worseOf } from './status-rules.js';

const MINUTE_MS = 60_000;
/** A figure that takes longer is not known: the page must say so instead of waiting with what it asks about. */
const READ_WITHIN_MS = 2_000;
/** Reads what waits and nothing else, and not more than some thousand rows of it. */
const OLDEST = `SELECT
  (SELECT coalesce(released_at, created_at) FROM due_tally_outbox ORDER BY id LIMIT 1) AS uncounted,
  (${WebhookService.OLDEST_WAITING}) AS webhook`;

type Minute = Record<StatusService, ServiceState>;

/**
 * The status page's figures. They are measured every five seconds whether or not they are asked for, so that the number of askers costs nothing
 * and the hour's history has no gaps. The history is this process's own.
 */
@Injectable()
export class PlatformStatusService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly minutes = new Map<number, Minute>();
  private measured: Promise<StatusView> | undefined;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly readiness: Readiness,
    private readonly reports: ProcessReports,
  ) {}

  onApplicationBootstrap(): void {
    const { role } = this.readiness;
    // Only these are asked for the page.
    if (role !== 'all' && role !== 'web') return;
    this.timer = setInterval(() => this.measureAgain(), STATUS_SECONDS * 1000).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** The newest figures; the same object until they are measured again. */
  async read(): Promise<StatusView> {
    return (this.measured ??= this.measure());
  }

  private measureAgain(): void {
    const next = this.measure();
    // The last figures are answered until the next ones are there.
    next.then(
      () => (this.measured = next),
      () => (this.measured = undefined),
    );
  }

  private async measure(): Promise<StatusView> {
    const at = this.clock.now();
    const judged = judge(await this.facts(at));
    const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
    const known = this.minutes.get(minute);
    const states = STATUS_SERVICES.map((service) => {
      const { state } = judged[service];
      return [service, known ? worseOf(known[service], state) : state];
    });
    this.minutes.set(minute, Object.fromEntries(states) as Minute);
    for (const old of this.minutes.keys())
      if (old <= minute - STATUS_MINUTES * MINUTE_MS) this.minutes.delete(old);
    return {
      at: at.toISOString(),
      services: STATUS_SERVICES.map((service) => ({ service, ...judged[service] })),
      history: [...this.minutes].map(([start, worst]) => ({
        minute: new Date(start).toISOString(),
        ...worst,
      })),
    };
  }

  private async facts(now: Date): Promise<StatusFacts> {
    const { failing, degraded } = this.readiness.report();
    const [known, oldest] = await Promise.all([this.reports.read(), this.oldest(now)]);
    const { own, others } = known;
    const all = [own, ...(others ?? [])];
    const casting = all.filter(({ casts }) => casts).length;
    return {
      stores: failing.length === 0,
      redisWorks: !degraded.includes('redis'),
      casting: casting || (others ? 0 : null),
      ...sumOf(all),
      ...oldest,
    };
  }

  private async oldest(now: Date): Promise<Pick<StatusFacts, 'oldestCountSeconds' | 'oldestWebhookSeconds'>> {
    const read = this.db.query<{ uncounted: Date | null; webhook: Date | null }>(OLDEST);
    const found = await inTime(read).catch(() => null);
    const row = found?.rows[0];
    if (!row) return { oldestCountSeconds: null, oldestWebhookSeconds: null };
    const age = (since: Date | null): number => (since ? (now.getTime() - since.getTime()) / 1000 : 0);
    return { oldestCountSeconds: age(row.uncounted), oldestWebhookSeconds: age(row.webhook) };
  }
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), READ_WITHIN_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
