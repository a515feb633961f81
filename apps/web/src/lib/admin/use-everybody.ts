import type { CategoryView, ContestantView } from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { categoryListQuery } from '@/lib/admin/category-list';
import { contestantListQuery } from '@/lib/admin/contestant-list';

export interface CategoryWithContestants {
  category: CategoryView;
  contestants: ContestantView[];
}

/** A contest's categories with everybody in them, in their own order. */
export function useEverybody(contestId: string): {
  pending: boolean;
  error: unknown;
  categories: CategoryWithContestants[];
} {
  const categories = useQuery(categoryListQuery(contestId));
  const list = categories.data?.data ?? [];
  const contestants = useQueries({ queries: list.map(({ id }) => contestantListQuery(id)) });
  return {
    pending: categories.isPending || contestants.some(({ isPending }) => isPending),
    error: categories.error ?? contestants.find(({ error }) => error)?.error ?? null,
    categories: list.map((category, index) => ({
      category,
      contestants: contestants[index]?.data?.data ?? [],
    })),
  };
}
