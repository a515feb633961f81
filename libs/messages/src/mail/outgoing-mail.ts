import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Queues } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER, newId } from '@abato/platform';

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
}

/** Puts mails into the outbox, inside the transaction of what they tell of; the worker sends them. */
@Injectable()
export class OutgoingMail {
  constructor(
    private readonly queues: Queues,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns the mail's id, for `announce` after the commit */
  async write(manager: EntityManager, mail: Mail): Promise<string> {
    const id = newId();
    const now = this.clock.now();
    await manager.query(
      `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $5)`,
      [id, mail.recipient, mail.subject, mail.body, now],
    );
    return id;
  }

  /** Wake the worker. A lost wake-up costs seconds: it looks by itself. */
  async announce(mailId: string): Promise<void> {
    await this.queues
      .poke('mail', 'send', { mailId }, mailId)
      .catch((error: Error) => this.log.debug({ reason: error.message }, 'mail wake-up dropped'));
  }
}
