import type { DataSource } from 'typeorm';
import type { ContestantView } from '@abato/contracts';
import { contestantVotes } from '../contests/contest-counts.js';
import { Contestant } from './contestant.entity.js';

export function contestantView(contestant: Contestant, votes: number): ContestantView {
  return {
    id: contestant.id,
    categoryId: contestant.categoryId,
    code: contestant.code,
    name: contestant.name,
    bio: contestant.bio,
    photo: contestant.photo,
    order: contestant.order,
    voteCount: votes,
    _count: { votes },
  };
}

/** All live contestants of some categories by `order`, then name. @returns of one category; empty when it has none */
export async function readContestants(
  source: DataSource,
  categoryIds: string[],
): Promise<(categoryId: string) => ContestantView[]> {
  if (!categoryIds.length) return () => [];
  const contestants = await source
    .createQueryBuilder(Contestant, 'contestant')
    .where('contestant.categoryId IN (:...categoryIds) AND contestant.archivedAt IS NULL', { categoryIds })
    .orderBy('contestant.order')
    .addOrderBy('contestant.name')
    .addOrderBy('contestant.id')
    .getMany();
  const votes = await contestantVotes(
    source,
    contestants.map((contestant) => contestant.id),
  );
  const views = new Map<string, ContestantView[]>(categoryIds.map((id) => [id, []]));
  for (const contestant of contestants) {
    views.get(contestant.categoryId)?.push(contestantView(contestant, votes(contestant.id)));
  }
  return (categoryId) => views.get(categoryId) ?? [];
}
