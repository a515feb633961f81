import { sqlFile } from '@abato/database';

const INSERT = sqlFile(import.meta.url, './insert-audit.sql');

/** What the audit log can name. A closed list, so that each action has one spelling. */
export const AUDIT_ACTIONS = [
  'contest.change',
  'contest.duplicate',
  'contest.delete',
  'contest.electorate-add',
  'contest.electorate-clear',
  'contest.erase-voters',
  'contest.correction-ask',
  'contest.correction-confirm',
  'contest.correction-close',
  'contest.remote-link',
  'contest.remote-connect',
  'contest.remote-end',
  'category.delete',
  'contestant.delete',
  'host.delete',
  'host.toggle-status',
  'host.account-lookup',
  'host.account-request',
  'host.account-approve',
  'host.account-withdraw',
  'host.fee-policy',
  'user.approve',
  'user.reject',
  'user.delete',
  'user.reset-password',
  'user.reveal',
  'user.verify-email',
  'user.second-factor-on',
  'user.second-factor-off',
  'user.recovery-codes',
  'vote.reveal',
  'vote.receipt',
  'payment.reveal',
  'payment.refund',
  'payment.accept',
  'payment.note',
  'settlement.difference-close',
  'payment.returned',
  'payment.kept',
  'payment.refund-request',
  'payment.refund-withdraw',
  'payment.refund-account',
  'payment.correction-wait',
  'payment.correction-confirm',
  'payment.correction-reject',
  'payment.webhook-retry',
  'payment.evidence',
  'dispute.evidence',
  'dispute.resolve',
  'vote.manual',
  'vote.manual-wait',
  'vote.manual-confirm',
  'vote.manual-reject',
  'vote.manual-undo',
  'vote.release',
  'vote.reject',
  'quarantine.apply',
  'quarantine.wait',
  'quarantine.confirm',
  'quarantine.reject',
  'quarantine.undo',
  'person.search',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  at: Date;
  actorUserId: string | null;
  action: AuditAction;
  subjectType: 'contest' | 'category' | 'contestant' | 'host' | 'user' | 'vote' | 'payment' | 'settlement';
  subjectId: string;
  /** Holds no personal data: the log is never erased. */
  detail?: Record<string, unknown>;
}

/** The statement behind `recordAudit`, for operators' commands, which have actions of their own. */
export const INSERT_AUDIT = INSERT;

/** A transaction of TypeORM or of the plain pool. */
interface Transaction {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** Write into the append-only log, inside the transaction of the change it tells of. Contest and host follow from the subject. */
export async function recordAudit(manager: Transaction, entry: AuditEntry): Promise<void> {
  await manager.query(INSERT, [
    entry.at,
    entry.actorUserId,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    JSON.stringify(entry.detail ?? {}),
  ]);
}

/** As `recordAudit`, for what a person does. @param subject its type and id */
export async function recordBy(
  manager: Transaction,
  actor: { id: string },
  at: Date,
  action: AuditAction,
  [subjectType, subjectId]: [AuditEntry['subjectType'], string],
  detail?: AuditEntry['detail'],
): Promise<void> {
  await recordAudit(manager, { at, actorUserId: actor.id, action, subjectType, subjectId, detail });
}
