import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Sweeps, WORKER_OPTIONS } from '@abato/jobs';
import { type Logger, LOGGER, BLOCKING_REDIS } from '@abato/platform';
import { SmsService } from './sms.service.js';

const SWEEP_MS = 15_000;

@Injectable()
export class SmsProcessor implements OnModuleInit, BeforeApplicationShutdown {
  private worker?: Worker;

  constructor(
    @Inject(BLOCKING_REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly receipts: SmsService,
    private readonly sweeps: Sweeps,
  ) {
    sweeps.add('sms', SWEEP_MS, (stopping) => receipts.sendDue(stopping));
  }

  onModuleInit(): void {
    this.worker = new Worker('sms', () => this.receipts.sendDue(this.sweeps.stopping), {
      connection: this.redis,
      skipVersionCheck: true,
      ...WORKER_OPTIONS,
    });
    this.worker.on('error', (error) => this.log.debug({ reason: error.message }, 'sms worker'));
    this.worker.on('failed', (_job, error) =>
      this.log.warn({ reason: error.message }, 'a receipt was not sent'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }
}
