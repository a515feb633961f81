import type { SqlRunner } from '@abato/database';
import { type MailText, writeMails } from '@abato/messages';

/** Put a mail to the super admins into the mail outbox, and to a contest's owner when one is named. */
export function mailStaff(
  sql: SqlRunner,
  mail: MailText,
  now: Date,
  contestId: string | null = null,
): Promise<void> {
  return mailUsers(
    sql,
    mail,
    now,
    `role = 'SUPER_ADMIN' OR id = (SELECT user_id FROM contests WHERE id = $1)`,
    contestId,
  );
}

/** Put a mail to one person into the mail outbox, unless the account was deleted meanwhile. */
export function mailPerson(sql: SqlRunner, mail: MailText, now: Date, userId: string): Promise<void> {
  return mailUsers(sql, mail, now, 'id = $1', userId);
}

/** @param who SQL about approved users, with `id` as its $1 */
async function mailUsers(
  sql: SqlRunner,
  mail: MailText,
  now: Date,
  who: string,
  id: string | null,
): Promise<void> {
  const { rows } = await sql.query<{ recipient: string }>(
    `SELECT email AS recipient FROM users WHERE deleted_at IS NULL AND approval_status = 'APPROVED' AND (${who}) ORDER BY id`,
    [id],
  );
  const mails = rows.map((to) => ({ ...to, ...mail }));
  await writeMails(sql, mails, now);
}
