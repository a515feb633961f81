import { contestantView, newContestantsField, publicContestantView } from './contestant.js';
import { amendmentReasonField, orderField, paragraphsField, textField } from './shared-rules.js';
import type { FieldRule, InputOf, Rules } from './field-rule.js';
import { MAX_VOTE_PRICE_PESEWAS } from './money.js';
import { bundlesField, bundlesView } from './pricing.js';
import * as s from './schema.js';

export const categoryRules = {
  contestId: { type: 'uuid', required: 'Contest is required' },
  name: textField('Category name is required', 200),
  description: paragraphsField('Description is required', 5000),
  order: orderField,
  /** Cedis; null: the contest's price. */
  votePrice: {
    type: 'number',
    nullable: true,
    typeMessage: 'Vote price of a category must be more than 0',
    min: [0.01, 'Vote price of a category must be more than 0'],
    max: [MAX_VOTE_PRICE_PESEWAS / 100, 'Vote price must be at most GHS 10,000'],
    decimals: [2, 'Vote price can have at most two decimals'],
  },
  /** Of the category's own price. */
  bundles: bundlesField,
} satisfies Rules;
/** What a request about a category may carry besides the form's fields. Its own price is sealed with the contest's rules. */
export const categorySettingsRules = {
  amendmentReason: { ...amendmentReasonField, required: undefined },
} satisfies Rules;
export type CategoryInput = InputOf<typeof categoryRules> & InputOf<typeof categorySettingsRules>;
export const categoryExamples = {
  contestId: s.EXAMPLE_ID,
  name: 'Best New Artist',
  description: 'Artists whose first single came out this year.',
  order: 0,
  votePrice: 2,
  bundles: [{ votes: 10, price: 16 }],
  amendmentReason: 'The finals have a price of their own.',
} satisfies CategoryInput;

/** Categories that a contest is created with. */
export const newCategoriesField = {
  type: 'list',
  label: 'A new contest',
  most: 100,
  paths: true,
  items: {
    name: categoryRules.name,
    description: categoryRules.description,
    order: orderField,
    contestants: newContestantsField,
  },
} as const satisfies FieldRule;
/** Most contestants, in all its categories together, that a contest is created with. */
export const MAX_NEW_CONTESTANTS = 1_000;
export type NewCategory = InputOf<(typeof newCategoriesField)['items']>;

const description = {
  id: s.id,
  contestId: s.id,
  name: s.like(s.text, 'Best New Artist'),
  description: s.like(s.text, 'First single this year.'),
  order: s.count,
  /** Of this category; null: the contest's price and bundles. */
  votePrice: s.nullable(s.like(s.cedis, 2)),
  bundles: bundlesView,
};

export const categoryView = s.view(
  'Category',
  s.merged(description, {
    contest: s.optional(s.object({ title: s.like(s.text, 'Volta Music Awards 2026') })),
    contestants: s.optional(s.list(contestantView)),
    _count: s.object({ contestants: s.count, votes: s.count }),
  }),
);
export type CategoryView = s.Shown<typeof categoryView>;

export const publicCategoryView = s.view(
  'PublicCategory',
  s.merged(description, {
    contestants: s.list(publicContestantView),
    _count: s.object({ contestants: s.count, votes: s.nullable(s.count) }),
  }),
);
export type PublicCategoryView = s.Shown<typeof publicCategoryView>;

export const categoryStatsView = s.view('CategoryStats', {
  totalContestants: s.count,
  totalVotes: s.count,
  totalTransactions: s.count,
  totalRevenue: s.cedis,
});
export type CategoryStats = s.Shown<typeof categoryStatsView>;
