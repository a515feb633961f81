import type { CategoryView, ContestantView } from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { categoryListQuery, contestantChoiceQuery } from '@/lib/admin/api';

/** What is shared: the contest, or one contestant in it. */
export interface ShareSubject {
  contestId: string;
  contestantId?: string;
  /** Its name, for labels and file names. */
  name: string;
  url: string;
  /** What the networks' forms start with. */
  text: string;
}

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
