import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Queues, Sweeps } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import {
  CheckPaymentService,
  ListSuccessesService,
  PaymentSweepsService,
  type PaystackClient,
  ReconcileDaysService,
  Settlement,
  SettlementAnnouncement,
  SettlementMetrics,
  WebhookInboxService,
} from '@abato/payments';
import { type Clock, createLogger, type Environment, Secrets } from '@abato/platform';

/** What the provider allows a live account. */
export const CALLS_PER_MINUTE = 600;

/**
 * The worker's services that find payments nobody told us of, as they are; they run when a test calls them, by the test's clock and with
 * its client of the provider.
 */
export function paymentServices(
  pool: pg.Pool,
  redis: Redis,
  clock: Clock,
  client: PaystackClient,
): { sweeps: PaymentSweepsService; list: ListSuccessesService; days: ReconcileDaysService } {
  const env = {
    PAYSTACK_CALLS_PER_MINUTE: CALLS_PER_MINUTE,
    PUBLIC_URL: 'http://localhost',
  } as Environment;
  const log = createLogger('worker', 'silent');
  const announcement = new SettlementAnnouncement(
    log,
    new SettlementMetrics(new Registry()),
    new Queues(redis),
    new LivePublisher(redis, () => undefined),
  );
  const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
  const settlement = new Settlement(pool, clock, env, secrets, client, announcement);
  const checks = new CheckPaymentService(pool, clock, log, client, settlement);
  const neverStarted = new Sweeps(log);
  const inbox = new WebhookInboxService(log, settlement);
  const list = new ListSuccessesService(pool, clock, env, log, client, settlement, neverStarted);
  return {
    sweeps: new PaymentSweepsService(pool, clock, env, checks, inbox, list, neverStarted),
    list,
    days: new ReconcileDaysService(pool, clock, log, client, settlement, neverStarted),
  };
}
