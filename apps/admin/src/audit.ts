import type { SqlRunner } from '@abato/database';

/** What the commands write into the append-only log. There is no actor: an operator who may run a command is above the accounts. */
export type OperatorAction =
  | 'user.create-super-admin'
  | 'user.reset-password'
  | 'user.reset-second-factor'
  | 'payment.settle'
  | 'person.export'
  | 'person.erase'
  | 'keys.rotate'
  | 'contest.rebuild-folds';

/** @param detail holds no personal data: the log is never erased */
export async function recordAudit(
  sql: SqlRunner,
  at: Date,
  action: OperatorAction,
  subjectType: 'user' | 'payment' | 'person' | 'keys' | 'contest',
  subjectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await sql.query(
    `INSERT INTO audit_log (at, actor_user_id, action, subject_type, subject_id, detail) VALUES ($1, NULL, $2, $3, $4, $5)`,
    [at, action, subjectType, subjectId, JSON.stringify({ by: 'operator', ...detail })],
  );
}
