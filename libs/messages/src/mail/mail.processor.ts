import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { inJob, type JobMap, Sweeps, WORKER_OPTIONS } from '@abato/jobs';
import { type Logger, LOGGER, BLOCKING_REDIS } from '@abato/platform';
import { MailService } from './mail.service.js';

const CONCURRENCY = 4;
const SWEEP_MS = 15_000;

@Injectable()
export class MailProcessor implements OnModuleInit, BeforeApplicationShutdown {
  private worker?: Worker;

  constructor(
    @Inject(BLOCKING_REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly mails: MailService,
    sweeps: Sweeps,
  ) {
    sweeps.add('mail', SWEEP_MS, (stopping) => mails.sendDue(stopping));
  }

  onModuleInit(): void {
    this.worker = new Worker<JobMap['mail']['send']>(
      'mail',
      (job: Job<JobMap['mail']['send']>) => inJob('mail', job, () => this.mails.send(job.data.mailId)),
      { connection: this.redis, concurrency: CONCURRENCY, skipVersionCheck: true, ...WORKER_OPTIONS },
    );
    this.worker.on('error', (error) => this.log.debug({ reason: error.message }, 'mail worker'));
    this.worker.on('failed', (job, error) =>
      this.log.warn({ job: job?.id, reason: error.message }, 'mail not delivered; it is tried again'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }
}
