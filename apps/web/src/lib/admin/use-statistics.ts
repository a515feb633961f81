import type { StatisticsView } from '@abato/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useStatisticsLive } from './live';
import { statisticsQuery } from './statistics';

/** The statistics, kept current by the socket. */
export function useStatistics(onChange?: (statistics: StatisticsView) => void) {
  const client = useQueryClient();
  useStatisticsLive(
    (statistics) => {
      client.setQueryData(statisticsQuery.queryKey, statistics);
      onChange?.(statistics);
    },
    () => void client.invalidateQueries({ queryKey: statisticsQuery.queryKey }),
  );
  return useQuery(statisticsQuery);
}
