import type { ContestMonitor, ContestView, PaymentStats, VoteStats } from '@abato/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useContestMonitor } from './live';
import { adminKeys, contestQuery, paymentStatsQuery, voteStatsQuery } from './api';
import { useThrottled } from './use-throttled';

/** Lists and charts are read again at most this often, however fast votes arrive. */
const REREAD_MS = 3000;

/** The monitor's figures replace the same figures in every cached answer. */
function writeMonitor(client: QueryClient, monitor: ContestMonitor): void {
  const { contestId, totalVotes, uniqueVoters, revenue, payments } = monitor;
  client.setQueryData<ContestView>(
    contestQuery(contestId).queryKey,
    (known) => known && { ...known, _count: { ...known._count, votes: totalVotes } },
  );
  client.setQueryData<VoteStats>(
    voteStatsQuery(contestId).queryKey,
    (known) => known && { ...known, totalVotes, uniqueVoters },
  );
  client.setQueryData<PaymentStats>(
    paymentStatsQuery(contestId).queryKey,
    (known) =>
      known && {
        ...known,
        totalRevenue: revenue,
        totalPayments: payments.completed,
        countsByStatus: {
          COMPLETED: payments.completed,
          PENDING: payments.pending,
          FAILED: payments.failed,
        },
      },
  );
}

/**
 * Everything the cache knows of one contest follows its monitor: totals at once, lists and charts a moment later. The
 * server answers every watch, the one after a reconnect too, with the present state: that is how a page catches up.
 * @param categoryId a category of it whose contestants are on screen too
 */
export function useContestFigures(contestId: string | undefined, categoryId?: string): void {
  const client = useQueryClient();
  const newest = useRef({ contestId, version: -1 });
  const rereadNow = () => {
    if (contestId) void client.invalidateQueries({ queryKey: adminKeys.contest(contestId) });
    if (categoryId) void client.invalidateQueries({ queryKey: adminKeys.category(categoryId) });
  };
  const reread = useThrottled(REREAD_MS, rereadNow);

  useEffect(() => {
    newest.current = { contestId, version: -1 };
  }, [contestId]);

  useContestMonitor(
    contestId,
    (monitor) => {
      if (newest.current.contestId === monitor.contestId && monitor.version < newest.current.version) return;
      newest.current = { contestId: monitor.contestId, version: monitor.version };
      writeMonitor(client, monitor);
      reread();
    },
    rereadNow,
  );
}
