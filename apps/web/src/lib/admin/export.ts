import { SETTLEMENT_STATUSES, type SettlementStatus } from '@abato/contracts';
import { api } from '@/lib/api';
import { saveFile } from '@/lib/save-file';

export type ExportKind = 'votes' | 'payments';
export type ExportFormat = 'csv' | 'xlsx';

/** How many rows an export would have. @returns undefined while that is not known */
export function recordsOf(
  stats: { countsByStatus: Record<SettlementStatus, number> } | undefined,
): number | undefined {
  return stats && SETTLEMENT_STATUSES.reduce((sum, status) => sum + stats.countsByStatus[status], 0);
}

/** GET /contests/{id}/export/{kind}.{format}. @throws ApiError, NetworkError */
export const exportPath = (contestId: string, kind: ExportKind, format: ExportFormat): string =>
  `/contests/${encodeURIComponent(contestId)}/export/${kind}.${format}`;

/**
 * Save what a route answers as a file, under the name that the server gives it.
 * @param path below `/api`; its last part is the name when the server gives none
 * @throws ApiError for a refusal; NetworkError without an answer
 */
export async function downloadFile(path: string): Promise<void> {
  const { blob, disposition } = await api.body<{ blob: Blob; disposition: string }>(path, {
    headers: { Accept: '*/*' },
    read: async (answer) => ({
      blob: await answer.blob(),
      disposition: answer.headers.get('content-disposition') ?? '',
    }),
  });
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? path.split('/').at(-1) ?? 'file';
  saveFile(blob, name);
}
