import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

const ERRORS = 'abato_scrape_errors_total';

/**
 * The metrics of a process: those of Node.js, since when it runs, and how often a metric could not be read.
 * @param name of the process. Alerts count processes by it, because the names of scrape jobs differ between installations
 * @param role of an API process; alerts notice one that is gone while the others run
 */
export function createRegistry(name: 'api' | 'worker', role?: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'abato_process_started_seconds',
    help: 'When this process started, in seconds since 1970; each process exports one',
    labelNames: ['process', 'role'],
    registers: [registry],
  }).set({ process: name, ...(role && { role }) }, Math.floor(performance.timeOrigin / 1000));
  new Counter({
    name: ERRORS,
    help: 'Metrics that could not be read when they were asked for; the others were exported',
    registers: [registry],
  });
  return registry;
}

/**
 * All metrics as text for Prometheus. A metric whose `collect` fails is left out: its absence can be alerted on, an old value would hide
 * the fault. The others are exported all the same, because autoscaling needs them most while a server is down.
 * @param registry made by `createRegistry`
 * @param failed told of each metric that was left out
 */
export async function exportMetrics(
  registry: Registry,
  failed: (metric: string, error: Error) => void,
): Promise<string> {
  const errors = registry.getSingleMetric(ERRORS) as Counter;
  const others = registry.getMetricsAsArray().filter(({ name }) => name !== ERRORS);
  const texts = await Promise.all(
    others.map(({ name }) =>
      registry.getSingleMetricAsString(name).catch((error: unknown) => {
        errors.inc();
        failed(name, error as Error);
        return null;
      }),
    ),
  );
  // Read last, so that it includes the failures of this call.
  texts.push(await registry.getSingleMetricAsString(ERRORS));
  return `${texts.filter((text) => text !== null).join('\n\n')}\n`;
}

/**
 * A reading that several gauges share and that is never taken more often than allowed, however often and by whomever the
 * metrics are asked for.
 */
export class CachedReading<T> {
  private taken: Promise<T> | undefined;
  private takenAt = -Infinity;

  constructor(
    private readonly maxAgeMs: number,
    private readonly take: () => Promise<T>,
  ) {}

  /** @throws what taking it threw; the next call tries again */
  get(): Promise<T> {
    const now = performance.now();
    if (!this.taken || now - this.takenAt > this.maxAgeMs) {
      this.takenAt = now;
      this.taken = this.take();
      this.taken.catch(() => (this.taken = undefined));
    }
    return this.taken;
  }
}

/** What a `pg` pool tells about itself. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** How many connections are used, how many are free, and how many callers wait for one: who waits is who is slow. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  new Gauge({
    name: 'abato_database_connections',
    help: 'Connections of a pool by state: used, idle; waiting counts callers that have none',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}
