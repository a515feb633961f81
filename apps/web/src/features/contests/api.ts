import { DEFAULT_PAGE_SIZES, type PublicContestStatus, type PublicContestSummary } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';

export interface PublicContestFilters {
  search?: string;
  status?: PublicContestStatus | '';
}

/** GET /contests/public, 20 to a page. */
export function publicContestsQuery(page: number, filters: PublicContestFilters = {}) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.publicContests, ...filters });
  return queryOptions({
    queryKey: ['public-contests', query],
    queryFn: ({ signal }) => api.page<PublicContestSummary>(`/contests/public${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
