import { Inject, Module } from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { poolOf } from '@abato/persistence';
import { measurePools } from '@abato/platform';
import { HOT_POOL, METRICS } from '../core/tokens.js';
import { QueueMetrics } from './queue-metrics.js';
import { TableMetrics } from './table-metrics.js';

/** What operators watch and workers are scaled by, besides what each feature counts itself. */
@Module({ providers: [QueueMetrics, TableMetrics] })
export class MetricsModule {
  constructor(@Inject(METRICS) metrics: Registry, @Inject(HOT_POOL) pool: pg.Pool, source: DataSource) {
    measurePools(metrics, { hot: pool, records: poolOf(source) });
  }
}
