import { MAX_CONTESTANT_NAME } from './contestant.js';
import type { InputOf, Rules } from './field-rule.js';
import { paragraphsField, textField } from './shared-rules.js';
import * as s from './schema.js';

/** Corrections of final results, and the results that they replaced (ADR 61). */

const CORRECTION_STATES = ['WAITING', 'CONFIRMED', 'REJECTED', 'WITHDRAWN'] as const;
export type CorrectionDecision = Exclude<(typeof CORRECTION_STATES)[number], 'WAITING'>;

/** Votes that one correction adds to a nominee or takes from it. */
const MOST_VOTES = 1_000_000;
const VOTES_MESSAGE = 'Votes of a correction must be a whole number from −1,000,000 to 1,000,000';

const changeRules = {
  contestantId: { type: 'uuid', required: 'Contestant is required' },
  votes: {
    type: 'integer',
    label: 'Votes',
    typeMessage: VOTES_MESSAGE,
    min: [-MOST_VOTES, VOTES_MESSAGE],
    max: [MOST_VOTES, VOTES_MESSAGE],
  },
  name: { type: 'string', label: 'Contestant name', maxLength: MAX_CONTESTANT_NAME },
} as const satisfies Rules;

export const resultCorrectionRules = {
  /** What changes of each nominee: votes that are added or taken away, a new name, or both. */
  changes: { type: 'list', items: changeRules, most: 100, required: 'Changes are required' },
  /** Public for good. */
  reason: textField('Reason is required', 300),
} as const satisfies Rules;
export type ResultCorrectionInput = InputOf<typeof resultCorrectionRules>;
export const resultCorrectionExamples = {
  changes: [{ contestantId: s.EXAMPLE_ID, votes: -12 }],
  reason: 'The paper ballots of one polling station were entered twice.',
};
const reasonShown = s.like(s.text, resultCorrectionExamples.reason);

export const rejectResultCorrectionRules = {
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export const rejectResultCorrectionExamples = { reason: 'The record of the count says 412' };

const signed = s.like(s.number, -12);
const resultChange = s.object({
  contestantId: s.id,
  /** Added; negative when taken away. */
  votes: s.optional(signed),
  /** Its new name. */
  name: s.optional(s.like(s.text, 'Adwoa Boateng')),
  /** Its name before the correction. */
  formerName: s.like(s.text, 'Adwoa Boateng'),
});
export type ResultChange = s.Shown<typeof resultChange>;

const person = s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') });

export const resultCorrectionView = s.view('ResultCorrection', {
  id: s.id,
  contestId: s.id,
  contest: s.object({ title: s.like(s.text, 'Volta Music Awards 2026') }),
  changes: s.list(resultChange),
  reason: reasonShown,
  state: s.oneOf(CORRECTION_STATES),
  /** Of the result that it made; null unless confirmed. */
  version: s.nullable(s.count),
  askedBy: person,
  askedAt: s.dateTime,
  decidedBy: s.nullable(person),
  decidedAt: s.nullable(s.dateTime),
  /** Why it was rejected or withdrawn. */
  decisionReason: s.nullable(s.like(s.text, rejectResultCorrectionExamples.reason)),
});
export type ResultCorrectionView = s.Shown<typeof resultCorrectionView>;

const resultVersion = {
  /** 1: the result as it became final. */
  version: s.count,
  current: s.flag,
  /** Since when this was the result. */
  at: s.dateTime,
  /** Why it replaced the one before; null for the first. */
  reason: s.nullable(reasonShown),
  /** What it changed of the one before; empty for the first. */
  changes: s.list(resultChange),
};

export const resultVersionsView = s.view('ResultVersions', {
  contestId: s.id,
  /** The oldest first; empty while results are not final. */
  versions: s.list(s.object(resultVersion)),
});
export type ResultVersions = s.Shown<typeof resultVersionsView>;

const resultCategory = s.object({
  id: s.id,
  name: s.like(s.text, 'Best New Artist'),
  /** Most votes first. */
  contestants: s.list(
    s.object({
      id: s.id,
      name: s.like(s.text, 'Adwoa Boateng'),
      /** null while results are hidden. */
      votes: s.nullable(s.count),
      rank: s.nullable(s.count),
    }),
  ),
});
export type ResultCategory = s.Shown<typeof resultCategory>;

export const resultView = s.view('Result', {
  contestId: s.id,
  ...resultVersion,
  categories: s.list(resultCategory),
});
export type ResultView = s.Shown<typeof resultView>;
