import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import { Queues, Sweeps } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { Confirmation } from '@abato/payments';
import {
  CheckPaymentService,
  ListReversalsService,
  ListSuccessesService,
  PaymentSweepsService,
  ReconcileDaysService,
  ConfirmationAnnouncement,
} from '@abato/testing/payments';
import type { PaystackClient } from '@abato/paystack';
import { type Clock, type Environment, Secrets } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';

/** What the provider allows a live account. */
export const CALLS_PER_MINUTE = 600;

/** Settlement as processes have it. */
export function confirmationOf(
  pool: pg.Pool,
  redis: Redis,
  clock: Clock,
  client: PaystackClient,
): Confirmation {
  const announcement = new ConfirmationAnnouncement(
    createLogger('worker', 'silent'),
    new Registry(),
    new Queues(redis),
    new LivePublisher(redis, () => undefined),
  );
  const env = { PUBLIC_URL: 'http://localhost' } as Environment;
  return new Confirmation(pool, clock, env, secrets(), client, announcement);
}

/** Secrets under a key of the tests. */
export const secrets = (): Secrets => new Secrets(Buffer.alloc(32, 7).toString('base64'));

/**
 * The worker's services that find payments nobody told us of, as they are; they run when a test calls them, by the test's clock and with
 * its client of the provider.
 */
export function paymentServices(
  pool: pg.Pool,
  redis: Redis,
  clock: Clock,
  client: PaystackClient,
): {
  sweeps: PaymentSweepsService;
  list: ListSuccessesService;
  reversals: ListReversalsService;
  days: ReconcileDaysService;
} {
  const env = { PAYSTACK_CALLS_PER_MINUTE: CALLS_PER_MINUTE } as Environment;
  const log = createLogger('worker', 'silent');
  const confirmation = confirmationOf(pool, redis, clock, client);
  const checks = new CheckPaymentService(new Transactions(pool), clock, log, client, confirmation);
  const neverStarted = new Sweeps(log);
  const list = new ListSuccessesService(new Transactions(pool), clock, env, log, client, confirmation);
  return {
    sweeps: new PaymentSweepsService(new Transactions(pool), clock, env, checks, list, neverStarted),
    list,
    reversals: new ListReversalsService(
      new Transactions(pool),
      clock,
      log,
      client,
      confirmation,
      neverStarted,
    ),
    days: new ReconcileDaysService(new Transactions(pool), clock, log, client, confirmation, neverStarted),
  };
}
