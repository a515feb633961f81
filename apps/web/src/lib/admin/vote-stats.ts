import type { VoteStats } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /votes/contest/{id}/stats. */
export function voteStatsQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'vote-stats'],
    queryFn: ({ signal }) =>
      api.get<VoteStats>(`/votes/contest/${encodeURIComponent(contestId)}/stats`, { signal }),
  });
}
