import type { CategoryView, ContestantView } from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { categoryListQuery, contestantChoiceQuery } from '@/lib/admin/api';

/** A contest's categories with their contestants, in their own order; contestants appear as they arrive. */
export function useContestants(
  contestId: string,
): { category: CategoryView; contestants: ContestantView[] }[] {
  const categories = useQuery(categoryListQuery(contestId)).data?.data ?? [];
  const contestants = useQueries({ queries: categories.map(({ id }) => contestantChoiceQuery(id)) });
  return categories.map((category, index) => ({
    category,
    contestants: contestants[index]?.data?.data ?? [],
  }));
}
