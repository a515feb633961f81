import { DEFAULT_PAGE_SIZES, type VoteRecordView } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/keys';
import { api, queryString } from '@/lib/api';

/** GET /votes/contest/{id}; the admin screen shows 100 to a page (specification §9). */
export function voteListQuery(contestId: string, status: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, status });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'votes', status, page],
    queryFn: ({ signal }) =>
      api.page<VoteRecordView>(`/votes/contest/${encodeURIComponent(contestId)}${query}`, { signal }),
    placeholderData: (before, beforeQuery) =>
      // The rows of another contest must never stand under this one's name.
      beforeQuery?.queryKey[2] === contestId ? keepPreviousData(before) : undefined,
  });
}
