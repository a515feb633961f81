import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BLOCKING_REDIS, forQueues, REDIS, Resources, type RedisClient } from '@abato/platform';
import { JobRunner } from './job-runner.js';
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
      useFactory: (redis: RedisClient, resources: Resources) => {
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
@Module({
  imports: [
    JobsModule,
    DiscoveryModule,
    BullModule.forRootAsync({
      inject: [BLOCKING_REDIS],
      useFactory: (connection: RedisClient) => forQueues(connection),
      // By `JobRunner`, after its check.
      extraOptions: { manualRegistration: true },
    }),
    // Names no queue: this adds what finds the processors.
    BullModule.registerQueue(),
  ],
  providers: [Sweeps, QueueMetrics, JobRunner],
  exports: [Sweeps],
})
export class JobRunnerModule {}
