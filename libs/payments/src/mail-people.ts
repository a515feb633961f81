import type { SqlRunner } from '@abato/database';
import { type Letter, writeMails } from '@abato/messages';

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
  letter: Letter,
  now: Date,
  to: { who: string; id: string | null },
): Promise<void> {
  const { rows } = await sql.query<{ email: string }>(
    `SELECT email FROM users WHERE deleted_at IS NULL AND approval_status = 'APPROVED' AND (${to.who}) ORDER BY id`,
    [to.id],
  );
  await writeMails(
    sql,
    rows.map(({ email: recipient }) => ({ recipient, ...letter })),
    now,
  );
}
