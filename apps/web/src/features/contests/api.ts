import { DEFAULT_PAGE_SIZES, type PublicContestSummary } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';

/** GET /contests/public, 20 to a page. */
export function publicContestsQuery(page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.publicContests });
  return queryOptions({
    queryKey: ['public-contests', page],
    queryFn: ({ signal }) => api.page<PublicContestSummary>(`/contests/public${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
