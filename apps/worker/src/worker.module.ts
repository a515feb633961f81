import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AccountingJobsModule } from '@abato/accounting';
import { RequestJobsModule } from '@abato/accounts';
import { ContestJobsModule } from '@abato/contests';
import { DatabaseModule } from '@abato/database';
import { JobRunnerModule, type QueueName } from '@abato/jobs';
import { LivePublisherModule } from '@abato/live';
import { MESSAGE_JOBS } from '@abato/messages';
import { PAYMENT_JOBS } from '@abato/payments';
import { PlatformModule } from '@abato/platform';
import { ProcessReportsModule } from '@abato/reports';
import { TransparencyJobsModule } from '@abato/transparency';
import { UssdJobsModule } from '@abato/ussd';
import { VOTING_JOBS } from '@abato/voting';

/** What does the jobs of each queue, with the sweeps and backlog metrics that belong to it: a queue without a module does not compile. */
const JOBS: Readonly<Record<QueueName, Type | Type[]>> = {
  ...VOTING_JOBS,
  payments: [PAYMENT_JOBS.payments, AccountingJobsModule],
  ...MESSAGE_JOBS,
};

/** A worker for some or all queues. Sweeps that belong to no queue run in every worker. */
@Module({})
export class WorkerModule {
  static forQueues(queues: readonly QueueName[]): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forProcess('worker'),
        DatabaseModule.forProcess((env) => env.DATABASE_POOL_SIZE),
        JobRunnerModule,
        LivePublisherModule,
        ContestJobsModule,
        RequestJobsModule,
        TransparencyJobsModule,
        UssdJobsModule,
        ProcessReportsModule,
        ...queues.flatMap((queue) => JOBS[queue]),
      ],
    };
  }
}
