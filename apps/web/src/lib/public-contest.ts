import type { PublicContestView } from '@abato/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, ApiError } from './api';
import { keepNewerCounts } from './live-counts';

/** Begins the key of every contest's public detail. */
export const publicContestKey = ['public-contest'] as const;

/** While payments are being confirmed after the end, the number of those that wait is read this often. */
const WAITING_READ_MS = 15_000;

/** GET /contests/{id}/public. In lib because the page, the stage, the embed and the socket all read and write it. */
export function publicContestQuery(contestId: string) {
  return queryOptions({
    queryKey: [...publicContestKey, contestId],
    refetchInterval: ({ state }: { state: { data?: PublicContestView | undefined } }) =>
      state.data?.provisional ? WAITING_READ_MS : false,
    queryFn: async ({ signal, client }) => {
      const fresh = await api.get<PublicContestView>(`/contests/${encodeURIComponent(contestId)}/public`, {
        signal,
      });
      const known = client.getQueryData<PublicContestView>([...publicContestKey, contestId]);
      return keepNewerCounts(known, fresh);
    },
  });
}

/** The contest was deleted: from now on its pages show what a visitor of a missing contest sees. Caches on the way may still have it. */
export function forgetContest(client: QueryClient, contestId: string): void {
  const { queryKey } = publicContestQuery(contestId);
  void client.cancelQueries({ queryKey });
  const query = client.getQueryCache().find({ queryKey });
  query?.setState({ ...query.state, data: undefined, status: 'error', error: new ApiError(404, null) });
}
