import type { ContestTally } from '@abato/contracts';

/** What a crowd is told of a contest at its pace: the first places of each category. The other contestants follow within `restMs`. */
export interface CrowdRule {
  first: number;
  restMs: number;
}

/** @returns by category, the count from which on a contestant is among the first; with a tie all who have it are */
export function leastOfFirst(
  { contestants }: Pick<ContestTally, 'contestants'>,
  first: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number[]>();
  for (const { categoryId, votes } of contestants) {
    const ofCategory = counts.get(categoryId);
    if (ofCategory) ofCategory.push(votes);
    else counts.set(categoryId, [votes]);
  }
  const least = new Map<string, number>();
  for (const [categoryId, votes] of counts) {
    votes.sort((a, b) => b - a);
    least.set(categoryId, votes[Math.min(first, votes.length) - 1] ?? 0);
  }
  return least;
}

/**
 * The part of a change that a crowd is told at once. Its version is half a version less: who knows it knows the first places of the
 * whole version and not yet the rest, so that the message with all, which has the whole version, is newer.
 * @param least what `leastOfFirst` returned for the contest
 */
export function leadersOf(changed: ContestTally, least: ReadonlyMap<string, number>): ContestTally {
  return {
    ...changed,
    version: changed.version - 0.5,
    contestants: changed.contestants.filter(({ categoryId, votes }) => votes >= (least.get(categoryId) ?? 0)),
  };
}
