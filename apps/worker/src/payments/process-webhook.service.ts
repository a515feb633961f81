import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  closeWebhook,
  openWebhook,
  parseWebhook,
  refundProof,
  retryWebhookLater,
  type WebhookEvent,
} from '@abato/payments';
import { CLOCK, type Clock } from '@abato/platform';
import { HOT_POOL } from '../core/tokens.js';
import { CheckPaymentService } from './check-payment.service.js';

/** Works through the inbox. A row is closed only after what it says is settled, so a crash between the two repeats a no-op. */
@Injectable()
export class ProcessWebhookService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly payments: CheckPaymentService,
  ) {}

  async process(inboxId: number): Promise<void> {
    const row = await openWebhook(this.pool, inboxId);
    if (!row) return;
    const outcome = await this.act(parseWebhook(row.body));
    const now = this.clock.now();
    if (outcome) await closeWebhook(this.pool, inboxId, outcome, now);
    else await retryWebhookLater(this.pool, row, now);
  }

  /** @returns what became of it; null when the reference is unknown, perhaps only for now */
  private async act(event: WebhookEvent): Promise<string | null> {
    const { reference } = event;
    if (event.kind === 'other' || !reference) return 'ignored';
    const proof = event.kind === 'refund' ? refundProof(event.status, event.amount) : event.proof;
    if (!proof) return 'noted';
    const settlement = await this.payments.settle({ reference, proof, source: 'webhook' });
    return settlement && settlement.situation;
  }
}
