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

/** Put mails into the outbox, in the transaction of what they tell of; the worker finds them by itself. @param now they are due at once */
export async function writeMails(
  sql: { query(text: string, values: unknown[]): Promise<unknown> },
  mails: readonly (Mail & { id?: string })[],
  now: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at)
     SELECT id, recipient, subject, body, $5, $5
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS mail (id, recipient, subject, body)`,
    [
      mails.map(({ id }) => id ?? newId()),
      mails.map(({ recipient }) => recipient),
      mails.map(({ subject }) => subject),
      mails.map(({ body }) => body),
      now,
    ],
  );
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
    await writeMails(manager, [{ id, ...mail }], this.clock.now());
    return id;
  }

  /** Wake the worker. A lost wake-up costs seconds: it looks by itself. */
  async announce(mailId: string): Promise<void> {
    await this.queues
      .enqueue('mail', 'send', { mailId }, mailId)
      .catch((error: Error) => this.log.debug({ reason: error.message }, 'mail wake-up dropped'));
  }
}
