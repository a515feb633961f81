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

/** GET /contests/{id}/export/{kind}.csv. @throws ApiError, NetworkError */
export const exportPath = (contestId: string, kind: ExportKind): string =>
  `/contests/${encodeURIComponent(contestId)}/export/${kind}.csv`;

/**
 * Save what a route answers as a file, under the name that the server gives it. Not through `api`, which reads every answer as JSON.
 * @param path below `/api`; its last part is the name when the server gives none
 * @throws ApiError for a refusal; NetworkError without an answer
 */
export async function downloadFile(path: string): Promise<void> {
  const response = await fetch(`/api${path}`, {
    headers: { Authorization: `Bearer ${readToken() ?? ''}` },
  }).catch(() => {
    throw new NetworkError();
  });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? path.split('/').at(-1) ?? 'file';
  saveFile(await response.blob(), name);
}
