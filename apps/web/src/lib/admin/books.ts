import {
  DEFAULT_PAGE_SIZES,
  SETTLEMENT_STATUSES,
  type PaymentView,
  type ResentReceipt,
  type SettlementStatus,
  type VoteRecordView,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { saveFile } from '@/lib/save-file';
import { adminKeys, keepRowsOf } from './api';

export interface BookRows {
  votes: VoteRecordView;
  payments: PaymentView;
}

export type BookKind = keyof BookRows;

/**
 * GET /{votes|payments}/contest/{id}, with a search text POST …/search: names and phone numbers are never part of an address. 100 to a page
 * on these screens (specification §7, §9).
 */
export function bookQuery<K extends BookKind>(
  kind: K,
  contestId: string,
  filters: Record<string, string>,
  search: string,
  page: number,
) {
  const path = `/${kind}/contest/${encodeURIComponent(contestId)}`;
  const paging = { page, pageSize: DEFAULT_PAGE_SIZES.adminContests };
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), kind, chosen, search, page],
    queryFn: ({ signal }) =>
      search
        ? api.askPage<BookRows[K]>(`${path}/search${queryString(paging)}`, { search, ...chosen }, { signal })
        : api.page<BookRows[K]>(`${path}${queryString({ ...paging, ...chosen })}`, { signal }),
    placeholderData: keepRowsOf(contestId),
  });
}

export const resendReceipt = (voteId: string) => api.post<ResentReceipt>(`/votes/${voteId}/receipt`);

/** How many rows an export would have. @returns undefined while that is not known */
export function recordsOf(
  stats: { countsByStatus: Record<SettlementStatus, number> } | undefined,
): number | undefined {
  return stats && SETTLEMENT_STATUSES.reduce((sum, status) => sum + stats.countsByStatus[status], 0);
}

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
