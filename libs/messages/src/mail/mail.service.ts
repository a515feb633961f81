import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { HOT_POOL } from '@abato/database';
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

/**
 * Sends what waits in the outbox. A mail is claimed by moving its next attempt into the future, so that two workers never send it
 * at once and a crash only delays it: at least once, with the same message id.
 */
@Injectable()
export class MailService {
  private readonly sent: Counter;
  private readonly failed: Counter;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
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
  }

  /** Send one mail if it is still due. @throws Error when it was not taken; the outbox then knows when to try again */
  async send(mailId: string): Promise<void> {
    for (const mail of await this.claim(mailId)) await this.deliver(mail);
  }

  /**
   * Send everything that is due, whatever the queue says.
   * @param stopping ends it after the mails under way; the rest stays due for another worker
   */
  async sendDue(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const mails = await this.claim(null);
      const results = await Promise.allSettled(mails.map((mail) => this.deliver(mail)));
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
      if (mails.length < BATCH) break;
    }
    await this.pool.query('DELETE FROM mail_outbox WHERE sent_at < $1', [
      new Date(this.clock.now().getTime() - KEEP_SENT_MS),
    ]);
  }

  private async claim(mailId: string | null): Promise<(OutgoingMail & { attempts: number })[]> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<OutgoingMail & { attempts: number }>(
      `UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id IN (
         SELECT id FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at <= $1 AND ($3::uuid IS NULL OR id = $3)
         ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id, recipient, subject, body, attempts`,
      [now, new Date(now.getTime() + CLAIM_MS), mailId],
    );
    return rows;
  }

  private async deliver(mail: OutgoingMail & { attempts: number }): Promise<void> {
    try {
      await this.transport(mail);
    } catch (error) {
      this.failed.inc();
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), LONGEST_RETRY_MS);
      await this.pool.query('UPDATE mail_outbox SET next_attempt_at = $2 WHERE id = $1', [
        mail.id,
        new Date(this.clock.now().getTime() + wait),
      ]);
      throw error;
    }
    this.sent.inc();
    await this.pool.query('UPDATE mail_outbox SET sent_at = $2 WHERE id = $1', [mail.id, this.clock.now()]);
  }
}
