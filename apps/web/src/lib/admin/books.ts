import {
  DEFAULT_PAGE_SIZES,
  type PaymentView,
  type ResentReceipt,
  type VoteHistory,
  type VoteRecordView,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { reads } from '@/lib/read';
import { adminKeys, keepRowsOf } from './api';

export type BookKind = 'votes' | 'payments';
interface BookRows {
  votes: VoteRecordView;
  payments: PaymentView;
}

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

/** GET /votes/{id}/history, /payments/{id}/history. */
export const historyQuery = (kind: BookKind, id: string) =>
  reads<VoteHistory>([...adminKeys.all, 'history', kind, id], `/${kind}/${id}/history`);

/** POST /votes/{id}/receipt. */
export function resendReceipt(voteId: string): Promise<ResentReceipt> {
  return api.post(`/votes/${voteId}/receipt`);
}
