import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { type Logger, LOGGER } from '@abato/platform';
import { CheckPaymentService } from '../checks/check-payment.service.js';
import { readInbox } from './read-inbox.js';

/** Works through what the provider told us. */
@Injectable()
export class WebhookInboxService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly payments: CheckPaymentService,
  ) {}

  /**
   * Settle what is due. Several at once, in this process or in others, share the work.
   * @param stopping ends it after the batch in hand
   */
  async read(stopping?: AbortSignal): Promise<void> {
    await readInbox(
      this.pool,
      () => this.payments.context(),
      (settled) => this.payments.announce(settled),
      (error) =>
        this.log.warn({ reason: error.message }, 'a webhook could not be processed; it is tried again'),
      stopping,
    );
  }
}
