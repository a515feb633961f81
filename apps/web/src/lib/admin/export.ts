import { SETTLEMENT_STATUSES, type ErrorBody, type SettlementStatus } from '@abato/contracts';
import { ApiError, NetworkError } from '@/lib/api';
import { saveFile } from '@/lib/save-file';
import { readToken } from '@/lib/storage';

export type ExportKind = 'votes' | 'payments';

/** How many rows an export would have. @returns undefined while that is not known */
export function recordsOf(
  stats: { countsByStatus: Record<SettlementStatus, number> } | undefined,
): number | undefined {
  return stats && SETTLEMENT_STATUSES.reduce((sum, status) => sum + stats.countsByStatus[status], 0);
}

/**
 * GET /contests/{id}/export/{kind}.csv. Not through `api`, which reads every answer as JSON.
 * @throws ApiError for a refusal; NetworkError without an answer
 */
export function downloadExport(contestId: string, kind: ExportKind): Promise<void> {
  return downloadCsv(
    `/contests/${encodeURIComponent(contestId)}/export/${kind}.csv`,
    `${kind}-${contestId}.csv`,
  );
}

/** @param otherwise the file's name where the answer has none. @throws ApiError, NetworkError */
export async function downloadCsv(path: string, otherwise: string): Promise<void> {
  const response = await fetch(`/api${path}`, {
    headers: { Accept: 'text/csv, application/json', Authorization: `Bearer ${readToken() ?? ''}` },
  }).catch(() => {
    throw new NetworkError();
  });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? otherwise;
  saveFile(await response.blob(), name);
}
