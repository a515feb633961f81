import type {
  ContestChanged,
  ContestState,
  ContestTally,
  PublicCategoryView,
  PublicContestView,
} from '@abato/contracts';
import { byVotes, compareByOrder, percentage, ranks } from '@abato/contracts';

/** How live messages change a contest that is on the screen. Pure functions: no request, no store. */

/** A cached answer may be older than what the socket already brought: counts never go backwards. */
export function keepNewerCounts(
  known: PublicContestView | undefined,
  fresh: PublicContestView,
): PublicContestView {
  if (!known || known.version === null || fresh.version === null || known.version <= fresh.version)
    return fresh;
  const counts = new Map<string, number>();
  for (const category of known.categories) {
    for (const contestant of category.contestants) counts.set(contestant.id, contestant.voteCount ?? 0);
  }
  return withCounts(fresh, counts, known.totalVotes ?? 0, known.version);
}

/**
 * The contest with new counts: order, ranks and shares follow from them by the same functions the server uses.
 * Parts that did not change keep their identity, so that only what changed is drawn again.
 * @param changed absolute counts by contestant id; absent ones stay
 */
export function withCounts(
  contest: PublicContestView,
  changed: ReadonlyMap<string, number>,
  totalVotes: number,
  version: number,
): PublicContestView {
  const categories = contest.categories.map((category) => countCategory(category, changed, totalVotes));
  return {
    ...contest,
    version,
    totalVotes,
    categories,
    _count: { ...contest._count, votes: totalVotes },
  };
}

function countCategory(
  category: PublicCategoryView,
  changed: ReadonlyMap<string, number>,
  contestTotal: number,
): PublicCategoryView {
  const counted = category.contestants.map((contestant) => ({
    contestant,
    id: contestant.id,
    name: contestant.name,
    order: contestant.order,
    votes: changed.get(contestant.id) ?? contestant.voteCount ?? 0,
  }));
  const total = counted.reduce((sum, { votes }) => sum + votes, 0);
  const rankOf = ranks(counted);
  const contestants = byVotes(counted).map(({ contestant, votes, id }) => {
    const next = {
      ...contestant,
      voteCount: votes,
      _count: { votes },
      rank: rankOf.get(id) ?? null,
      percentage: percentage(votes, contestTotal),
      categoryPercentage: percentage(votes, total),
    };
    const same =
      contestant.voteCount === next.voteCount &&
      contestant.rank === next.rank &&
      contestant.percentage === next.percentage &&
      contestant.categoryPercentage === next.categoryPercentage;
    return same ? contestant : next;
  });
  return { ...category, contestants, _count: { ...category._count, votes: total } };
}

/** Nothing that tells a count, not even the order. */
export function withoutCounts(contest: PublicContestView): PublicContestView {
  return {
    ...contest,
    version: null,
    totalVotes: null,
    _count: { ...contest._count, votes: null },
    categories: contest.categories.map((category) => ({
      ...category,
      _count: { ...category._count, votes: null },
      contestants: [...category.contestants].sort(compareByOrder).map((contestant) => ({
        ...contestant,
        voteCount: null,
        rank: null,
        percentage: null,
        categoryPercentage: null,
        _count: { votes: null },
      })),
    })),
  };
}

export type TallyOutcome = { contest: PublicContestView } | 'ignore' | 'watch-again';

/**
 * What a tally message does to what we know. Pure, so that every order of messages can be tested.
 * - older or equal: nothing;
 * - built on a version we do not have: we missed something, watch again;
 * - names a contestant we do not know: the contest itself changed, watch again after reading it anew.
 */
export function applyTally(contest: PublicContestView, tally: ContestTally): TallyOutcome {
  if (!contest.showResults) return 'ignore';
  const own = contest.version;
  if (own !== null && tally.version <= own) return 'ignore';
  if (tally.since > (own ?? 0)) return 'watch-again';
  const known = new Set(contest.categories.flatMap((category) => category.contestants.map(({ id }) => id)));
  if (tally.contestants.some(({ id }) => !known.has(id))) return 'watch-again';
  const counts = new Map(tally.contestants.map(({ id, votes }) => [id, votes]));
  return { contest: withCounts(contest, counts, tally.totalVotes, tally.version) };
}

type KeptChange = ContestChanged & ContestState;

/** False for the announcement that a contest was deleted. */
export function isKept(change: ContestChanged): change is KeptChange {
  return change.status !== 'DELETED';
}

/** Whether the contest is another than the page shows, which may have been kept by a cache for some seconds. */
export function isOutdated(contest: PublicContestView, now: ContestState): boolean {
  return contest.status !== now.status || contest.showResults !== now.showResults;
}

/** Status, pause and visibility as announced; hidden results lose their counts at once, shown ones arrive with the next read. */
export function applyChange(contest: PublicContestView, change: ContestState): PublicContestView {
  const next = {
    ...contest,
    status: change.status,
    isPaused: change.isPaused,
    showResults: change.showResults,
  };
  return change.showResults ? next : withoutCounts(next);
}
