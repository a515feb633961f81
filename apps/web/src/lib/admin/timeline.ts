import type { TimelineUnit, VoteTimeline } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /votes/contest/{id}/timeline. @param count hours or days up to and including the running one */
export function timelineQuery(contestId: string, unit: TimelineUnit, count: number) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'timeline', unit, count],
    queryFn: ({ signal }) =>
      api.get<VoteTimeline>(
        `/votes/contest/${encodeURIComponent(contestId)}/timeline${queryString({ unit, count })}`,
        { signal },
      ),
    placeholderData: (before, beforeQuery) =>
      // Another contest's columns must never stand under this one's name.
      beforeQuery?.queryKey[2] === contestId ? keepPreviousData(before) : undefined,
  });
}
