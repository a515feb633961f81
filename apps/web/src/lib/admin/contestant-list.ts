import { DEFAULT_PAGE_SIZES, type ContestantView } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /contestants/category/{categoryId}, 100 to a page. */
export function contestantListQuery(categoryId: string, page = 1) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.contestants });
  return queryOptions({
    queryKey: [...adminKeys.category(categoryId), 'contestants', page],
    queryFn: ({ signal }) =>
      api.page<ContestantView>(`/contestants/category/${encodeURIComponent(categoryId)}${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
