import { MAX_CONTESTANT_NAME } from './contestant.js';
import type { InputOf, Rules } from './field-rule.js';
import { paragraphsField, textField } from './rules.js';
import {
  count,
  dateTime,
  EXAMPLE_ID,
  flag,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shown,
  text,
  view,
} from './schema.js';

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
  changes: [{ contestantId: EXAMPLE_ID, votes: -12 }],
  reason: 'The paper ballots of one polling station were entered twice.',
};
const reasonShown = like(text, resultCorrectionExamples.reason);

export const rejectResultCorrectionRules = {
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export const rejectResultCorrectionExamples = { reason: 'The record of the count says 412' };

const signed = like(number, -12);
const resultChange = object({
  contestantId: id,
  /** Added; negative when taken away. */
  votes: optional(signed),
  /** Its new name. */
  name: optional(like(text, 'Adwoa Boateng')),
  /** Its name before the correction. */
  formerName: like(text, 'Adwoa Boateng'),
});
export type ResultChange = Shown<typeof resultChange>;

const person = object({ id, name: like(text, 'Ama Mensah') });

export const resultCorrectionView = view('ResultCorrection', {
  id,
  contestId: id,
  contest: object({ title: like(text, 'Volta Music Awards 2026') }),
  changes: list(resultChange),
  reason: reasonShown,
  state: oneOf(CORRECTION_STATES),
  /** Of the result that it made; null unless confirmed. */
  version: nullable(count),
  askedBy: person,
  askedAt: dateTime,
  decidedBy: nullable(person),
  decidedAt: nullable(dateTime),
  /** Why it was rejected or withdrawn. */
  decisionReason: nullable(like(text, rejectResultCorrectionExamples.reason)),
});
export type ResultCorrectionView = Shown<typeof resultCorrectionView>;

const resultVersion = {
  /** 1: the result as it became final. */
  version: count,
  current: flag,
  /** Since when this was the result. */
  at: dateTime,
  /** Why it replaced the one before; null for the first. */
  reason: nullable(reasonShown),
  /** What it changed of the one before; empty for the first. */
  changes: list(resultChange),
};

export const resultVersionsView = view('ResultVersions', {
  contestId: id,
  /** The oldest first; empty while results are not final. */
  versions: list(object(resultVersion)),
});
export type ResultVersions = Shown<typeof resultVersionsView>;

const resultCategory = object({
  id,
  name: like(text, 'Best New Artist'),
  /** Most votes first. */
  contestants: list(
    object({
      id,
      name: like(text, 'Adwoa Boateng'),
      /** null while results are hidden. */
      votes: nullable(count),
      rank: nullable(count),
    }),
  ),
});
export type ResultCategory = Shown<typeof resultCategory>;

export const resultView = view('Result', {
  contestId: id,
  ...resultVersion,
  categories: list(resultCategory),
});
export type ResultView = Shown<typeof resultView>;
