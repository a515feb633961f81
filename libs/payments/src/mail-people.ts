import type { SqlRunner } from '@abato/database';
import type { Letter } from '@abato/messages';
import { newId } from '@abato/platform';

/** Put a letter to the super admins into the mail outbox, and to a contest's owner when one is named. */
export async function mailStaff(
  sql: SqlRunner,
  letter: Letter,
  now: Date,
  contestId?: string,
): Promise<void> {
  const who = `role = 'SUPER_ADMIN' OR id = (SELECT user_id FROM contests WHERE id = $1)`;
  await mailUsers(sql, letter, now, { who, id: contestId ?? null });
}

/** Put a letter to one person into the mail outbox, unless the account was deleted meanwhile. */
export async function mailPerson(sql: SqlRunner, letter: Letter, now: Date, userId: string): Promise<void> {
  await mailUsers(sql, letter, now, { who: 'id = $1', id: userId });
}

/** @param to.who SQL about approved users, with `to.id` as its $1 */
async function mailUsers(
  sql: SqlRunner,
  { subject, body }: Letter,
  now: Date,
  to: { who: string; id: string | null },
): Promise<void> {
  const { rows } = await sql.query<{ email: string }>(
    `SELECT email FROM users WHERE deleted_at IS NULL AND approval_status = 'APPROVED' AND (${to.who}) ORDER BY id`,
    [to.id],
  );
  await sql.query(
    `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at)
     SELECT id, recipient, $3, $4, $5, $5 FROM unnest($1::uuid[], $2::text[]) AS m (id, recipient)`,
    [rows.map(() => newId()), rows.map(({ email }) => email), subject, body, now],
  );
}
