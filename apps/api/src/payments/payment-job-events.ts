import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { QueueEvents, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Environment, Logger } from '@abato/platform';
import { createBlockingRedis } from '@abato/queue';
import { ENVIRONMENT, LOGGER } from '../core/tokens.js';

/** Hears when jobs of the payments queue are done. */
@Injectable()
export class PaymentJobEvents implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly events: QueueEvents;

  constructor(@Inject(ENVIRONMENT) env: Environment, @Inject(LOGGER) log: Logger) {
    this.redis = createBlockingRedis(env.REDIS_URL, (error) =>
      log.debug({ reason: error.message }, 'redis job events'),
    );
    this.events = new QueueEvents('payments', { connection: this.redis, skipVersionCheck: true });
    this.events.on('error', (error) => log.debug({ reason: error.message }, 'job events'));
    this.events.setMaxListeners(0);
  }

  /** Resolves when the job is done, was over before we listened, or the time is up: the caller looks for itself. */
  async finished(job: Job, withinMs: number): Promise<void> {
    await job.waitUntilFinished(this.events, withinMs).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.events.close().catch(() => undefined);
    this.redis.disconnect();
  }
}
