import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { type Actor, recordBy } from '@abato/accounts';
import type { Page, SetAsideWebhook } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { Payment } from '../payment.entity.js';
import { KeptWebhook } from './kept-webhook.entity.js';

/** As often and as soon as a new one. */
const TRIED_AGAIN = { processedAt: null, outcome: null, setAsideAt: null, attempts: 0 };

/** Webhooks that failed so often that they are no longer tried (ADR 10). */
@Injectable()
export class SetAsideWebhooksService {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(KeptWebhook) private readonly webhooks: Repository<KeptWebhook>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. The bodies stay in the table: they hold personal data. */
  async list(page: Page): Promise<{ items: SetAsideWebhook[]; total: number }> {
    const [webhooks, total] = await this.webhooks.findAndCount({
      where: { setAsideAt: Not(IsNull()) },
      order: { setAsideAt: 'DESC', id: 'DESC' },
      skip: page.skip,
      take: page.pageSize,
    });
    const items = webhooks.map(({ id, event, reference, receivedAt, setAsideAt, attempts, lastError }) => ({
      id,
      event,
      reference,
      attempts,
      error: lastError,
      receivedAt: receivedAt.toISOString(),
      setAsideAt: (setAsideAt as Date).toISOString(),
    }));
    return { items, total };
  }

  /** Have one tried again, as often as a new one. @throws AppError NOT_FOUND for one that is not set aside */
  async retry(actor: Actor, idText: string): Promise<void> {
    if (!/^[1-9]\d{0,17}$/.test(idText)) throw new AppError('NOT_FOUND');
    const id = Number(idText);
    const now = this.clock.now();
    await this.transactions.run(async ({ manager }) => {
      const { affected } = await manager.update(
        KeptWebhook,
        { id, setAsideAt: Not(IsNull()) },
        { ...TRIED_AGAIN, nextAttemptAt: now },
      );
      if (!affected) throw new AppError('NOT_FOUND');
      const { reference } = await manager.findOneByOrFail(KeptWebhook, { id });
      const payment =
        reference === null
          ? null
          : await manager.findOne(Payment, { where: { reference }, select: { id: true } });
      await recordBy(
        manager,
        actor,
        now,
        'payment.webhook-retry',
        [payment ? 'payment' : 'user', payment?.id ?? actor.id],
        { webhookId: id },
      );
    });
  }
}
