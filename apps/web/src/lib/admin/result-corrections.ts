import type { ResultCorrectionInput, ResultCorrectionView } from '@abato/contracts';
import { api } from '@/lib/api';
import { reads } from '@/lib/read';
import { adminKeys } from './api';

const REREAD_MS = 30_000;

/** GET /contests/{id}/result-corrections. */
export const resultCorrectionsQuery = (contestId: string) =>
  reads<ResultCorrectionView[]>(
    [...adminKeys.contest(contestId), 'result-corrections'],
    `/contests/${encodeURIComponent(contestId)}/result-corrections`,
  );

/** GET /contests/admin/result-corrections: those of all contests that wait. */
export const waitingResultCorrectionsQuery = reads<ResultCorrectionView[]>(
  [...adminKeys.all, 'result-corrections'],
  '/contests/admin/result-corrections',
  { refetchInterval: REREAD_MS },
);

/** POST /contests/{id}/result-corrections. */
export function askForCorrection(
  contestId: string,
  input: ResultCorrectionInput,
): Promise<ResultCorrectionView> {
  return api.post(`/contests/${contestId}/result-corrections`, input);
}

const path = ({ id, contestId }: Pick<ResultCorrectionView, 'id' | 'contestId'>) =>
  `/contests/${contestId}/result-corrections/${id}`;

/** POST /contests/{id}/result-corrections/{correctionId}/confirm. */
export function confirmResultCorrection(of: ResultCorrectionView): Promise<ResultCorrectionView> {
  return api.post(`${path(of)}/confirm`);
}

/** POST /contests/{id}/result-corrections/{correctionId}/reject. */
export function closeResultCorrection(
  of: ResultCorrectionView,
  reason: string,
): Promise<ResultCorrectionView> {
  return api.post(`${path(of)}/reject`, { reason });
}
