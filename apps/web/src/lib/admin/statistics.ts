import type { StatisticsView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /statistics: an organiser's own figures, for super admins the whole system's. */
export const statisticsQuery = queryOptions({
  queryKey: adminKeys.statistics,
  queryFn: ({ signal }) => api.get<StatisticsView>('/statistics', { signal }),
});
