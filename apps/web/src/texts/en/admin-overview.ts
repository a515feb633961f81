import type { DecisionKind } from '@abato/contracts';
import { plural } from './plural';

/** What organisers and super admins see first: /admin/hosts and /admin/dashboard. */
export const adminOverview = {
  label: 'Overview',
  today: 'Today',
  money: 'Money today',
  payments: (value: number) => plural(value, 'payment', 'payments'),
  votes: 'Votes today',
  sinceMidnight: 'since midnight, Ghana time',
  running: 'Taking votes now',
  runningNote: (value: number) => `of ${plural(value, 'contest', 'contests')}`,
  decisions: {
    title: 'To decide',
    incidents: 'Incidents and decisions',
    none: 'Nothing waits for a decision.',
    texts: {
      APPROVALS: (value) => `${plural(value, 'registration waits', 'registrations wait')} for approval`,
      PAYMENTS: (value) => `${plural(value, 'payment needs', 'payments need')} attention`,
      CORRECTIONS: (value) => `${plural(value, 'correction waits', 'corrections wait')} for a second person`,
      WEBHOOKS: (value) => `${plural(value, 'webhook was', 'webhooks were')} set aside`,
      DISPUTES: (value) => `${plural(value, 'dispute needs', 'disputes need')} an answer`,
      HELD_VOTES: (value) => `${plural(value, 'held vote waits', 'held votes wait')} for your decision`,
      APPEALS: (value) =>
        `${plural(value, 'voter asks', 'voters ask')} you to look again at a held or rejected vote`,
      CASH: (value) => `${plural(value, 'entry by hand waits', 'entries by hand wait')} for a second person`,
      LATE_DRAFTS: (value) => `${plural(value, 'draft has', 'drafts have')} passed the start date`,
    } satisfies Record<DecisionKind, (value: number) => string>,
  },
  contests: {
    title: 'Your contests',
    allTitle: 'Contests now',
    all: (value: number) => `All ${plural(value, 'contest', 'contests')}`,
    empty: 'Create a contest to see its votes here.',
    votes: (value: number) => plural(value, 'vote', 'votes'),
    hours: 'Votes of each of the last 24 hours',
    ends: (date: string) => `Ends ${date}`,
    ended: (date: string) => `Ended ${date}`,
    starts: (date: string) => `Starts ${date}`,
    hidden: 'Results hidden',
  },
  approvals: {
    title: 'Registrations to approve',
    none: 'No registration waits.',
    all: 'Review registrations',
    since: 'since',
  },
  failed: 'The overview could not be read.',
};
