import { Global, Module, type OnApplicationShutdown, Inject } from '@nestjs/common';
import type pg from 'pg';
import type { Redis } from 'ioredis';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LivePublisher, LiveSubscriber } from '@abato/live';
import { createPool, openDataSource } from '@abato/persistence';
import {
  CLOCK,
  createLogger,
  Secrets,
  systemClock,
  type Environment,
  type Logger,
  readEnvironment,
} from '@abato/platform';
import { createBlockingRedis, createRedis, Queues } from '@abato/queue';
import { ENVIRONMENT, HOT_POOL, LOGGER, METRICS, REDIS, SUBSCRIBER_REDIS } from './tokens.js';

/** What every feature may inject: settings, log, clock, database, Redis, queues, live messages, metrics. */
@Global()
@Module({
  providers: [
    { provide: ENVIRONMENT, useFactory: () => readEnvironment() },
    {
      provide: LOGGER,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => createLogger('api', env.LOG_LEVEL),
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
        createPool(env.DATABASE_URL, 6, (error) => log.warn({ err: error }, 'database connection lost')),
    },
    {
      provide: REDIS,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (env: Environment, log: Logger) =>
        createRedis(env.REDIS_URL, (error) => log.warn({ reason: error.message }, 'redis')),
    },
    {
      provide: SUBSCRIBER_REDIS,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (env: Environment, log: Logger) =>
        createBlockingRedis(env.REDIS_URL, (error) =>
          log.debug({ reason: error.message }, 'redis subscriber'),
        ),
    },
    { provide: Queues, inject: [REDIS], useFactory: (redis: Redis) => new Queues(redis) },
    {
      provide: LivePublisher,
      inject: [REDIS, LOGGER],
      useFactory: (redis: Redis, log: Logger) =>
        new LivePublisher(redis, (error) => log.debug({ reason: error.message }, 'live message dropped')),
    },
    {
      provide: LiveSubscriber,
      inject: [SUBSCRIBER_REDIS],
      useFactory: (redis: Redis) => new LiveSubscriber(redis),
    },
    {
      provide: METRICS,
      useFactory: () => {
        const registry = new Registry();
        collectDefaultMetrics({ register: registry });
        return registry;
      },
    },
  ],
  exports: [
    ENVIRONMENT,
    LOGGER,
    CLOCK,
    Secrets,
    DataSource,
    HOT_POOL,
    REDIS,
    Queues,
    LivePublisher,
    LiveSubscriber,
    METRICS,
  ],
})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SUBSCRIBER_REDIS) private readonly subscriber: Redis,
    private readonly source: DataSource,
    private readonly queues: Queues,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close().catch(() => undefined);
    this.subscriber.disconnect();
    this.redis.disconnect();
    await this.pool.end();
    if (this.source.isInitialized) await this.source.destroy();
  }
}
