import type { ContestMonitor, StatisticsView } from '@abato/contracts';
import { useQueryClient, type InvalidateQueryFilters } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { subscribe, usePolling } from '@/lib/live';
import { useThrottled } from './use-throttled';

/**
 * The organiser's monitor of one contest; needs its owner or a super admin.
 * @param onMonitor gets every new state of votes and payments; keep it cheap, it may come 4 times a second
 * @param onFallback called every 5 s instead while there is no websocket
 */
export function useContestMonitor(
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
export function useStatisticsLive(
  onStatistics: (statistics: StatisticsView) => void,
  onFallback: () => void,
): void {
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
