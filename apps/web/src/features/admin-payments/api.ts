import {
  DEFAULT_PAGE_SIZES,
  type ContestView,
  type PaymentCorrectionResult,
  type ReturnedInput,
  type RevenueView,
} from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminKeys, paymentStatsQuery } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { api } from '@/lib/api';
import { reads } from '@/lib/read';
import { adminPayments } from '@/texts/en/admin-figures';
import { revenueBeyond } from './revenue-beyond';

/** POST /payments/{id}/refund-request: super admins decide. */
export function askForRefund(id: string, reason: string): Promise<PaymentCorrectionResult> {
  return api.post(`/payments/${id}/refund-request`, { reason });
}

/** DELETE /payments/{id}/refund-request. */
export function withdrawRefundRequest(id: string): Promise<null> {
  return api.delete(`/payments/${id}/refund-request`);
}

/** POST /payments/{id}/refund: at once, by a super admin. */
export function refundPayment(id: string, reason: string): Promise<PaymentCorrectionResult> {
  return api.post(`/payments/${id}/refund`, { reason });
}

/** With many contests on screen the sum costs as many calls: it follows the statistics at most this often. */
const REREAD_MS = 10_000;
/** The newest contests are read one by one (specification §7), all others with one call. */
const READ_SINGLY = DEFAULT_PAGE_SIZES.adminContests;

/** GET /payments/revenue: of every contest, by its id. */
const revenueQuery = reads<RevenueView>([...adminKeys.all, 'revenue'], '/payments/revenue', {
  staleTime: REREAD_MS,
});

/**
 * The sum of every contest's revenue (specification §7); one whose figures fail is skipped and logged.
 * @param list the newest contests
 * @param count of all contests
 * @returns cedis: 'calculating' until the first sum is there, 'unread' when not one contest could be read; `left` contests are missing in it
 */
export function useOverallRevenue(
  list: ContestView[],
  count: number,
): { sum: number | 'calculating' | 'unread'; left: number } {
  const contests = list.slice(0, READ_SINGLY);
  const others = Math.max(0, count - contests.length);
  const further = useQuery({ ...revenueQuery, enabled: others > 0 });
  const { pesewas, calculating, failed } = useQueries({
    queries: contests.map(({ id }) => ({ ...paymentStatsQuery(id), staleTime: REREAD_MS })),
    combine: (results) => ({
      // In pesewas: a thousand added cedis amounts would drift in binary floating point.
      pesewas: results.reduce((total, { data }) => total + Math.round((data?.totalRevenue ?? 0) * 100), 0),
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
    {
      queryKey: adminKeys.all,
      predicate: ({ queryKey }) => queryKey[1] === 'revenue' || queryKey[3] === 'payment-stats',
    },
    REREAD_MS,
  );
  const left = failed.length + (further.data ? 0 : others);
  if (calculating || (others > 0 && further.isPending)) return { sum: 'calculating', left: failed.length };
  if (left > 0 && left === contests.length + others) return { sum: 'unread', left };
  const rest = others > 0 ? revenueBeyond(contests, further.data) : 0;
  return { sum: (pesewas + rest) / 100, left };
}

/** POST /payments/{id}/returned: the payer has the money, or a part of it, back. */
export function recordReturned(id: string, input: ReturnedInput): Promise<PaymentCorrectionResult> {
  return api.post(`/payments/${id}/returned`, input);
}
