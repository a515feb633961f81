import type { ContestView } from '@abato/contracts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminKeys } from '@/lib/admin/keys';
import { paymentStatsQuery } from '@/lib/admin/payment-stats';
import { useThrottled } from '@/lib/admin/use-throttled';
import { useStatisticsLive } from '@/lib/admin/live';
import { adminPayments } from '@/texts/en/admin-figures';

/** With many contests on screen the sum costs as many calls: it follows the statistics at most this often. */
const REREAD_MS = 10_000;

/**
 * The sum of every contest's revenue (specification §7); one whose figures fail is skipped and logged.
 * @returns cedis, or null while the first sum is being made
 */
export function useOverallRevenue(contests: ContestView[]): number | null {
  const client = useQueryClient();
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

  const reread = () =>
    void client.invalidateQueries({
      queryKey: adminKeys.all,
      predicate: ({ queryKey }) => queryKey[3] === 'payment-stats',
    });
  const rereadSoon = useThrottled(REREAD_MS, reread);
  useStatisticsLive(rereadSoon, reread);
  return calculating ? null : sum;
}
