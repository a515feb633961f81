import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useStatisticsLive } from './live';
import { statisticsQuery } from './api';

/** The statistics, kept current by the socket. */
export function useStatistics() {
  const client = useQueryClient();
  useStatisticsLive(
    (statistics) => client.setQueryData(statisticsQuery.queryKey, statistics),
    () => void client.invalidateQueries({ queryKey: statisticsQuery.queryKey }),
  );
  return useQuery(statisticsQuery);
}
