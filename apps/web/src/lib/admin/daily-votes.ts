import type { DailyVotes } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /votes/contest/{id}/daily. @param days counted back from today, in Ghana time */
export function dailyVotesQuery(contestId: string, days = 7) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'daily', days],
    queryFn: ({ signal }) =>
      api.get<DailyVotes[]>(`/votes/contest/${encodeURIComponent(contestId)}/daily${queryString({ days })}`, {
        signal,
      }),
  });
}
