import {
  DEFAULT_PAGE_SIZES,
  type ContestView,
  type PaymentCorrectionResult,
  type PaymentView,
} from '@abato/contracts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminKeys, keepRowsOf, paymentStatsQuery } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { api, queryString } from '@/lib/api';
import { adminPayments } from '@/texts/en/admin-figures';

/** GET /payments/contest/{id}; 100 to a page on this screen (specification §7). */
export function paymentListQuery(contestId: string, status: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, status });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'payments', status, page],
    queryFn: ({ signal }) =>
      api.page<PaymentView>(`/payments/contest/${encodeURIComponent(contestId)}${query}`, { signal }),
    placeholderData: keepRowsOf(contestId),
  });
}

/** POST /payments/{id}/refund-request: super admins decide. */
export function askForRefund(id: string, reason: string): Promise<PaymentCorrectionResult> {
  return api.post(`/payments/${id}/refund-request`, { reason });
}

/** POST /payments/{id}/refund: at once, by a super admin. */
export function refundPayment(id: string, reason: string): Promise<null> {
  return api.post(`/payments/${id}/refund`, { reason });
}

/** With many contests on screen the sum costs as many calls: it follows the statistics at most this often. */
const REREAD_MS = 10_000;

/**
 * The sum of every contest's revenue (specification §7); one whose figures fail is skipped and logged.
 * @returns cedis, or null while the first sum is being calculated
 */
export function useOverallRevenue(contests: ContestView[]): number | null {
  const { sum, calculating, failed } = useQueries({
    queries: contests.map(({ id }) => ({ ...paymentStatsQuery(id), staleTime: REREAD_MS })),
    combine: (results) => ({
      // In pesewas: a thousand added cedis amounts would drift in binary floating point.
      sum: results.reduce((total, { data }) => total + Math.round((data?.totalRevenue ?? 0) * 100), 0) / 100,
      calculating: results.some(({ isPending }) => isPending),
      failed: results.flatMap(({ isError, data }, index) =>
        isError && !data ? [contests[index]?.title ?? ''] : [],
      ),
    }),
  });
  const skipped = failed.join(', ');
  useEffect(() => {
    if (skipped) console.warn(adminPayments.logSkipped, skipped);
  }, [skipped]);
  useRereadOnStatistics(
    { queryKey: adminKeys.all, predicate: ({ queryKey }) => queryKey[3] === 'payment-stats' },
    REREAD_MS,
  );
  return calculating ? null : sum;
}
