import type { ErrorBody } from '@abato/contracts';
import { ApiError, NetworkError } from '@/lib/api';
import { saveFile } from '@/lib/save-file';
import { readToken } from '@/lib/storage';

export type ExportKind = 'votes' | 'payments';

/**
 * GET /contests/{id}/export/{kind}.csv. Not through `api`, which reads every answer as JSON.
 * @throws ApiError, 404 where exports do not exist; NetworkError without an answer
 */
export async function downloadExport(contestId: string, kind: ExportKind): Promise<void> {
  const response = await fetch(`/api/contests/${encodeURIComponent(contestId)}/export/${kind}.csv`, {
    headers: { Accept: 'text/csv, application/json', Authorization: `Bearer ${readToken() ?? ''}` },
  }).catch(() => {
    throw new NetworkError();
  });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${kind}-${contestId}.csv`;
  saveFile(await response.blob(), name);
}
