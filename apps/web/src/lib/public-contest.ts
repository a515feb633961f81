import type { PublicContestView } from '@abato/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, ApiError } from './api';
import { keepNewerCounts } from './live-counts';

/** Begins the key of every contest's public detail. */
export const publicContestKey = ['public-contest'] as const;

/** While payments are being confirmed after the end, the number of those that wait is read this often. */
const WAITING_READ_MS = 15_000;

/** Of contests that changed, the moment after which the next answer must have been made. */
const changes = new Map<string, number>();

/** Reads the contest the next time past every cache that may still have it as it was. @param at milliseconds */
export function readAfter(contestId: string, at: number): void {
  changes.set(contestId, at);
}

/** GET /contests/{id}/public. In lib because the page, the stage, the embed and the socket all read and write it. */
export function publicContestQuery(contestId: string) {
  return queryOptions({
    queryKey: [...publicContestKey, contestId],
    refetchInterval: ({ state }: { state: { data?: PublicContestView | undefined } }) =>
      state.data?.provisional ? WAITING_READ_MS : false,
    queryFn: async ({ signal, client }) => {
      const path = `/contests/${encodeURIComponent(contestId)}/public`;
      const after = changes.get(contestId);
      const fresh = await api.get<PublicContestView>(after ? `${path}?after=${after}` : path, { signal });
      if (changes.get(contestId) === after) changes.delete(contestId);
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
