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
  Resources,
  type Environment,
  type Logger,
} from '@abato/platform';
import { createPool, dataSourceOptions, openDataSource, poolOf, type CheckedOptions } from './data-source.js';
import { HOT_POOL } from './tokens.js';

/**
 * The two pools of a process: TypeORM's for CRUD and lists, the hot pool for cast, drain and settle. Each library registers its own
 * entities by `TypeOrmModule.forFeature`.
 */
@Global()
@Module({})
export class DatabaseModule {
  constructor(@Inject(METRICS) metrics: Registry, @Inject(HOT_POOL) pool: pg.Pool, source: DataSource) {
    measurePools(metrics, { hot: pool, records: poolOf(source) });
  }

  /** @param hotPoolSize connections of the hot pool */
  static forProcess(hotPoolSize: (env: Environment) => number): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [ENVIRONMENT, LOGGER],
          useFactory: (env: Environment, log: Logger) => ({
            ...dataSourceOptions(env.DATABASE_URL, env.DATABASE_POOL_SIZE),
            autoLoadEntities: true,
            // `openDataSource` asks again where that helps.
            retryAttempts: 0,
            loginPolicy: { production: env.production, warn: (text: string) => log.warn(text) },
          }),
          dataSourceFactory: (options) => openDataSource(options as CheckedOptions),
        }),
      ],
      providers: [
        {
          provide: HOT_POOL,
          inject: [ENVIRONMENT, LOGGER, Resources],
          useFactory: (env: Environment, log: Logger, resources: Resources) => {
            const pool = createPool(env.DATABASE_URL, hotPoolSize(env), (error) =>
              log.warn({ err: error }, 'database connection lost'),
            );
            resources.add(() => pool.end());
            return pool;
          },
        },
      ],
      exports: [HOT_POOL],
    };
  }
}
