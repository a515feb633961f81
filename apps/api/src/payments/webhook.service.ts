import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '@abato/domain';
import { isSignedByProvider, keepWebhook, parseWebhook } from '@abato/payments';
import { CLOCK, type Clock, type Environment, type Logger } from '@abato/platform';
import { Queues } from '@abato/queue';
import { ENVIRONMENT, HOT_POOL, LOGGER, METRICS } from '../core/tokens.js';

/** Keeps what the provider tells us. Everything else is the worker's. */
@Injectable()
export class WebhookService {
  private readonly received: Counter;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) metrics: Registry,
    private readonly queues: Queues,
  ) {
    this.received = new Counter({
      name: 'abato_webhooks_received_total',
      help: 'Webhooks by what became of them: kept, duplicate, bad_signature',
      labelNames: ['result'],
      registers: [metrics],
    });
  }

  /**
   * Check the signature, keep the bytes, answer. The provider counts only a 200 and repeats everything else, so a database
   * that is away must not be answered with one; a queue that is away may, because a sweep reads the inbox.
   * @throws AppError INVALID_SIGNATURE; nothing of the body is kept or logged then
   */
  async receive(rawBody: Buffer, signature: string | undefined): Promise<void> {
    if (!isSignedByProvider(rawBody, signature, this.env.PAYSTACK_SECRET_KEY)) {
      this.received.inc({ result: 'bad_signature' });
      throw new AppError('INVALID_SIGNATURE');
    }
    const { event, reference } = parseWebhook(rawBody);
    const inboxId = await keepWebhook(this.pool, rawBody, { event, reference }, this.clock.now());
    this.received.inc({ result: inboxId === null ? 'duplicate' : 'kept' });
    if (inboxId === null) return;
    this.queues
      .poke('payments', 'process-webhook', { inboxId }, `inbox-${inboxId}`)
      .catch((error: Error) =>
        this.log.debug({ reason: error.message }, 'webhook poke dropped; the sweep reads'),
      );
  }
}
