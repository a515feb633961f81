import type { ServiceState, StatusReason, StatusService } from '@abato/contracts';

type Sentences = Record<StatusService, string>;

export const statusTexts = {
  pageTitle: 'Status',
  title: 'Does everything work?',
  lead: 'Every five seconds Abato measures whether votes can be stored, whether the payment provider answers, and how fresh the counts are.',
  measured: (clock: string) => `Measured at ${clock} UTC`,
  old: (clock: string) => `These figures are from ${clock} UTC. Abato has not measured since.`,
  unreadable: 'The status could not be read',
  unreadableText: 'Abato does not answer, or your connection is interrupted. We try again every few seconds.',
  names: { voting: 'Voting', payments: 'Payments', live: 'Live counts' } satisfies Sentences,
  states: {
    OPERATIONAL: 'Works',
    DEGRADED: 'Limited',
    DOWN: 'Does not work',
    UNKNOWN: 'Not measured',
  } satisfies Record<ServiceState, string>,
  works: {
    voting: 'Votes are taken and stored.',
    payments: 'The payment provider answers, and payments are confirmed.',
    live: 'New votes appear on screens within a second or two.',
  } satisfies Sentences,
  reasons: {
    NOT_STORED:
      'Nothing can be stored at the moment. Votes and payments that were confirmed before are safe.',
    NO_PROCESS: 'No votes are taken at the moment. Please try again in a minute.',
    OVERLOADED:
      'More votes arrive than can be taken. If you are asked to try again, your vote was not counted yet.',
    PROVIDER:
      'The payment provider does not answer every request. A payment that you approved is found and counted later.',
    PAYMENTS_REFUSED:
      'The payment provider refuses new payments at the moment. A vote that cannot be paid costs nothing.',
    WAITING_LINE: 'Many people are paying: you are told your place in the line.',
    LATE_PAYMENTS: 'Payments are confirmed later than usual. Do not pay twice: yours will be counted.',
    LATE_COUNTS: 'Votes are stored, but counts on screens are behind.',
    DELAYED: 'Counts appear some seconds later than usual. No vote is lost.',
    IDLE: 'There was no payment within the last minutes, so there is nothing to measure.',
    UNREADABLE: 'This could not be measured at the moment.',
  } satisfies Record<StatusReason, string>,
  history: 'The last hour',
  hourAgo: '60 minutes ago',
  now: 'now',
  minutes: (state: string, minutes: number) => `${state}: ${minutes} min`,
};
