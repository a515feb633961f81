import { ranks } from './tally.js';

/**
 * Whether votes that were held and that the organiser let in decide a rank.
 * @param contestants of one category
 * @returns how many such votes the category has; 0 when the ranks would be the same without them
 */
export function releasedVotesThatDecide(
  contestants: readonly { id: string; voteCount: number | null; releasedVotes: number | null }[],
): number {
  const released = contestants.reduce((sum, { releasedVotes }) => sum + (releasedVotes ?? 0), 0);
  if (released === 0) return 0;
  const ranksOf = (without: boolean): Map<string, number> =>
    ranks(
      contestants.map(({ id, voteCount, releasedVotes }) => {
        const votes = (voteCount ?? 0) - (without ? (releasedVotes ?? 0) : 0);
        return { id, votes };
      }),
    );
  const [shown, others] = [ranksOf(false), ranksOf(true)];
  return contestants.every(({ id }) => shown.get(id) === others.get(id)) ? 0 : released;
}
