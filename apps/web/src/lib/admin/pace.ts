import type { VotePace } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { adminKeys } from './keys';

/** A surge is over when its minutes have passed, which nothing announces. */
const REREAD_MS = 20_000;

/** GET /votes/contest/{id}/pace: how fast votes arrive, and whether that is unusual. */
export function votePaceQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'pace'],
    queryFn: ({ signal }) =>
      api.get<VotePace>(`/votes/contest/${encodeURIComponent(contestId)}/pace`, { signal }),
    refetchInterval: REREAD_MS,
  });
}
