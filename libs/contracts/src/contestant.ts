import { orderField, paragraphsField, textField } from './rules.js';
import { pictureView } from './host.js';
import type { FieldRule, InputOf, Rules } from './field-rule.js';
import {
  cedis,
  count,
  EXAMPLE_ID,
  id,
  joined,
  like,
  nullable,
  number,
  object,
  type Shown,
  text,
  view,
} from './schema.js';

/** Characters. */
export const MAX_CONTESTANT_NAME = 200;

export const contestantRules = {
  categoryId: { type: 'uuid', required: 'Category is required' },
  name: textField('Contestant name is required', MAX_CONTESTANT_NAME),
  bio: paragraphsField('Bio is required', 5000),
  order: orderField,
} satisfies Rules;
export type ContestantInput = InputOf<typeof contestantRules>;
export const contestantExamples = {
  categoryId: EXAMPLE_ID,
  name: 'Adwoa Boateng',
  bio: 'Highlife singer from Ho.',
  order: 0,
} satisfies ContestantInput;

/** Contestants that are entered without photos. Their bio may be blank: it can be added later. */
export const newContestantsField = {
  type: 'list',
  label: 'A category',
  most: 200,
  paths: true,
  items: {
    name: contestantRules.name,
    bio: { ...contestantRules.bio, required: undefined },
    order: orderField,
  },
} as const satisfies FieldRule;

export const PHOTO_REQUIRED = 'Photo is required';

const description = {
  id,
  categoryId: id,
  /** Typed on feature phones: 4 to 6 digits, no other contestant's. */
  code: like(text, '4821'),
  name: like(text, 'Adwoa Boateng'),
  bio: like(text, 'Highlife singer from Ho.'),
  photo: pictureView,
  order: count,
};

export const contestantView = view(
  'Contestant',
  joined(description, {
    voteCount: count,
    _count: object({ votes: count }),
  }),
);
export type ContestantView = Shown<typeof contestantView>;

/** The public part of a contestant; counts are null while results are hidden. */
export const publicContestantView = view(
  'PublicContestant',
  joined(description, {
    voteCount: nullable(count),
    /** Of them: votes that were held and that the organiser let in. */
    releasedVotes: nullable(like(count, 0)),
    /** Equal counts share a rank (1, 1, 3). */
    rank: nullable(like(count, 1)),
    /** Share of the whole contest's votes, one decimal. */
    percentage: nullable(number),
    /** Share of the category's votes, one decimal. */
    categoryPercentage: nullable(number),
    _count: object({ votes: nullable(count) }),
  }),
);
export type PublicContestantView = Shown<typeof publicContestantView>;

export const contestantStatsView = view('ContestantStats', {
  totalVotes: count,
  totalTransactions: count,
  totalRevenue: cedis,
  /** Within the category; equal counts share a rank. */
  rank: count,
  categoryPercentage: number,
});
export type ContestantStats = Shown<typeof contestantStatsView>;
