import type { InputOf, Rules } from './field-rule.js';
import { dateField, paragraphsField } from './rules.js';
import {
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shown,
  text,
  view,
} from './schema.js';

/** Counted free votes of a contest that are taken out of the count together, and put back when that was a mistake (ADR 42). */

/** Ways in which voters cast. Votes entered by hand are undone one by one. */
export const QUARANTINE_CHANNELS = ['web', 'light', 'ussd'] as const;
/** Casts of one quarantine: a bound on its locks. */
export const MAX_QUARANTINE_CASTS = 50_000;
/** Hours in which a quarantine can be undone, as long as the contest has not ended. */
export const QUARANTINE_UNDO_HOURS = 24;
/** Networks that a preview lists. */
export const QUARANTINE_NETWORKS = 20;

export const quarantineSelectionRules = {
  /** Of the cast. */
  from: dateField('Start'),
  to: dateField('End'),
  contestantId: { type: 'uuid', label: 'Nominee' },
  /** The browser's token was younger when the vote was cast, or the browser had none. Votes of other ways are not chosen then. */
  tokenYoungerThanMinutes: { type: 'integer', label: 'Age of the token', min: [1], max: [600_000] },
  /** The opaque name of a sender's network in this contest. */
  networkGroup: {
    type: 'string',
    label: 'Network',
    pattern: [/^[0-9a-f]{16}$/, 'Choose a network from the list'],
  },
  channel: { type: 'string', label: 'Channel', oneOf: QUARANTINE_CHANNELS },
} satisfies Rules;
export type QuarantineSelection = InputOf<typeof quarantineSelectionRules>;
export const quarantineSelectionExamples = {
  from: '2026-12-01T18:00:00Z',
  to: '2026-12-01T18:10:00Z',
  tokenYoungerThanMinutes: 10,
  networkGroup: '9f0c1b2a3d4e5f60',
  channel: 'web',
};

export const quarantineRules = {
  ...quarantineSelectionRules,
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export type QuarantineInput = InputOf<typeof quarantineRules>;
export const quarantineExamples = {
  ...quarantineSelectionExamples,
  reason: 'A script cast these votes within ten minutes',
};

const sums = { casts: count, votes: count, voters: count };

export const quarantinePreviewView = view('QuarantinePreview', {
  ...sums,
  /** Share of the contest's votes, with those that are in quarantine already on one person's word; 0 to 1. */
  share: like(number, 0.02),
  /** Whether a second person, a super admin, has to confirm it. */
  needsSecondPerson: flag,
  /** All nominees, in the order of now. */
  nominees: list(
    object({
      contestantId: id,
      categoryId: id,
      name: text,
      /** Of the chosen ones. */
      chosen: count,
      votesBefore: count,
      votesAfter: count,
      rankBefore: count,
      rankAfter: count,
    }),
  ),
  /** Of the chosen votes, those with the most votes first, at most `QUARANTINE_NETWORKS`. */
  networks: list(object({ networkGroup: like(text, '9f0c1b2a3d4e5f60'), ...sums })),
  /** How many networks there are in all. */
  networkCount: count,
});
export type QuarantinePreview = Shown<typeof quarantinePreviewView>;

export const QUARANTINE_STATES = ['WAITING', 'APPLIED', 'REJECTED', 'UNDONE'] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** The person who asked for it would confirm it. */
export const QUARANTINE_SECOND_PERSON = 'Another person than the one who asked for this must confirm it.';

const person = object({ id, name: like(text, 'Ama Mensah') });

export const quarantineView = view('Quarantine', {
  id,
  contestId: id,
  from: dateTime,
  to: dateTime,
  contestantId: nullable(id),
  tokenYoungerThanMinutes: nullable(count),
  networkGroup: nullable(like(text, '9f0c1b2a3d4e5f60')),
  channel: nullable(oneOf(QUARANTINE_CHANNELS)),
  /** Public. */
  reason: text,
  state: oneOf(QUARANTINE_STATES),
  /** Chosen when it was asked for; once it is applied those that were taken out. */
  casts: count,
  votes: count,
  askedBy: person,
  askedAt: dateTime,
  appliedAt: nullable(dateTime),
  decidedBy: nullable(person),
  undoneAt: nullable(dateTime),
  /** Whether it can be undone now. */
  undoable: flag,
});
export type QuarantineView = Shown<typeof quarantineView>;
