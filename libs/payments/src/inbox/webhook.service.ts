import { hash } from 'node:crypto';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { GroupCommit, HOT_POOL, type SqlRunner } from '@abato/database';
import { Queues, WakeUps } from '@abato/jobs';
import {
  AppError,
  checkShape,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  METRICS,
} from '@abato/platform';
import { isSignedByProvider, parseWebhook } from '@abato/paystack';
import { NOT_FOREIGN } from './kept-webhook.entity.js';

/** Rows in one statement, and what may wait for the next. */
const [MAX_BATCH, MAX_WAITING] = [200, 5_000];
const RETRY_AFTER_SECONDS = 2;
/** Whatever the provider adds to its events is kept; only what a reader could not walk through is refused. */
const SIGNED_SHAPE = { levels: 100, members: Infinity };
/** Due at once, whatever the clocks of API and worker say. */
const AT_ONCE = new Date(0);

/** A webhook whose signature was checked. */
export interface SignedWebhook {
  rawBody: Buffer;
  /** SHA-256 of the raw body: the same bytes are kept once. */
  digest: Buffer;
  event: string | null;
  reference: string | null;
}

type Keeping = 'kept' | 'duplicate';

/** Keep webhooks. Durable when this returns: only then may the provider be answered with 200. */
export async function keepWebhooks(
  sql: SqlRunner,
  webhooks: readonly SignedWebhook[],
  now: Date,
): Promise<Keeping[]> {
  const { rows } = await sql.query<{ body_sha256: Buffer }>({
    name: 'keep-webhooks',
    text: `INSERT INTO webhook_inbox (body_sha256, body, event, reference, received_at, next_attempt_at)
      SELECT digest, body, event, reference, $5, $6
      FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[]) AS w (digest, body, event, reference)
      ON CONFLICT (body_sha256) DO NOTHING RETURNING body_sha256`,
    values: [
      webhooks.map(({ digest }) => digest),
      webhooks.map(({ rawBody }) => rawBody),
      webhooks.map(({ event }) => event),
      webhooks.map(({ reference }) => reference),
      now,
      AT_ONCE,
    ],
  });
  const kept = new Set(rows.map((row) => row.body_sha256.toString('hex')));
  // The same bytes twice in one batch: one of the two is the duplicate.
  return webhooks.map(({ digest }) => (kept.delete(digest.toString('hex')) ? 'kept' : 'duplicate'));
}

/** Keeps what the provider tells us. Everything else is the worker's. */
@Injectable()
export class WebhookService implements BeforeApplicationShutdown {
  /** SQL: when the oldest webhook came that waits and may be about a payment of ours; it reads not more than some thousand rows. */
  static readonly OLDEST_WAITING = `SELECT min(received_at) FROM (SELECT received_at FROM webhook_inbox WHERE processed_at IS NULL AND set_aside_at IS NULL
    AND ${NOT_FOREIGN} LIMIT 5000) w`;
  private readonly received: Counter;
  private readonly commits: GroupCommit<SignedWebhook, Keeping>;
  private readonly wakeUps = new WakeUps(() => this.wakeInbox());

  constructor(
    @Inject(HOT_POOL) pool: pg.Pool,
    @Inject(CLOCK) clock: Clock,
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
    for (const result of ['kept', 'duplicate', 'bad_signature']) this.received.inc({ result }, 0);
    this.commits = new GroupCommit((webhooks) => keepWebhooks(pool, webhooks, clock.now()), {
      maxBatch: MAX_BATCH,
      maxWaiting: MAX_WAITING,
    });
  }

  /**
   * Check the signature, keep the bytes, answer. The provider counts only a 200 and repeats everything else, so a database
   * that is away must not be answered with one; a queue that is away may, because a sweep reads the inbox.
   * @throws AppError INVALID_SIGNATURE; nothing of the body is kept or logged then. MALFORMED_REQUEST when it is no object. OVERLOADED when too many wait to be kept
   */
  async receive(rawBody: Buffer, signature: string | undefined): Promise<void> {
    if (!isSignedByProvider(rawBody, signature, this.env.PAYSTACK_SECRET_KEY)) {
      this.received.inc({ result: 'bad_signature' });
      throw new AppError('INVALID_SIGNATURE');
    }
    checkShape(rawBody, SIGNED_SHAPE);
    const { event, reference } = parseWebhook(rawBody);
    const digest = hash('sha256', rawBody, 'buffer');
    const keeping = this.commits.add({ rawBody, digest, event, reference });
    if (!keeping) throw new AppError('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    const result = await keeping;
    this.received.inc({ result });
    if (result === 'kept') this.wakeUps.wake('inbox');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.commits.drained();
    this.wakeUps.flush();
  }

  private wakeInbox(): void {
    this.queues
      .enqueue('payments', 'read-inbox', {}, 'inbox')
      .catch((error: Error) =>
        this.log.debug({ reason: error.message }, 'webhook wake-up dropped; the periodic check reads'),
      );
  }
}
