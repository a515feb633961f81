import { Inject, Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Queues } from '@abato/jobs';
import { type Clock, CLOCK } from '@abato/platform';
import { hurryCheck } from './checks.js';

/** Has the worker ask the provider about a payment as soon as possible. */
@Injectable()
export class RequestCheckService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly queues: Queues,
  ) {}

  /** @returns the job to wait for; null without Redis: then the sweep asks, and the database tells what came of it */
  async request(reference: string): Promise<Job | null> {
    const job = await this.queues.poke('payments', 'verify', { reference }, reference).catch(() => null);
    if (!job) await hurryCheck(this.pool, reference, this.clock.now());
    return job;
  }
}
