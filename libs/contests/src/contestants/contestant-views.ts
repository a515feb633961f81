import type { DataSource } from 'typeorm';
import type { ContestantView } from '@abato/contracts';
import { contestantVotes } from '../contests/contest-counts.js';
import { Contestant } from './contestant.entity.js';

export function contestantView(contestant: Contestant, votes: number): ContestantView {
  return {
    id: contestant.id,
    categoryId: contestant.categoryId,
    name: contestant.name,
    bio: contestant.bio,
    photo: contestant.photo,
    order: contestant.order,
    voteCount: votes,
    _count: { votes },
  };
}

/** All live contestants of a category by `order`, then name. */
export async function readContestants(source: DataSource, categoryId: string): Promise<ContestantView[]> {
  const contestants = await source
    .createQueryBuilder(Contestant, 'contestant')
    .where('contestant.categoryId = :categoryId AND contestant.archivedAt IS NULL', { categoryId })
    .orderBy('contestant.order')
    .addOrderBy('contestant.name')
    .addOrderBy('contestant.id')
    .getMany();
  const votes = await contestantVotes(
    source,
    contestants.map((contestant) => contestant.id),
  );
  return contestants.map((contestant) => contestantView(contestant, votes(contestant.id)));
}
