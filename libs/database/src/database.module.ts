import { Global, Inject, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import {
  ENVIRONMENT,
  LOGGER,
  measurePools,
  METRICS,
  Readiness,
  Resources,
  type Environment,
  type Logger,
} from '@abato/platform';
import { createPool, dataSourceOptions, openDataSource, poolOf, type CheckedOptions } from './data-source.js';
import { HOT_POOL } from './tokens.js';
import { Transactions } from './transactions.js';
import { VotesProbe } from './votes-probe.js';

/**
 * The two pools of a process: TypeORM's for CRUD and lists, the hot pool for cast, drain and settle. Each library registers its own
 * entities by `TypeOrmModule.forFeature`.
 */
@Global()
@Module({})
export class DatabaseModule {
  constructor(
    @Inject(METRICS) metrics: Registry,
    @Inject(HOT_POOL) pool: pg.Pool,
    source: DataSource,
    readiness: Readiness,
    @Inject(ENVIRONMENT) env: Environment,
    resources: Resources,
  ) {
    measurePools(metrics, { hot: pool, records: poolOf(source) });
    const probe = new VotesProbe(env.DATABASE_URL, env.DATABASE_POOLER);
    readiness.add({ name: 'postgresql', needed: true, check: () => probe.check() }, 'migrations');
    resources.add(() => probe.end());
  }

  /** @param hotPoolSize connections of the hot pool */
  static forProcess(hotPoolSize: (env: Environment) => number): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [ENVIRONMENT, LOGGER],
          useFactory: (env: Environment, log: Logger) => ({
            ...dataSourceOptions(
              env.DATABASE_URL,
              env.DATABASE_POOL_SIZE,
              env.DATABASE_POOLER,
              env.DATABASE_WAIT_SECONDS,
            ),
            autoLoadEntities: true,
            // `openDataSource` asks again where that helps.
            retryAttempts: 0,
            loginPolicy: {
              production: env.production,
              warn: (text: string) => log.warn(text),
              pooler: env.DATABASE_POOLER,
            },
          }),
          dataSourceFactory: (options) => openDataSource(options as CheckedOptions),
        }),
      ],
      providers: [
        {
          provide: Transactions,
          inject: [DataSource],
          useFactory: (source: DataSource) => Transactions.of(source),
        },
        {
          provide: HOT_POOL,
          inject: [ENVIRONMENT, LOGGER, Resources],
          useFactory: (env: Environment, log: Logger, resources: Resources) => {
            const lost = (error: Error): void => log.warn({ err: error }, 'database connection lost');
            const pool = createPool(env.DATABASE_URL, hotPoolSize(env), lost, {
              pooler: env.DATABASE_POOLER,
              waitSeconds: env.DATABASE_WAIT_SECONDS,
            });
            resources.add(() => pool.end());
            return pool;
          },
        },
      ],
      exports: [HOT_POOL, Transactions],
    };
  }
}
