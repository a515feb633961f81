import { orderField, paragraphsField, textField } from './shared-rules.js';
import { pictureView } from './host.js';
import type { FieldRule, InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';

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
  categoryId: s.EXAMPLE_ID,
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
  id: s.id,
  categoryId: s.id,
  /** Typed on feature phones: 4 to 6 digits, no other contestant's. */
  code: s.like(s.text, '4821'),
  name: s.like(s.text, 'Adwoa Boateng'),
  bio: s.like(s.text, 'Highlife singer from Ho.'),
  photo: pictureView,
  order: s.count,
};

export const contestantView = s.view(
  'Contestant',
  s.merged(description, {
    voteCount: s.count,
    _count: s.object({ votes: s.count }),
  }),
);
export type ContestantView = s.Shown<typeof contestantView>;

/** The public part of a contestant; counts are null while results are hidden. */
export const publicContestantView = s.view(
  'PublicContestant',
  s.merged(description, {
    voteCount: s.nullable(s.count),
    /** Of them: votes that were held and that the organiser let in. */
    releasedVotes: s.nullable(s.like(s.count, 0)),
    /** Equal counts share a rank (1, 1, 3). */
    rank: s.nullable(s.like(s.count, 1)),
    /** Share of the whole contest's votes, one decimal. */
    percentage: s.nullable(s.number),
    /** Share of the category's votes, one decimal. */
    categoryPercentage: s.nullable(s.number),
    _count: s.object({ votes: s.nullable(s.count) }),
  }),
);
export type PublicContestantView = s.Shown<typeof publicContestantView>;

export const contestantStatsView = s.view('ContestantStats', {
  totalVotes: s.count,
  totalTransactions: s.count,
  totalRevenue: s.cedis,
  /** Within the category; equal counts share a rank. */
  rank: s.count,
  categoryPercentage: s.number,
});
export type ContestantStats = s.Shown<typeof contestantStatsView>;
