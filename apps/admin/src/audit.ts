import { INSERT_AUDIT } from '@abato/accounts';
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
  const said = JSON.stringify({ by: 'operator', ...detail });
  await sql.query(INSERT_AUDIT, [at, null, action, subjectType, subjectId, said]);
}
