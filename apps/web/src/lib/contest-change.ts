import {
  compareByOrder,
  type ContestChanged,
  type ContestState,
  type PublicContestView,
} from '@abato/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';

/** How a change of a contest's state, of which its viewers are told, changes what is on the screen. */

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
        releasedVotes: null,
        rank: null,
        percentage: null,
        categoryPercentage: null,
        _count: { votes: null },
      })),
    })),
  };
}

/** The contest was deleted: from now on its pages show what a visitor of a missing contest sees. Caches on the way may still have it. */
export function forgetContest(client: QueryClient, queryKey: readonly string[]): void {
  void client.cancelQueries({ queryKey });
  const query = client.getQueryCache().find({ queryKey });
  query?.setState({ ...query.state, data: undefined, status: 'error', error: new ApiError(404, null) });
}
