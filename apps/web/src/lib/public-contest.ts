import type { PublicContestView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api';
import { keepNewerCounts } from './live-counts';

/** Begins the key of every contest's public detail. */
export const publicContestKey = ['public-contest'] as const;

/** GET /contests/{id}/public. In lib because the page, the stage, the embed and the socket all read and write it. */
export function publicContestQuery(contestId: string) {
  return queryOptions({
    queryKey: [...publicContestKey, contestId],
    queryFn: async ({ signal, client }) => {
      const fresh = await api.get<PublicContestView>(`/contests/${encodeURIComponent(contestId)}/public`, {
        signal,
      });
      const known = client.getQueryData<PublicContestView>([...publicContestKey, contestId]);
      return keepNewerCounts(known, fresh);
    },
  });
}
