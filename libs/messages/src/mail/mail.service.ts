import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import {
  type Backlog,
  type Delivery,
  exportBacklog,
  JobProcessor,
  Outbox,
  Processor,
  Sweeps,
} from '@abato/jobs';
import { type Clock, CLOCK, METRICS } from '@abato/platform';
import { MAIL_TRANSPORT } from '../tokens.js';
import type { MailTransport, OutgoingMail } from './mail-transport.js';

const BATCH = 20;
/** A worker that died while sending: its mail is tried again after this long. Longer than a transport's time-out. */
const CLAIM_MS = 120_000;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
/** Sent mails are kept this long, for support; then they are personal data without a purpose. */
const KEEP_SENT_MS = 7 * 24 * 3_600_000;

type DueMail = OutgoingMail & { attempts: number };

/**
 * Sends what waits in the outbox. A mail is claimed by moving its next attempt into the future, so that two workers never send it
 * at once and a crash only delays it: at least once, with the same message id.
 */
@Injectable()
export class MailService {
  private readonly sent: Counter;
  private readonly failed: Counter;
  private readonly outbox: Outbox<DueMail>;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.sent = new Counter({
      name: 'abato_mails_sent_total',
      help: 'Mails delivered',
      registers: [metrics],
    });
    this.failed = new Counter({
      name: 'abato_mail_failures_total',
      help: 'Attempts to deliver a mail that failed',
      registers: [metrics],
    });
    this.outbox = new Outbox(clock, {
      batch: BATCH,
      claimMs: CLAIM_MS,
      firstRetryMs: FIRST_RETRY_MS,
      longestRetryMs: LONGEST_RETRY_MS,
      // A mail server that is away is not asked again for each mail that waits.
      afterFailure: 'stop',
      claim: (now, until, limit, only) => this.claim(now, until, limit, only),
      deliver: (mail) => this.deliver(mail),
      record: (mail, delivery, now, retryAt) =>
        delivery.kind === 'off' ? this.discard(mail) : this.record(mail, now, retryAt),
      describe: ({ reason }) => reason,
    });
    exportBacklog({ metrics, clock }, 'mail_outbox', 'mails that are written and not sent', () =>
      this.backlog(),
    );
  }

  /** Send one mail if it is still due. @throws Error when it was not taken; the outbox then knows when to try again */
  async send(mailId: string): Promise<void> {
    await this.outbox.send(mailId);
  }

  /**
   * Send everything that is due, whatever the queue says.
   * @param stopping ends it after the mails under way; the rest stays due for another worker
   */
  async sendDue(stopping: AbortSignal): Promise<void> {
    await this.outbox.sendDue(stopping);
    await this.db.query('DELETE FROM mail_outbox WHERE sent_at < $1', [
      new Date(this.clock.now().getTime() - KEEP_SENT_MS),
    ]);
  }

  private async claim(now: Date, until: Date, limit: number, only: string | null): Promise<DueMail[]> {
    const { rows } = await this.db.query<DueMail>(
      `UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = ANY(ARRAY(
         SELECT id FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at <= $1 AND ($3::uuid IS NULL OR id = $3)
         ORDER BY next_attempt_at LIMIT $4 FOR UPDATE SKIP LOCKED))
       RETURNING id, recipient, subject, body, attempts`,
      [now, until, only, limit],
    );
    return rows;
  }

  private async deliver(mail: DueMail): Promise<Delivery> {
    try {
      if ((await this.transport(mail)) === 'off') return { kind: 'off', reason: 'mails are switched off' };
    } catch (error) {
      this.failed.inc();
      return { kind: 'later', reason: (error as Error).message };
    }
    this.sent.inc();
    return { kind: 'sent' };
  }

  private async record({ id }: DueMail, now: Date, retryAt: Date | null): Promise<void> {
    if (retryAt)
      await this.db.query('UPDATE mail_outbox SET next_attempt_at = $2 WHERE id = $1', [id, retryAt]);
    else await this.db.query('UPDATE mail_outbox SET sent_at = $2 WHERE id = $1', [id, now]);
  }

  /** A mail that no one gets must not look sent, nor keep its links for a later day. */
  private async discard({ id }: DueMail): Promise<void> {
    await this.db.query('DELETE FROM mail_outbox WHERE id = $1', [id]);
  }

  private async backlog(): Promise<Backlog> {
    const { rows } = await this.db.query<Backlog>(
      `SELECT count(*) AS rows, min(created_at) AS since
       FROM (SELECT created_at FROM mail_outbox WHERE sent_at IS NULL LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }
}

const CONCURRENCY = 4;
const SWEEP_MS = 15_000;

@Processor('mail', { concurrency: CONCURRENCY })
export class MailProcessor extends JobProcessor<'mail'> {
  override readonly handlers = {
    send: ({ mailId }: { mailId: string }) => this.mails.send(mailId),
  };
  override readonly failure = 'mail not delivered; it is tried again';

  constructor(
    private readonly mails: MailService,
    sweeps: Sweeps,
  ) {
    super();
    sweeps.add('mail', SWEEP_MS, (stopping) => mails.sendDue(stopping));
  }
}
