import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit, type BeforeApplicationShutdown } from '@nestjs/common';
import { Worker, type Job } from 'bullmq';
import { Counter, type Registry } from 'prom-client';
import type { Redis } from 'ioredis';
import { inJob, type JobMap, Sweeps, WORKER_OPTIONS } from '@abato/jobs';
import { type Logger, LOGGER, METRICS, BLOCKING_REDIS } from '@abato/platform';
import { TallyService } from './tally.service.js';

/** Contests that may be in a run at once; most of a run is waiting. */
const CONCURRENCY = 64;
/**
 * A run lasts at least this long, so that a contest under load is drained ten times a second and not once per flush: boards are sent
 * four times a second anyway. The first vote after a pause is drained at once, because a run waits after its work.
 */
const SHORTEST_RUN_MS = 100;
const SWEEP_MS = 5_000;

@Injectable()
export class TallyProcessor implements OnModuleInit, BeforeApplicationShutdown {
  private worker?: Worker;
  private readonly runs: Counter;

  constructor(
    @Inject(BLOCKING_REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) metrics: Registry,
    private readonly tally: TallyService,
    sweeps: Sweeps,
  ) {
    this.runs = new Counter({
      name: 'abato_tally_job_runs_total',
      help: 'Runs of the tally job; far fewer than votes while votes come fast',
      registers: [metrics],
    });
    sweeps.add('tally', SWEEP_MS, () => tally.drainAll());
  }

  onModuleInit(): void {
    this.worker = new Worker<JobMap['tally']['drain']>(
      'tally',
      async (job: Job<JobMap['tally']['drain']>) => {
        this.runs.inc();
        const began = performance.now();
        await inJob('tally', job, () => this.tally.drain(job.data.contestId));
        await sleep(Math.max(0, began + SHORTEST_RUN_MS - performance.now()));
      },
      {
        connection: this.redis,
        concurrency: CONCURRENCY,
        skipVersionCheck: true,
        ...WORKER_OPTIONS,
      },
    );
    this.worker.on('error', (error) => this.log.debug({ reason: error.message }, 'tally worker'));
    this.worker.on('failed', (job, error) =>
      this.log.warn({ job: job?.id, reason: error.message }, 'tally job failed'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }
}
