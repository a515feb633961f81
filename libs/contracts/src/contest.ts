import { categoryView, newCategoriesField, publicCategoryView } from './category.js';
import { contestSettings, settingExamples, rulesOfSettings, settingViews } from './contest-settings.js';
import type { ErrorCode } from './errors.js';
import { amendmentReasonField, paragraphsField, removePictureField, textField } from './shared-rules.js';
import { pictureView, publicHostShape, publicHostView } from './host.js';
import type { InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';
import { personView } from './user.js';
import type { VerificationLevel } from './verification.js';

export const CONTEST_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'ENDED'] as const;
export type ContestStatus = (typeof CONTEST_STATUSES)[number];

/** Of contests that the public may see. */
export const PUBLIC_CONTEST_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'ENDED',
] as const satisfies readonly ContestStatus[];
export type PublicContestStatus = (typeof PUBLIC_CONTEST_STATUSES)[number];

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
export const contestRules = s.merged(contestHostRule, s.merged(contestTextRules, rulesOfSettings));

/** Of a request, and of the sealed document. Never renamed: the name is in logs. */
export const AMENDMENT_REASON = 'amendmentReason';

/** What an update of a contest may carry besides the form's fields. */
export const contestSettingsRules = {
  status: { type: 'string', oneOf: CONTEST_STATUSES },
  showResults: contestSettings.showResults.rule,
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
export const contestExamples = /* @__PURE__ */ s.merged(settingExamples, {
  categories: [
    {
      name: 'Best New Artist',
      description: 'Artists whose first single came out this year.',
      order: 0,
      contestants: [{ name: 'Adwoa Boateng', bio: 'Highlife singer from Ho.', order: 0 }],
    },
  ],
  activate: false,
  hostId: s.EXAMPLE_ID,
  title: 'Song of the Year 2026',
  description: 'Vote for the song that moved you most.',
  status: 'ACTIVE' as const,
  amendmentReason: 'The show was moved to the next day.',
}) satisfies ContestPatch & InputOf<typeof newContestRules>;

/** Why a contest takes no votes now. CONTEST_NOT_ACTIVE: its host is inactive. */
export const VOTE_REFUSALS = [
  'CONTEST_NOT_STARTED',
  'CONTEST_PAUSED',
  'CONTEST_ENDED',
  'CONTEST_NOT_ACTIVE',
] as const satisfies readonly ErrorCode[];
export type VoteRefusal = (typeof VOTE_REFUSALS)[number];

const contestTexts = s.shownTexts(contestTextRules, contestExamples);

/** A card of the public list. */
const publicSummary = s.merged(
  s.merged(s.merged({ id: s.id, hostId: s.id }, contestTexts), settingViews('list')),
  {
    banner: pictureView,
    status: s.oneOf(CONTEST_STATUSES),
    isPaused: s.flag,
    /** Whether votes are taken now; `reason` says why not. */
    open: s.flag,
    reason: s.nullable(s.oneOf(VOTE_REFUSALS)),
    showResults: s.flag,
    host: publicHostView,
    _count: s.object({ categories: s.count, contestants: s.count, votes: s.nullable(s.count) }),
  },
);
export const publicContestSummaryView = s.view('PublicContestSummary', publicSummary);
export type PublicContestSummary = s.Shown<typeof publicContestSummaryView>;

/** How often the sealed rules were amended, and the newest time and reason; `/contests/{id}/rules` has all of it. */
const newestAmendment = s.object({
  count: s.count,
  at: s.dateTime,
  /** null where none was given. */
  reason: s.nullable(s.like(s.text, contestExamples.amendmentReason)),
  /** How often the final result was corrected; `/contests/{id}/results` has what it was before. */
  corrections: s.count,
});
export type NewestAmendment = s.Shown<typeof newestAmendment>;

/** Counts of the public page. */
const publicCounts = s.merged(publicSummary, {
  /** Version of the tally these counts belong to; null while results are hidden. */
  version: s.nullable(s.count),
  totalVotes: s.nullable(s.count),
  /** Whether nothing is left that could still be counted: see ADR 61. */
  resultsFinal: s.flag,
  /** The contest has ended and results are not final: the counts are those at the end. */
  provisional: s.flag,
  /** Votes whose payment was begun before the end and is still being confirmed; null when unknown, or while results are hidden. */
  paymentsWaiting: s.nullable(s.count),
});
export const publicContestView = s.view(
  'PublicContest',
  s.merged(s.merged(publicCounts, settingViews('page')), {
    amendment: s.nullable(newestAmendment),
    categories: s.list(publicCategoryView),
  }),
);
export type PublicContestView = s.Shown<typeof publicContestView>;

/** By what a contest knows that its votes are of people: the name of the text beside its rankings. */
export function protectionOf({
  verification,
  votePrice,
}: Pick<PublicContestView, 'verification' | 'votePrice'>): VerificationLevel | 'PAID' {
  return votePrice > 0 || verification === null ? 'PAID' : verification;
}

/** A contest as its owner and super admins see it. */
export const contestView = s.view(
  'Contest',
  s.merged(
    s.merged(s.merged({ id: s.id, userId: s.id, hostId: s.id }, contestTexts), settingViews('organiser')),
    {
      banner: pictureView,
      status: s.oneOf(CONTEST_STATUSES),
      isPaused: s.flag,
      showResults: s.flag,
      createdAt: s.dateTime,
      updatedAt: s.dateTime,
      host: s.object(s.merged(publicHostShape, { user: s.optional(personView) })),
      categories: s.optional(s.list(categoryView)),
      _count: s.object({ categories: s.count, contestants: s.count, votes: s.count }),
    },
  ),
);
export type ContestView = s.Shown<typeof contestView>;

export const contestStatsView = s.view('ContestStats', {
  totalCategories: s.count,
  totalContestants: s.count,
  totalVotes: s.count,
  totalTransactions: s.count,
  totalRevenue: s.cedis,
});
export type ContestStats = s.Shown<typeof contestStatsView>;
