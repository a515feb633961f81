import type { PublicContestView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api';
import { keepNewerCounts } from './live-counts';

/** GET /contests/{id}/public. In lib because the page, the stage, the embed and the socket all read and write it. */
export function publicContestQuery(contestId: string) {
  return queryOptions({
    queryKey: ['public-contest', contestId],
    queryFn: async ({ signal, client }) => {
      const fresh = await api.get<PublicContestView>(`/contests/${encodeURIComponent(contestId)}/public`, {
        signal,
      });
      const known = client.getQueryData<PublicContestView>(['public-contest', contestId]);
      return keepNewerCounts(known, fresh);
    },
  });
}
