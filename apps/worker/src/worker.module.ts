import { Module } from '@nestjs/common';
import { ContestJobsModule } from '@abato/contests';
import { DatabaseModule } from '@abato/database';
import { JobRunnerModule } from '@abato/jobs';
import { LivePublisherModule } from '@abato/live';
import { MessageJobsModule } from '@abato/messages';
import { PaymentJobsModule } from '@abato/payments';
import { PlatformModule } from '@abato/platform';
import { VotingJobsModule } from '@abato/voting';
import { TableMetrics } from './metrics/table-metrics.js';

@Module({
  imports: [
    PlatformModule.forProcess('worker'),
    DatabaseModule.forProcess((env) => env.DATABASE_POOL_SIZE),
    JobRunnerModule,
    LivePublisherModule,
    VotingJobsModule,
    ContestJobsModule,
    MessageJobsModule,
    PaymentJobsModule,
  ],
  providers: [TableMetrics],
})
export class WorkerModule {}
