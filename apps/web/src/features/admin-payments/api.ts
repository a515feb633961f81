import type { ContestView, PaymentCorrectionResult } from '@abato/contracts';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminKeys, paymentStatsQuery } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { api } from '@/lib/api';
import { adminPayments } from '@/texts/en/admin-figures';

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

/**
 * The sum of every contest's revenue (specification §7); one whose figures fail is skipped and logged.
 * @returns cedis: 'calculating' until the first sum is there, 'unread' when not one contest could be read; `left` contests are missing in it
 */
export function useOverallRevenue(contests: ContestView[]): {
  sum: number | 'calculating' | 'unread';
  left: number;
} {
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
  const left = failed.length;
  if (calculating) return { sum: 'calculating', left };
  return { sum: left > 0 && left === contests.length ? 'unread' : sum, left };
}
