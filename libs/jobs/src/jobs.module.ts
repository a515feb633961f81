import { Global, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS, Resources } from '@abato/platform';
import { QueueMetrics } from './queue-metrics.js';
import { Queues } from './queues.js';
import { Sweeps } from './sweeps.js';

/** The producer side of every queue. */
@Global()
@Module({
  providers: [
    {
      provide: Queues,
      inject: [REDIS, Resources],
      useFactory: (redis: Redis, resources: Resources) => {
        const queues = new Queues(redis);
        resources.add(() => queues.close());
        return queues;
      },
    },
  ],
  exports: [Queues],
})
export class JobsModule {}

/** What a process that runs jobs needs besides. */
@Global()
@Module({ imports: [JobsModule], providers: [Sweeps, QueueMetrics], exports: [Sweeps] })
export class JobRunnerModule {}
