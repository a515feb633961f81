import type { ContestMonitor, ContestView, PaymentStats, StatisticsView, VoteStats } from '@abato/contracts';
import {
  useQuery,
  useQueryClient,
  type InvalidateQueryFilters,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { subscribe } from '@/lib/live';
import { usePolling } from '@/lib/use-polling';
import { reads } from '@/lib/api';
import { adminKeys, contestQuery, paymentStatsQuery, voteStatsQuery } from './api';

/**
 * A function that runs at once when it has rested, else once at the end of the pause; calls in between are one.
 * @param ms shortest time between two runs
 */
function useThrottled(ms: number, action: () => void): () => void {
  const run = useEffectEvent(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const [due, setDue] = useState(0);

  useEffect(() => {
    if (due > 0) run();
  }, [due]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const [throttled] = useState(() => () => {
    const wait = last.current + ms - Date.now();
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        last.current = Date.now();
        setDue((count) => count + 1);
      },
      Math.max(0, wait),
    );
  });
  return throttled;
}

/**
 * The organiser's monitor of one contest; needs its owner or a super admin.
 * @param onMonitor gets every new state of votes and payments; keep it cheap, it may come 4 times a second
 * @param onFallback called every 5 s instead while there is no websocket
 */
function useContestMonitor(
  contestId: string | undefined,
  onMonitor: (monitor: ContestMonitor) => void,
  onFallback: () => void,
): void {
  const receive = useEffectEvent(onMonitor);
  const [refusedFor, setRefusedFor] = useState<string>();
  useEffect(() => {
    if (!contestId) return;
    return subscribe(
      'contest:monitor',
      { contestId },
      {
        'contest:monitor': (monitor) => {
          if (monitor.contestId !== contestId) return;
          setRefusedFor(undefined);
          receive(monitor);
        },
      },
      { onRefused: () => setRefusedFor(contestId) },
    ).stop;
  }, [contestId]);
  usePolling(onFallback, Boolean(contestId), refusedFor === contestId);
}

/** The statistics screen's figures as they change; own ones for organisers, all for super admins. */
function useStatisticsLive(onStatistics: (statistics: StatisticsView) => void, onFallback: () => void): void {
  const receive = useEffectEvent(onStatistics);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const statistics = (payload: StatisticsView) => {
      setRefused(false);
      receive(payload);
    };
    return subscribe('statistics:watch', {}, { statistics }, { onRefused: () => setRefused(true) }).stop;
  }, []);
  usePolling(onFallback, true, refused);
}

/** Reads answers again when the statistics change. @param ms shortest time between two reads */
export function useRereadOnStatistics(answers: InvalidateQueryFilters, ms: number): void {
  const client = useQueryClient();
  const reread = () => void client.invalidateQueries(answers);
  const rereadSoon = useThrottled(ms, reread);
  useStatisticsLive(rereadSoon, reread);
}

/** GET /statistics: an organiser's own figures, for super admins the whole system's. */
const statisticsQuery = reads<StatisticsView>(adminKeys.statistics, '/statistics');

/** The statistics, kept current by the socket. */
export function useStatistics() {
  const client = useQueryClient();
  useStatisticsLive(
    (statistics) => client.setQueryData(statisticsQuery.queryKey, statistics),
    () => void client.invalidateQueries({ queryKey: statisticsQuery.queryKey }),
  );
  return useQuery(statisticsQuery);
}

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
