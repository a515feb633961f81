import {
  type Bundle,
  bundlesShown,
  byVotes,
  cedisFromPesewas,
  compareByOrder,
  type ContestTexts,
  contestTextsOf,
  type NewestAmendment,
  type KeptSettings,
  percentage,
  type PublicCategoryView,
  type PublicContestSummary,
  type PublicContestView,
  ranks,
  shownSettings,
  type VoteRefusal,
} from '@abato/contracts';
import type { Category, Contest, Contestant } from './contest.entity.js';
import type { Host } from '../hosts/host.entity.js';

type Stored = 'id' | 'hostId' | 'banner' | 'status' | 'resultsFinalAt' | 'paymentsWaiting';
/** Everything known of a contest; what of it the public may see is decided below and nowhere else. */
export interface ContestFacts extends ContestTexts, KeptSettings, Pick<Contest, Stored> {
  /** Why no votes are taken at the moment of reading; null when they are. */
  refusal: VoteRefusal | null;
  /** Ended and not final: `counts` are those at the end. */
  provisional: boolean;
  amendment: NewestAmendment | null;
  host: Pick<Host, 'id' | 'name' | 'logo' | 'description'>;
  categories: CategoryFacts[];
  /** `total` is the sum over the contestants listed here, so that a reader who recomputes the shares gets the same. */
  counts: {
    version: number;
    total: number;
    byContestant: ReadonlyMap<string, number>;
    /** Votes among them that were held and that the organiser let in. */
    released: ReadonlyMap<string, number>;
  };
}

interface CategoryFacts extends Pick<Category, 'id' | 'name' | 'description' | 'order' | 'votePricePesewas'> {
  bundles: readonly Bundle[];
  contestants: Pick<Contestant, 'id' | 'code' | 'name' | 'bio' | 'photo' | 'order'>[];
}

/**
 * What the public may see of a contest: the one place where hidden results are hidden. With results hidden nothing in the
 * answer depends on a count: not a value, not an order, not a version.
 */
export function publicView(contest: ContestFacts): PublicContestView {
  const shown = contest.showResults;
  return {
    ...publicSummary({
      ...contest,
      categories: contest.categories.length,
      contestants: sum(contest.categories.map((category) => category.contestants.length)),
    }),
    ...shownSettings(contest, 'page'),
    version: shown ? contest.counts.version : null,
    totalVotes: shown ? contest.counts.total : null,
    resultsFinal: contest.resultsFinalAt !== null,
    provisional: contest.provisional,
    paymentsWaiting: shown && contest.provisional ? contest.paymentsWaiting : null,
    amendment: contest.amendment,
    categories: [...contest.categories]
      .sort(compareByOrder)
      .map((category) => publicCategory(contest, category)),
  };
}

function publicCategory(contest: ContestFacts, category: CategoryFacts): PublicCategoryView {
  const shown = contest.showResults;
  const counted = category.contestants.map((person) => ({ ...person, votes: countOf(contest, person.id) }));
  const categoryTotal = sum(counted.map((person) => person.votes));
  const rankOf = ranks(counted);
  const ordered = shown ? byVotes(counted) : [...counted].sort(compareByOrder);
  return {
    id: category.id,
    contestId: contest.id,
    name: category.name,
    description: category.description,
    order: category.order,
    ...categoryPricesShown(category),
    contestants: ordered.map((person) => ({
      id: person.id,
      categoryId: category.id,
      code: person.code,
      name: person.name,
      bio: person.bio,
      photo: person.photo,
      order: person.order,
      voteCount: shown ? person.votes : null,
      releasedVotes: shown ? (contest.counts.released.get(person.id) ?? 0) : null,
      rank: shown ? (rankOf.get(person.id) ?? null) : null,
      percentage: shown ? percentage(person.votes, contest.counts.total) : null,
      categoryPercentage: shown ? percentage(person.votes, categoryTotal) : null,
      _count: { votes: shown ? person.votes : null },
    })),
    _count: { contestants: counted.length, votes: shown ? categoryTotal : null },
  };
}

/** The part of `publicView` that a card of the public list shows. */
export function publicSummary(
  contest: Omit<
    ContestFacts,
    'categories' | 'counts' | 'resultsFinalAt' | 'provisional' | 'paymentsWaiting' | 'amendment'
  > & {
    categories: number;
    contestants: number;
    counts: { total: number };
  },
): PublicContestSummary {
  return {
    id: contest.id,
    hostId: contest.hostId,
    ...contestTextsOf(contest),
    ...shownSettings(contest, 'list'),
    banner: contest.banner,
    status: contest.status,
    isPaused: contest.status === 'PAUSED',
    open: contest.refusal === null,
    reason: contest.refusal,
    host: publicHost(contest.host),
    _count: {
      categories: contest.categories,
      contestants: contest.contestants,
      votes: contest.showResults ? contest.counts.total : null,
    },
  };
}

/** A host as every answer about its contests names it. */
export function publicHost({ id, name, logo, description }: ContestFacts['host']): ContestFacts['host'] {
  return { id, name, logo, description };
}

/** A category's own price and bundles, as its answers show them. */
export function categoryPricesShown({
  votePricePesewas,
  bundles,
}: Pick<CategoryFacts, 'votePricePesewas' | 'bundles'>): Pick<PublicCategoryView, 'votePrice' | 'bundles'> {
  return {
    votePrice: votePricePesewas === null ? null : cedisFromPesewas(votePricePesewas),
    bundles: bundlesShown(bundles),
  };
}

function countOf(contest: ContestFacts, contestantId: string): number {
  return contest.counts.byContestant.get(contestantId) ?? 0;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
