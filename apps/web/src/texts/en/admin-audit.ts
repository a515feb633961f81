import type { AuditSubject } from '@abato/contracts';

const subjects: Record<AuditSubject, string> = {
  contest: 'Contest',
  category: 'Category',
  contestant: 'Contestant',
  host: 'Host',
  user: 'User',
  vote: 'Vote',
  payment: 'Payment',
  settlement: 'Payout',
  person: 'Person',
};

export const adminAudit = {
  title: 'Audit log',
  subtitle: (all: boolean) =>
    all
      ? 'Decisions of people, operators’ commands and periodic checks, newest first. Nothing here can be changed.'
      : 'Decisions about your contests, newest first. Nothing here can be changed.',
  subjects,
  filters: {
    action: 'Action',
    actionHint: 'e.g. contest.change, or contest for all',
    subjectType: 'About',
    all: 'Everything',
    actor: 'Actor ID',
    subject: 'Subject ID',
    from: 'From',
    to: 'To',
    apply: 'Show',
    clear: 'Clear Filters',
  },
  empty: 'No entries',
  emptyHint: 'Nothing was decided that fits these filters.',
  table: {
    caption: 'Entries of the audit log',
    at: 'Time',
    action: 'Action',
    actor: 'Actor',
    subject: 'About',
    detail: 'Detail',
  },
  system: 'System',
  by: (name: string) => (name === 'operator' ? 'Operator' : `System (${name})`),
};
