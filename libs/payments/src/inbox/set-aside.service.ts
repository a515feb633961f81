import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type Actor, recordAudit } from '@abato/accounts';
import type { SetAsideWebhook } from '@abato/contracts';
import { HOT_POOL, inTransaction } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';

const MOST_SHOWN = 500;

/** Webhooks that failed so often that they are no longer tried (ADR 85). */
@Injectable()
export class SetAsideWebhooksService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Oldest first. The bodies stay in the table: they hold personal data. */
  async list(): Promise<SetAsideWebhook[]> {
    const { rows } = await this.pool.query<{
      id: number;
      event: string | null;
      reference: string | null;
      received_at: Date;
      set_aside_at: Date;
      attempts: number;
      last_error: string | null;
    }>(
      `SELECT id, event, reference, received_at, set_aside_at, attempts, last_error FROM webhook_inbox
       WHERE set_aside_at IS NOT NULL ORDER BY set_aside_at, id LIMIT ${MOST_SHOWN}`,
    );
    return rows.map((row) => ({
      id: row.id,
      event: row.event,
      reference: row.reference,
      receivedAt: row.received_at.toISOString(),
      setAsideAt: row.set_aside_at.toISOString(),
      attempts: row.attempts,
      error: row.last_error,
    }));
  }

  /** Have one tried again, as often as a new one. @throws AppError NOT_FOUND for one that is not set aside */
  async retry(actor: Actor, id: string): Promise<void> {
    if (!/^[1-9]\d{0,17}$/.test(id)) throw new AppError('NOT_FOUND');
    const now = this.clock.now();
    await inTransaction(this.pool, async (sql) => {
      const { rows } = await sql.query<{ payment_id: string | null }>(
        `UPDATE webhook_inbox w SET processed_at = NULL, outcome = NULL, set_aside_at = NULL, attempts = 0, next_attempt_at = $2
         WHERE id = $1 AND set_aside_at IS NOT NULL
         RETURNING (SELECT p.id FROM payments p WHERE p.reference = w.reference) AS payment_id`,
        [id, now],
      );
      if (!rows[0]) throw new AppError('NOT_FOUND');
      const paymentId = rows[0].payment_id;
      await recordAudit(sql, {
        at: now,
        actorUserId: actor.id,
        action: 'payment.webhook-retry',
        subjectType: paymentId ? 'payment' : 'user',
        subjectId: paymentId ?? actor.id,
        detail: { webhookId: Number(id) },
      });
    });
  }
}
