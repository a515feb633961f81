import { Inject, Module } from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { poolOf } from '@abato/persistence';
import { measurePools } from '@abato/platform';
import { HOT_POOL, METRICS } from '../core/tokens.js';

/** What operators watch besides what each feature counts itself. */
@Module({})
export class MetricsModule {
  constructor(@Inject(METRICS) metrics: Registry, @Inject(HOT_POOL) pool: pg.Pool, source: DataSource) {
    measurePools(metrics, { hot: pool, records: poolOf(source) });
  }
}
