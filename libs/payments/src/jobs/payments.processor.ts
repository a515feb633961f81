import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { inJob, type JobMap, WORKER_OPTIONS } from '@abato/jobs';
import { type Logger, LOGGER, BLOCKING_REDIS } from '@abato/platform';
import { CheckPaymentService } from '../checks/check-payment.service.js';
import { WebhookInboxService } from '../inbox/webhook-inbox.service.js';

/** A job waits for the provider most of its time; settling is a few milliseconds of a database connection. */
const CONCURRENCY = 20;

@Injectable()
export class PaymentsProcessor implements OnModuleInit, BeforeApplicationShutdown {
  private worker?: Worker;
  private readonly handlers: {
    [J in keyof JobMap['payments']]: (data: JobMap['payments'][J]) => Promise<void>;
  };

  constructor(
    @Inject(BLOCKING_REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Logger,
    checks: CheckPaymentService,
    inbox: WebhookInboxService,
  ) {
    this.handlers = {
      'read-inbox': () => inbox.read(),
      verify: ({ reference }) => checks.verify(reference),
    };
  }

  onModuleInit(): void {
    this.worker = new Worker('payments', (job: Job) => this.run(job), {
      connection: this.redis,
      concurrency: CONCURRENCY,
      skipVersionCheck: true,
      ...WORKER_OPTIONS,
    });
    this.worker.on('error', (error) => this.log.debug({ reason: error.message }, 'payments worker'));
    this.worker.on('failed', (job, error) =>
      this.log.warn({ job: job?.name, reason: error.message }, 'payments job failed'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  private async run(job: Job): Promise<void> {
    if (!isKnown(job.name)) throw new UnrecoverableError(`no handler for ${job.name}`);
    const handle = this.handlers[job.name] as (data: unknown) => Promise<void>;
    await inJob('payments', job, () => handle(job.data));
  }
}

function isKnown(name: string): name is keyof JobMap['payments'] {
  return name === 'read-inbox' || name === 'verify';
}
