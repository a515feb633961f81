import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { CachedReading, type Clock, METRICS } from '@abato/platform';
import { QUEUE_LIMITS, QUEUE_NAMES, type QueueName } from './jobs.js';
import { Queues } from './queues.js';

/** Readings are not taken more often (ms). */
const QUEUES_AGE_MS = 1_000;
const BACKLOG_AGE_MS = 2_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

interface QueueReading {
  name: QueueName;
  jobs: Record<string, number>;
  oldestSeconds: number;
}

/** Depth and age of every queue and their limits: what workers are scaled by. Every worker reports the same: take the maximum, not the sum. */
@Injectable()
export class QueueMetrics implements OnModuleInit {
  private readonly reading = new CachedReading(QUEUES_AGE_MS, () =>
    Promise.all(QUEUE_NAMES.map((name) => this.read(name))),
  );

  constructor(
    private readonly queues: Queues,
    @Inject(METRICS) private readonly metrics: Registry,
  ) {}

  onModuleInit(): void {
    this.gauge(
      'abato_queue_jobs',
      'Jobs of a queue by state',
      ['queue', 'state'],
      (gauge, { name, jobs }) => {
        for (const state of STATES) gauge.set({ queue: name, state }, jobs[state] ?? 0);
      },
    );
    this.gauge(
      'abato_queue_oldest_seconds',
      'For how long the oldest waiting job of a queue has waited; 0 when none waits',
      ['queue'],
      (gauge, { name, oldestSeconds }) => gauge.set({ queue: name }, oldestSeconds),
    );
    this.gauge(
      'abato_queue_late_seconds',
      'From this age of its oldest waiting job on a queue asks for more workers',
      ['queue'],
      (gauge, { name }) => gauge.set({ queue: name }, QUEUE_LIMITS[name].lateSeconds),
    );
    this.gauge(
      'abato_queue_jobs_per_worker',
      'From this number of waiting jobs for each worker on a queue asks for more workers',
      ['queue'],
      (gauge, { name }) => gauge.set({ queue: name }, QUEUE_LIMITS[name].jobsPerWorker),
    );
  }

  private async read(name: QueueName): Promise<QueueReading> {
    const queue = this.queues.get(name);
    const [jobs, oldest] = await Promise.all([
      queue.getJobCounts(...STATES),
      queue.getJobs(['waiting'], 0, 0, true),
    ]);
    const since = oldest[0]?.timestamp;
    // The timestamps are the producers' wall clocks, so this one is read here and not injected.
    return { name, jobs, oldestSeconds: since ? Math.max(0, (Date.now() - since) / 1000) : 0 };
  }

  private gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    set: (gauge: Gauge<Label>, reading: QueueReading) => void,
  ): void {
    const { reading } = this;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.metrics],
      async collect() {
        // While Redis is away nothing is reported: an old figure would keep the scaler content.
        this.reset();
        for (const queue of await reading.get()) set(this, queue);
      },
    });
  }
}

/** What waits in a table. Reading it must stop counting at 100,000 rows. */
export interface Backlog {
  rows: number;
  /** Since when the oldest row waits; null when none does. */
  since: Date | null;
}

/**
 * Export what waits in a table, whatever the queues say, as `abato_<name>_rows` and `abato_<name>_oldest_seconds`. Every worker reports
 * the same figures: take the maximum, not the sum. While the reading fails the two are absent.
 * @param rows what they are, for the help texts
 */
export function exportBacklog(
  { metrics, clock }: { metrics: Registry; clock: Clock },
  name: string,
  rows: string,
  read: () => Promise<Backlog>,
): void {
  const backlog = new CachedReading(BACKLOG_AGE_MS, read);
  new Gauge({
    name: `abato_${name}_rows`,
    help: `Number of ${rows}, at most 100,000`,
    registers: [metrics],
    async collect() {
      this.set((await backlog.get()).rows);
    },
  });
  new Gauge({
    name: `abato_${name}_oldest_seconds`,
    help: `Age of the oldest of the ${rows}; 0 when none waits`,
    registers: [metrics],
    async collect() {
      const { since } = await backlog.get();
      this.set(since ? Math.max(0, (clock.now().getTime() - since.getTime()) / 1000) : 0);
    },
  });
}
