import { categoryView, newCategoriesField, publicCategoryView } from './category.js';
import type { ErrorCode } from './errors.js';
import { amendmentReasonField, dateField, paragraphsField, removePictureField, textField } from './rules.js';
import { CHALLENGE_MODES } from './held-vote.js';
import { pictureView, publicHostShape, publicHostView } from './host.js';
import { MAX_VOTE_PRICE_PESEWAS } from './money.js';
import {
  bundleExamples,
  bundlesField,
  bundlesView,
  windowExamples,
  windowsField,
  windowsView,
} from './pricing.js';
import type { InputOf, Rules } from './field-rule.js';
import {
  cedis,
  count,
  dateTime,
  EXAMPLE_ID,
  EXAMPLE_TIME,
  flag,
  id,
  joined,
  like,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Shown,
  shownTexts,
  text,
  view,
} from './schema.js';
import { personView } from './user.js';
import { VERIFICATION_LEVELS, type VerificationLevel } from './verification.js';
import { MAX_VOTES_PER_CAST } from './vote.js';

export const CONTEST_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'ENDED'] as const;
export type ContestStatus = (typeof CONTEST_STATUSES)[number];

/** Of contests that the public may see. */
export const PUBLIC_CONTEST_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'ENDED',
] as const satisfies readonly ContestStatus[];
export type PublicContestStatus = (typeof PUBLIC_CONTEST_STATUSES)[number];

/** Free votes one phone has per contest and hour, unless the contest says otherwise. */
export const DEFAULT_FREE_VOTES_PER_HOUR = 10;
/** Free votes one device has per contest and hour, whatever phones it names: three phones' worth, because families share one. */
export const DEFAULT_FREE_VOTES_PER_DEVICE = 30;
/** Months after a contest's end for which voters' personal data are kept: card payments can be disputed for about four. */
export const DEFAULT_RETENTION_MONTHS = 6;
/** A prompt that was sent to a phone before a contest's end counts when it is approved at most so many seconds after it; a page has none. */
export const PROMPT_SECONDS = 60;
/** So many minutes before a contest's end one phone has one open payment, and payers are told until when to approve. */
export const LAST_PAYMENT_MINUTES = 10;
export const END_AFTER_START = 'End date must be after start date';

/**
 * Texts that are shown to all readers as they were typed. A further one needs only its rule and example here and a column of the same name:
 * services and answers take their texts from this list.
 */
const contestTextRules = {
  title: textField('Title is required', 200),
  description: paragraphsField('Description is required', 10_000),
} satisfies Rules;
export type ContestTexts = Record<keyof typeof contestTextRules, string>;

/** These texts of a form, a row or an answer, and nothing else of it. */
export function contestTextsOf<T extends Partial<ContestTexts>>(from: T): Pick<T, keyof ContestTexts> {
  const names = Object.keys(contestTextRules) as (keyof ContestTexts)[];
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, keyof ContestTexts>;
}

const contestHostRule = {
  hostId: { type: 'uuid', required: 'Host is required', typeMessage: 'Host is required' },
} satisfies Rules;
const otherContestRules = {
  startDate: dateField('Start date'),
  endDate: dateField('End date'),
  votePrice: {
    type: 'number',
    typeMessage: 'Vote price must be 0 or greater',
    min: [0, 'Vote price must be 0 or greater'],
    max: [MAX_VOTE_PRICE_PESEWAS / 100, 'Vote price must be at most GHS 10,000'],
    decimals: [2, 'Vote price can have at most two decimals'],
  },
  bundles: bundlesField,
  windows: windowsField,
  freeVotesPerHour: {
    type: 'integer',
    min: [1],
    max: [MAX_VOTES_PER_CAST],
  },
  freeVotesPerDevice: {
    type: 'integer',
    min: [1],
    max: [MAX_VOTES_PER_CAST],
  },
  challenge: { type: 'string', label: 'Person check', oneOf: CHALLENGE_MODES },
  addressProof: { type: 'boolean', label: 'Proof of numbers behind one address' },
  verification: { type: 'string', label: 'Verification', oneOf: VERIFICATION_LEVELS },
  allowBallotChange: { type: 'boolean', label: 'Changes of a vote' },
  retentionMonths: {
    type: 'integer',
    label: 'Months',
    min: [1, 'Voters’ details are kept for at least 1 month'],
    max: [120, 'Voters’ details are kept for at most 120 months'],
  },
} satisfies Rules;
export const contestRules = joined(contestHostRule, joined(contestTextRules, otherContestRules));

/** Of a request, and of the sealed document. Never renamed: the name is in logs. */
export const AMENDMENT_REASON = 'amendmentReason';

/** What an update of a contest may carry besides the form's fields. */
export const contestSettingsRules = {
  status: { type: 'string', oneOf: CONTEST_STATUSES },
  showResults: { type: 'boolean' },
  removeBanner: removePictureField,
  amendmentReason: amendmentReasonField,
} satisfies Rules;

/** What a contest may be created with besides the form's fields: all of it, or nothing. */
export const newContestRules = {
  showResults: contestSettingsRules.showResults,
  categories: newCategoriesField,
  /** Whether the contest is ACTIVE at once. */
  activate: { type: 'boolean' },
} satisfies Rules;

