import { DEFAULT_PAGE_SIZES, type PaymentView } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/keys';
import { api, queryString } from '@/lib/api';

/** GET /payments/contest/{id}; 100 to a page on this screen (specification §7). */
export function paymentListQuery(contestId: string, status: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, status });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'payments', status, page],
    queryFn: ({ signal }) =>
      api.page<PaymentView>(`/payments/contest/${encodeURIComponent(contestId)}${query}`, { signal }),
    placeholderData: (before, beforeQuery) =>
      // The rows of another contest must never stand under this one's name.
      beforeQuery?.queryKey[2] === contestId ? keepPreviousData(before) : undefined,
  });
}
