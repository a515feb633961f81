import { byVotes, type ContestConsole, type ContestTally, percentage, ranks } from '@abato/contracts';

/** How live messages change the console. Pure functions: no request, no store. */

/** The console with new counts; order, ranks and shares follow. @param votesOf absolute counts; absent ones stay */
function recount(
  state: ContestConsole,
  votesOf: ReadonlyMap<string, number>,
  of: Pick<ContestTally, 'version' | 'totalVotes'>,
): ContestConsole {
  const categories = state.categories.map((category) => {
    if (!category.contestants.some(({ id, votes }) => (votesOf.get(id) ?? votes) !== votes)) return category;
    const counted = category.contestants.map((one) => ({ ...one, votes: votesOf.get(one.id) ?? one.votes }));
    const votes = counted.reduce((sum, one) => sum + one.votes, 0);
    const rankOf = ranks(counted);
    const contestants = byVotes(counted).map((one) => ({
      ...one,
      rank: rankOf.get(one.id) ?? 0,
      percentage: percentage(one.votes, votes),
    }));
    return { ...category, votes, contestants };
  });
  return { ...state, version: of.version, totalVotes: of.totalVotes, categories };
}

/** @returns null when the console missed something and has to be read again */
export function withTally(state: ContestConsole, tally: ContestTally): ContestConsole | null {
  if (tally.version < state.version) return state;
  if (tally.since > state.version) return null;
  return recount(state, new Map(tally.contestants.map(({ id, votes }) => [id, votes])), tally);
}

/** An answer may be older than what the socket already brought: counts never go backwards. */
export function keepNewer(known: ContestConsole | undefined, fresh: ContestConsole): ContestConsole {
  if (!known || known.version <= fresh.version) return fresh;
  const votesOf = known.categories.flatMap(({ contestants }) =>
    contestants.map(({ id, votes }) => [id, votes] as const),
  );
  return recount(fresh, new Map(votesOf), known);
}
