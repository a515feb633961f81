import type { InputOf, Rules } from './field-rule.js';
import { dateField, paragraphsField } from './rules.js';
import * as s from './schema.js';

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

const sums = { casts: s.count, votes: s.count, voters: s.count };

export const quarantinePreviewView = s.view('QuarantinePreview', {
  ...sums,
  /** Share of the contest's votes, with those that are in quarantine already on one person's word; 0 to 1. */
  share: s.like(s.number, 0.02),
  /** Whether a second person, a super admin, has to confirm it. */
  needsSecondPerson: s.flag,
  /** All nominees, in the order of now. */
  nominees: s.list(
    s.object({
      contestantId: s.id,
      categoryId: s.id,
      name: s.text,
      /** Of the chosen ones. */
      chosen: s.count,
      votesBefore: s.count,
      votesAfter: s.count,
      rankBefore: s.count,
      rankAfter: s.count,
    }),
  ),
  /** Of the chosen votes, those with the most votes first, at most `QUARANTINE_NETWORKS`. */
  networks: s.list(s.object({ networkGroup: s.like(s.text, '9f0c1b2a3d4e5f60'), ...sums })),
  /** How many networks there are in all. */
  networkCount: s.count,
});
export type QuarantinePreview = s.Shown<typeof quarantinePreviewView>;

export const QUARANTINE_STATES = ['WAITING', 'APPLIED', 'REJECTED', 'UNDONE'] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** The person who asked for it would confirm it. */
export const QUARANTINE_SECOND_PERSON = 'Another person than the one who asked for this must confirm it.';

const person = s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') });

export const quarantineView = s.view('Quarantine', {
  id: s.id,
  contestId: s.id,
  from: s.dateTime,
  to: s.dateTime,
  contestantId: s.nullable(s.id),
  tokenYoungerThanMinutes: s.nullable(s.count),
  networkGroup: s.nullable(s.like(s.text, '9f0c1b2a3d4e5f60')),
  channel: s.nullable(s.oneOf(QUARANTINE_CHANNELS)),
  /** Public. */
  reason: s.text,
  state: s.oneOf(QUARANTINE_STATES),
  /** Chosen when it was asked for; once it is applied those that were taken out. */
  casts: s.count,
  votes: s.count,
  askedBy: person,
  askedAt: s.dateTime,
  appliedAt: s.nullable(s.dateTime),
  decidedBy: s.nullable(person),
  undoneAt: s.nullable(s.dateTime),
  /** Whether it can be undone now. */
  undoable: s.flag,
});
export type QuarantineView = s.Shown<typeof quarantineView>;
