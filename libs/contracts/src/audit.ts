import type { FieldRule, InputOf, Rules } from './field-rule.js';
import { choiceQuery, dayQuery } from './query.js';
import * as s from './schema.js';

/** The audit log: decisions of people, of operators' commands and of periodic checks. It holds no voters' data. */

export const AUDIT_SUBJECTS = [
  'contest',
  'category',
  'contestant',
  'host',
  'user',
  'vote',
  'payment',
  'settlement',
  'person',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** `contest.change`, or `contest` for all about contests. */
const actionQuery = {
  type: 'string',
  trim: false,
  maxLength: 60,
  pattern: [/^[a-z]+(\.[a-z-]*)?$/, 'Action must look like contest.change or contest'],
} satisfies FieldRule;

export const auditFilters = {
  actor: { type: 'uuid', trim: false },
  action: actionQuery,
  subjectType: choiceQuery('subjectType', AUDIT_SUBJECTS),
  subject: { type: 'uuid', trim: false },
  /** First day, in Ghana time (UTC). */
  from: dayQuery,
  /** Last day, itself included. */
  to: dayQuery,
} satisfies Rules;
export type AuditFilters = InputOf<typeof auditFilters>;

const detail: s.Schema<Record<string, unknown>> = {
  type: 'object',
  open: true,
  example: { status: { from: 'ACTIVE', to: 'PAUSED' } },
};

export const auditEntryView = s.view('AuditEntry', {
  /** Grows with every entry. */
  id: s.count,
  at: s.dateTime,
  /** null: an operator's command or a periodic check; `detail.by` says which. */
  actor: s.nullable(s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') })),
  action: s.like(s.text, 'contest.change'),
  subjectType: s.oneOf(AUDIT_SUBJECTS),
  subjectId: s.id,
  /** What the subject is, or belongs to, where the log knows it. */
  contest: s.nullable(s.object({ id: s.id, title: s.like(s.text, 'Volta Music Awards 2026') })),
  host: s.nullable(s.object({ id: s.id, name: s.like(s.text, 'Volta Events') })),
  detail,
});
export type AuditEntryView = s.Shown<typeof auditEntryView>;
