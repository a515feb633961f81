import type { ResultVersions, ResultView } from '@abato/contracts';
import { reads } from './api';

/** GET /contests/{id}/results: none before results are final. */
export const resultVersionsQuery = (contestId: string) =>
  reads<ResultVersions>(['results', contestId], `/contests/${encodeURIComponent(contestId)}/results`);

/** GET /contests/{id}/results/{version}. */
export const resultVersionQuery = (contestId: string, version: number) =>
  reads<ResultView>(
    ['results', contestId, version],
    `/contests/${encodeURIComponent(contestId)}/results/${version}`,
  );
