import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { BLOCKING_REDIS, CLOCK, ENVIRONMENT, LOGGER, METRICS, REDIS, systemClock } from './tokens.js';
import { type Environment, readEnvironment } from './environment.js';
import { createLogger, type Logger } from './logger.js';
import { createRegistry } from './metrics.js';
import { Readiness } from './readiness.js';
import {
  assertUsable,
  createBlockingRedis,
  createRedis,
  createSubscriber,
  type RedisClient,
} from './redis.js';
import { Resources } from './resources.js';
import { Secrets } from './secrets.js';

/** What every process may inject, whatever it does: settings, log, clock, secrets, Redis, metrics, readiness. */
@Global()
@Module({})
export class PlatformModule {
  /** @param name of the process in its log lines */
  static forProcess(name: 'api' | 'worker'): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        Resources,
        { provide: ENVIRONMENT, useFactory: () => readEnvironment() },
        {
          provide: LOGGER,
          inject: [ENVIRONMENT],
          useFactory: (env: Environment) => createLogger(name, env.LOG_LEVEL),
        },
        { provide: CLOCK, useValue: systemClock },
        {
          provide: Secrets,
          inject: [ENVIRONMENT],
          useFactory: (env: Environment) => new Secrets(env.DATA_ENCRYPTION_KEY),
        },
        {
          provide: REDIS,
          inject: [ENVIRONMENT, LOGGER, Resources],
          useFactory: (env: Environment, log: Logger, resources: Resources) =>
            closing(
              resources,
              createRedis(env, (error) => log.warn({ reason: error.message }, 'redis')),
            ),
        },
        {
          provide: BLOCKING_REDIS,
          inject: [ENVIRONMENT, LOGGER, Resources],
          useFactory: (env: Environment, log: Logger, resources: Resources) =>
            closing(
              resources,
              (name === 'api' ? createSubscriber : createBlockingRedis)(env, (error) =>
                log.debug({ reason: error.message }, 'blocking redis connection'),
              ),
            ),
        },
        {
          provide: METRICS,
          inject: [ENVIRONMENT],
          useFactory: (env: Environment) => createRegistry(name, name === 'api' ? env.ABATO_ROLE : undefined),
        },
        {
          provide: Readiness,
          inject: [METRICS, LOGGER, REDIS, Resources, ENVIRONMENT],
          useFactory: (
            metrics: Registry,
            log: Logger,
            redis: RedisClient,
            resources: Resources,
            env: Environment,
          ) => {
            const readiness = new Readiness(metrics, log);
            if (name === 'api') readiness.role = env.ABATO_ROLE;
            // Redis that comes later, or is replaced by another, is looked at as at the start.
            readiness.add(
              { name: 'redis', needed: false, check: () => assertUsable(redis) },
              'redis-eviction',
              'redis-cluster',
            );
            resources.add(() => readiness.stop());
            return readiness;
          },
        },
      ],
      exports: [ENVIRONMENT, LOGGER, CLOCK, Resources, Secrets, REDIS, BLOCKING_REDIS, METRICS, Readiness],
    };
  }
}

function closing(resources: Resources, redis: RedisClient): RedisClient {
  resources.add(() => redis.disconnect());
  return redis;
}
