import { byVotes, QUARANTINE_NETWORKS, type QuarantinePreview, ranks } from '@abato/contracts';
import type { ChosenVote, NomineeCount } from './quarantines.js';

type Sums = Pick<QuarantinePreview, 'casts' | 'votes' | 'voters'>;

/**
 * What a quarantine of these votes would do.
 * @param percent share of the contest's votes above which a second person is needed; what one person took out before counts with it
 */
export function previewOf(
  chosen: readonly ChosenVote[],
  counts: readonly NomineeCount[],
  percent: number,
): QuarantinePreview {
  const byNominee = new Map<string, number>();
  const byNetwork = new Map<string, ChosenVote[]>();
  for (const vote of chosen) {
    byNominee.set(vote.contestant_id, (byNominee.get(vote.contestant_id) ?? 0) + vote.votes);
    if (!vote.network) continue;
    const others = byNetwork.get(vote.network);
    if (others) others.push(vote);
    else byNetwork.set(vote.network, [vote]);
  }
  const sums = sumsOf(chosen);
  const share = shareOf(sums.votes, counts);
  const networks = [...byNetwork]
    .map(([networkGroup, votes]) => ({ networkGroup, ...sumsOf(votes) }))
    .toSorted((a, b) => b.votes - a.votes || (a.networkGroup < b.networkGroup ? -1 : 1));
  return {
    ...sums,
    share,
    needsSecondPerson: share * 100 > percent,
    nominees: nomineesOf(counts, byNominee),
    networks: networks.slice(0, QUARANTINE_NETWORKS),
    networkCount: networks.length,
  };
}

function sumsOf(votes: readonly ChosenVote[]): Sums {
  return {
    casts: votes.length,
    votes: votes.reduce((sum, vote) => sum + vote.votes, 0),
    voters: new Set(votes.map((vote) => vote.voter_phone ?? vote.id)).size,
  };
}

function shareOf(votes: number, counts: readonly NomineeCount[]): number {
  const [first] = counts;
  if (!first) return 0;
  const all = counts.reduce((sum, nominee) => sum + nominee.votes, first.quarantined);
  return all > 0 ? Math.min(1, (votes + first.alone) / all) : 1;
}

/** Ranks are those of each category. */
function nomineesOf(
  counts: readonly NomineeCount[],
  byNominee: ReadonlyMap<string, number>,
): QuarantinePreview['nominees'] {
  const nominees = counts.map((nominee) => {
    const chosen = byNominee.get(nominee.contestant_id) ?? 0;
    // The tally may be some votes behind.
    return { ...nominee, id: nominee.contestant_id, chosen, after: Math.max(0, nominee.votes - chosen) };
  });
  const categories = [...new Set(nominees.map((nominee) => nominee.category_id))];
  return categories.flatMap((categoryId) => {
    const ofCategory = nominees.filter((nominee) => nominee.category_id === categoryId);
    const rankOf = (of: 'votes' | 'after'): Map<string, number> =>
      ranks(ofCategory.map((nominee) => ({ id: nominee.contestant_id, votes: nominee[of] })));
    const [before, after] = [rankOf('votes'), rankOf('after')];
    return byVotes(ofCategory).map((nominee) => ({
      contestantId: nominee.contestant_id,
      categoryId: nominee.category_id,
      name: nominee.name,
      chosen: nominee.chosen,
      votesBefore: nominee.votes,
      votesAfter: nominee.after,
      rankBefore: before.get(nominee.contestant_id) ?? 0,
      rankAfter: after.get(nominee.contestant_id) ?? 0,
    }));
  });
}
