import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { HOT_POOL, sqlFile } from '@abato/database';
import { type Backlog, exportBacklog, Outbox } from '@abato/jobs';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  METRICS,
} from '@abato/platform';
import { receiptSms } from '../receipt.js';
import { SMS_TRANSPORT } from '../tokens.js';
import type { SmsOutcome, SmsTransport } from './sms-transport.js';

const CLAIM = sqlFile(import.meta.url, './claim-sms.sql');
const BATCH = 20;
/** Longer than a hand-over may take: later it is clear that its process died. */
const JUDGED_AFTER_MS = 120_000;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
/** About a day of retries: an older receipt surprises more than it helps. */
const MOST_ATTEMPTS = 10;

/** What the row says once nothing more is tried. */
const ENDINGS: Record<SmsOutcome['kind'], string> = {
  sent: 'SENT',
  later: 'GIVEN_UP',
  refused: 'GIVEN_UP',
  unsure: 'UNSURE',
  off: 'GIVEN_UP',
};

interface DueSms {
  vote_id: string;
  attempts: number;
  phone: string | null;
  votes: number;
  amount_pesewas: number;
  code: string | null;
  contestant: string;
}

/** Sends receipts by SMS: at most once per vote. What was certainly not taken is tried again; what may have been is not. */
@Injectable()
export class SmsService {
  private readonly outcomes: Counter;
  private readonly outbox: Outbox<DueSms>;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(SMS_TRANSPORT) private readonly transport: SmsTransport,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.outcomes = new Counter({
      name: 'abato_sms_total',
      help: 'Receipts handed to the SMS provider by outcome: sent, later, refused, unsure, off',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    this.outbox = new Outbox(clock, {
      batch: BATCH,
      claimMs: JUDGED_AFTER_MS,
      firstRetryMs: FIRST_RETRY_MS,
      longestRetryMs: LONGEST_RETRY_MS,
      mostAttempts: MOST_ATTEMPTS,
      afterFailure: 'continue',
      claim: (now, until, limit) => this.claim(now, until, limit),
      deliver: (sms) => this.deliver(sms),
      record: (sms, outcome, now, retryAt) => this.record(sms, outcome, now, retryAt),
      describe: ({ kind, reason }) => `receipt not sent (${kind}): ${reason}`,
    });
    exportBacklog({ metrics, clock }, 'sms_outbox', 'receipts by SMS that are written and not sent', () =>
      this.backlog(),
    );
  }

  /**
   * Send everything that is due, and judge what a dead process left behind.
   * @param stopping ends it after the receipts under way; the rest stays due for another worker
   * @throws Error when one was not taken, after all were tried; the outbox knows when to try it again
   */
  async sendDue(stopping: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const left = await this.pool.query(
      `UPDATE sms_outbox SET status = 'UNSURE', next_attempt_at = NULL, last_error = 'the process died while handing it over'
       WHERE status = 'SENDING' AND next_attempt_at <= $1`,
      [now],
    );
    if (left.rowCount)
      this.log.warn({ receipts: left.rowCount }, 'receipts whose hand-over never became known');
    await this.outbox.sendDue(stopping);
  }

  private async claim(now: Date, judged: Date, limit: number): Promise<DueSms[]> {
    const values = [now, judged, limit];
    return (await this.pool.query<DueSms>({ name: 'claim-sms', text: CLAIM, values })).rows;
  }

  private async deliver(sms: DueSms): Promise<SmsOutcome> {
    const outcome = await this.handOver(sms);
    this.outcomes.inc({ outcome: outcome.kind });
    return outcome;
  }

  private async handOver(sms: DueSms): Promise<SmsOutcome> {
    if (!sms.phone || !sms.code) return { kind: 'refused', reason: 'the voter was erased' };
    const text = receiptSms({
      code: sms.code,
      contestantName: sms.contestant,
      votes: sms.votes,
      amountPesewas: sms.amount_pesewas,
      publicUrl: this.env.PUBLIC_URL,
    });
    return this.transport({ phone: sms.phone, text });
  }

  private async record(
    { vote_id }: DueSms,
    outcome: SmsOutcome,
    now: Date,
    retryAt: Date | null,
  ): Promise<void> {
    await this.pool.query({
      name: 'record-sms',
      text: 'UPDATE sms_outbox SET status = $2, next_attempt_at = $3, last_error = $4, sent_at = $5 WHERE vote_id = $1',
      values: [
        vote_id,
        retryAt ? 'DUE' : ENDINGS[outcome.kind],
        retryAt,
        outcome.kind === 'sent' ? null : outcome.reason,
        outcome.kind === 'sent' ? now : null,
      ],
    });
  }

  private async backlog(): Promise<Backlog> {
    const { rows } = await this.pool.query<Backlog>(
      `SELECT count(*) AS rows, min(created_at) AS since
       FROM (SELECT created_at FROM sms_outbox WHERE next_attempt_at IS NOT NULL LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }
}
