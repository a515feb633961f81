import { DEFAULT_PAGE_SIZES, type PublicContestStatus, type PublicContestSummary } from '@abato/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { queryString, readsPage } from '@/lib/api';

export interface PublicContestFilters {
  search?: string;
  status?: PublicContestStatus | '';
}

/** GET /contests/public, 20 to a page. */
export function publicContestsQuery(page: number, filters: PublicContestFilters = {}) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.publicContests, ...filters });
  return readsPage<PublicContestSummary>(['public-contests', query], `/contests/public${query}`, {
    placeholderData: keepPreviousData,
  });
}