export type ContestInput = InputOf<typeof contestRules> & InputOf<typeof newContestRules>;
export type ContestPatch = Partial<InputOf<typeof contestRules> & InputOf<typeof contestSettingsRules>>;
export const contestExamples = {
  categories: [
    {
      name: 'Best New Artist',
      description: 'Artists whose first single came out this year.',
      order: 0,
      contestants: [{ name: 'Adwoa Boateng', bio: 'Highlife singer from Ho.', order: 0 }],
    },
  ],
  activate: false,
  hostId: EXAMPLE_ID,
  title: 'Song of the Year 2026',
  description: 'Vote for the song that moved you most.',
  startDate: EXAMPLE_TIME,
  endDate: '2026-12-31T23:59:59.000Z',
  votePrice: 1,
  bundles: [bundleExamples],
  windows: [windowExamples],
  freeVotesPerHour: 10,
  freeVotesPerDevice: 30,
  challenge: 'AUTO',
  addressProof: true,
  verification: 'OPEN',
  allowBallotChange: false,
  retentionMonths: 6,
  status: 'ACTIVE',
  showResults: true,
  amendmentReason: 'The show was moved to the next day.',
} satisfies ContestPatch & InputOf<typeof newContestRules>;

/** Why a contest takes no votes now. CONTEST_NOT_ACTIVE: its host is inactive. */
export const VOTE_REFUSALS = [
  'CONTEST_NOT_STARTED',
  'CONTEST_PAUSED',
  'CONTEST_ENDED',
  'CONTEST_NOT_ACTIVE',
] as const satisfies readonly ErrorCode[];
export type VoteRefusal = (typeof VOTE_REFUSALS)[number];

const contestTexts = shownTexts(contestTextRules, contestExamples);

/** A card of the public list. */
const publicSummary = joined(joined({ id, hostId: id }, contestTexts), {
  startDate: dateTime,
  endDate: dateTime,
  votePrice: cedis,
  banner: pictureView,
  status: oneOf(CONTEST_STATUSES),
  isPaused: flag,
  /** Whether votes are taken now; `reason` says why not. */
  open: flag,
  reason: nullable(oneOf(VOTE_REFUSALS)),
  showResults: flag,
  host: publicHostView,
  _count: object({ categories: count, contestants: count, votes: nullable(count) }),
});
export const publicContestSummaryView = view('PublicContestSummary', publicSummary);
export type PublicContestSummary = Shown<typeof publicContestSummaryView>;

/** How often the sealed rules were amended, and the newest time and reason; `/contests/{id}/rules` has all of it. */
const newestAmendment = object({
  count,
  at: dateTime,
  /** null where none was given. */
  reason: nullable(like(text, contestExamples.amendmentReason)),
  /** How often the final result was corrected; `/contests/{id}/results` has what it was before. */
  corrections: count,
});
export type NewestAmendment = Shown<typeof newestAmendment>;

export const publicContestView = view(
  'PublicContest',
  joined(publicSummary, {
    /** Version of the tally these counts belong to; null while results are hidden. */
    version: nullable(count),
    totalVotes: nullable(count),
    /** Whether nothing is left that could still be counted: see ADR 61. */
    resultsFinal: flag,
    /** The contest has ended and results are not final: the counts are those at the end. */
    provisional: flag,
    /** Votes whose payment was begun before the end and is still being confirmed; null when unknown, or while results are hidden. */
    paymentsWaiting: nullable(count),
    /** More votes for less, where a category has no price of its own. */
    bundles: bundlesView,
    /** When a paid vote counts several times. */
    windows: windowsView,
    /** null in a paid contest. */
    freeVotesPerHour: nullable(count),
    /** When a free vote counts; null in a paid contest. */
    verification: nullable(oneOf(VERIFICATION_LEVELS)),
    /** Whether electors may change their vote until the end (ELECTORATE). */
    allowBallotChange: flag,
    /** Months after the end for which voters' details are kept. */
    retentionMonths: count,
    amendment: nullable(newestAmendment),
    categories: list(publicCategoryView),
  }),
);
export type PublicContestView = Shown<typeof publicContestView>;

/** By what a contest knows that its votes are of people: the name of the text beside its rankings. */
export function protectionOf({
  verification,
  votePrice,
}: Pick<PublicContestView, 'verification' | 'votePrice'>): VerificationLevel | 'PAID' {
  return votePrice > 0 || verification === null ? 'PAID' : verification;
}

/** A contest as its owner and super admins see it. */
export const contestView = view(
  'Contest',
  joined(joined({ id, userId: id, hostId: id }, contestTexts), {
    startDate: dateTime,
    endDate: dateTime,
    votePrice: cedis,
    bundles: bundlesView,
    windows: windowsView,
    /** This and the other rules of free votes are null in a paid contest. */
    freeVotesPerHour: nullable(count),
    /** Per hour, whatever phones the device names; never less than the phone's limit. */
    freeVotesPerDevice: nullable(count),
    challenge: nullable(oneOf(CHALLENGE_MODES)),
    /** Of an open, free contest: whether numbers must be proven once one network address has given many votes (`ADDRESS_VOTES`). */
    addressProof: flag,
    /** When a free vote counts; fixed once the contest is no draft any more. */
    verification: nullable(oneOf(VERIFICATION_LEVELS)),
    /** Whether electors may change their vote until the end (ELECTORATE); fixed with the level. */
    allowBallotChange: flag,
    /** Months after the end for which voters' details are kept. */
    retentionMonths: count,
    banner: pictureView,
    status: oneOf(CONTEST_STATUSES),
    isPaused: flag,
    showResults: flag,
    createdAt: dateTime,
    updatedAt: dateTime,
    host: object(joined(publicHostShape, { user: optional(personView) })),
    categories: optional(list(categoryView)),
    _count: object({ categories: count, contestants: count, votes: count }),
  }),
);
export type ContestView = Shown<typeof contestView>;

export const contestStatsView = view('ContestStats', {
  totalCategories: count,
  totalContestants: count,
  totalVotes: count,
  totalTransactions: count,
  totalRevenue: cedis,
});
export type ContestStats = Shown<typeof contestStatsView>;
