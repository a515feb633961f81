import { DEFAULT_PAGE_SIZES, type CategoryView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /categories/contest/{contestId}. */
export function categoryListQuery(contestId: string) {
  const query = queryString({ page: 1, pageSize: DEFAULT_PAGE_SIZES.categories });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'categories'],
    queryFn: ({ signal }) =>
      api.page<CategoryView>(`/categories/contest/${encodeURIComponent(contestId)}${query}`, { signal }),
  });
}
