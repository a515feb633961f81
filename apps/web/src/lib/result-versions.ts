import type { ResultVersions, ResultView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';

/** GET /contests/{id}/results: none before results are final. */
export const resultVersionsQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['results', contestId],
    queryFn: ({ signal }) =>
      api.get<ResultVersions>(`/contests/${encodeURIComponent(contestId)}/results`, { signal }),
  });

/** GET /contests/{id}/results/{version}. */
export const resultVersionQuery = (contestId: string, version: number) =>
  queryOptions({
    queryKey: ['results', contestId, version],
    queryFn: ({ signal }) =>
      api.get<ResultView>(`/contests/${encodeURIComponent(contestId)}/results/${version}`, { signal }),
  });
