import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LivePublisher } from '@abato/live';
import { createPool, openDataSource } from '@abato/persistence';
import {
  CLOCK,
  createLogger,
  readEnvironment,
  Secrets,
  systemClock,
  type Environment,
  type Logger,
} from '@abato/platform';
import { createBlockingRedis, createRedis, Queues } from '@abato/queue';
import { Sweeps } from './sweeps.js';
import { ENVIRONMENT, HOT_POOL, LOGGER, METRICS, REDIS, WORKER_REDIS } from './tokens.js';

/** What every processor may inject. */
@Global()
@Module({
  providers: [
    { provide: ENVIRONMENT, useFactory: () => readEnvironment() },
    {
      provide: LOGGER,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => createLogger('worker', env.LOG_LEVEL),
    },
    { provide: CLOCK, useValue: systemClock },
    {
      provide: Secrets,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => new Secrets(env.DATA_ENCRYPTION_KEY),
    },
    {
      provide: DataSource,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => openDataSource(env.DATABASE_URL, env.DATABASE_POOL_SIZE),
    },
    {
      provide: HOT_POOL,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (env: Environment, log: Logger) =>
        createPool(env.DATABASE_URL, env.DATABASE_POOL_SIZE, (error) =>
          log.warn({ err: error }, 'database connection lost'),
        ),
    },
    {
      provide: REDIS,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (env: Environment, log: Logger) =>
        createRedis(env.REDIS_URL, (error) => log.warn({ reason: error.message }, 'redis')),
    },
    {
      provide: WORKER_REDIS,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (env: Environment, log: Logger) =>
        createBlockingRedis(env.REDIS_URL, (error) => log.debug({ reason: error.message }, 'redis worker')),
    },
    { provide: Queues, inject: [REDIS], useFactory: (redis: Redis) => new Queues(redis) },
    {
      provide: LivePublisher,
      inject: [REDIS, LOGGER],
      useFactory: (redis: Redis, log: Logger) =>
        new LivePublisher(redis, (error) => log.debug({ reason: error.message }, 'live message dropped')),
    },
    {
      provide: METRICS,
      useFactory: () => {
        const registry = new Registry();
        collectDefaultMetrics({ register: registry });
        return registry;
      },
    },
    Sweeps,
  ],
  exports: [
    ENVIRONMENT,
    LOGGER,
    CLOCK,
    Secrets,
    DataSource,
    HOT_POOL,
    REDIS,
    WORKER_REDIS,
    Queues,
    LivePublisher,
    METRICS,
    Sweeps,
  ],
})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WORKER_REDIS) private readonly workerRedis: Redis,
    private readonly source: DataSource,
    private readonly queues: Queues,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close().catch(() => undefined);
    this.workerRedis.disconnect();
    this.redis.disconnect();
    await this.pool.end();
    if (this.source.isInitialized) await this.source.destroy();
  }
}
