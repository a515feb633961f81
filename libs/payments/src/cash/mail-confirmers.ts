import { cedisFromPesewas, formatCedis } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { cashWaitsMail } from '@abato/messages';
import { newId } from '@abato/platform';
import type { VoteRow } from '@abato/voting';
import type { SettlingTransaction } from '../confirm/settlement.service.js';

const CONFIRMERS = sqlFile(import.meta.url, './confirmers-to-mail.sql');
/** A person who enters cash again and again must not fill the mailboxes of others. */
const NEXT_MAIL_AFTER_MS = 3_600_000;
/** No installation has as many super admins; a bound keeps the transaction short. */
const MOST_MAILS = 100;

interface Confirmer {
  firstName: string;
  email: string;
  emailVerifiedAt: Date | null;
  title: string;
  end: Date;
}

/**
 * Put mails to all who may confirm an entry into the outbox, in the transaction that writes the entry (docs/adr/0077). The owner of
 * the contest is not among them: only the owner can enter cash.
 */
export async function mailConfirmers(
  { sql, now, publicUrl }: SettlingTransaction,
  { entry, enteredBy }: { entry: VoteRow; enteredBy: string },
): Promise<void> {
  const mailedSince = new Date(now.getTime() - NEXT_MAIL_AFTER_MS);
  const { rows } = await sql.query<Confirmer>(CONFIRMERS, [enteredBy, entry.id, mailedSince, MOST_MAILS]);
  const amount = entry.amount > 0 ? formatCedis(cedisFromPesewas(entry.amount)) : null;
  const mails = rows.map(({ title, end, ...to }) =>
    cashWaitsMail(to, { amount, votes: entry.votes, contestTitle: title, end, publicUrl }),
  );
  await sql.query(
    `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at)
     SELECT id, recipient, subject, body, $5, $5
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS mail (id, recipient, subject, body)`,
    [
      mails.map(() => newId()),
      mails.map(({ recipient }) => recipient),
      mails.map(({ subject }) => subject),
      mails.map(({ body }) => body),
      now,
    ],
  );
}
