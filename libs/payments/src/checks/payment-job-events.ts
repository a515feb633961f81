import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { QueueEvents, type Job } from 'bullmq';
import { Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import {
  type Clock,
  CLOCK,
  createBlockingRedis,
  forQueues,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  type RedisClient,
} from '@abato/platform';
import { hurryCheck } from './checks.js';

/** States of a job that is over; finished jobs are removed, and then nothing is known of them. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'unknown']);

/** Hears when jobs of the payments queue are done. */
@Injectable()
export class PaymentJobEvents implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly events: QueueEvents;
  /** By job: those who wait for it. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(@Inject(ENVIRONMENT) env: Environment, @Inject(LOGGER) log: Logger) {
    this.redis = createBlockingRedis(env, (error) =>
      log.debug({ reason: error.message }, 'redis job events'),
    );
    this.events = new QueueEvents('payments', { ...forQueues(this.redis), skipVersionCheck: true });
    this.events.on('error', (error) => log.debug({ reason: error.message }, 'job events'));
    const over = ({ jobId }: { jobId: string }): void => {
      for (const done of [...(this.waiting.get(jobId) ?? [])]) done();
    };
    this.events.on('completed', over).on('failed', over);
  }

  /** Resolves when the job is done, was over before we listened, or the time is up: the caller looks for itself. */
  async finished(job: Job, withinMs: number): Promise<void> {
    const id = job.id ?? '';
    await new Promise<void>((resolve) => {
      const waiting = this.waiting.get(id) ?? new Set();
      const done = (): void => {
        clearTimeout(limit);
        waiting.delete(done);
        if (!waiting.size) this.waiting.delete(id);
        resolve();
      };
      const limit = setTimeout(done, withinMs);
      this.waiting.set(id, waiting.add(done));
      // It may have been over before we listened. BullMQ's own `waitUntilFinished` asks this inside a promise's executor: while Redis
      // is slow the question fails there, where no code can catch it, and ends the process.
      job.getState().then(
        (state) => (ENDED.has(state) ? done() : undefined),
        () => undefined,
      );
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.events.close().catch(() => undefined);
    this.redis.disconnect();
  }
}

/** Has the worker ask the provider about a payment as soon as possible. */
@Injectable()
export class RequestCheckService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly queues: Queues,
  ) {}

  /** @returns the job to wait for; null without Redis: then the sweep asks, and the database tells what came of it */
  async request(reference: string): Promise<Job | null> {
    const job = await this.queues.enqueue('payments', 'verify', { reference }, reference).catch(() => null);
    if (!job) await hurryCheck(this.db, reference, this.clock.now());
    return job;
  }
}
