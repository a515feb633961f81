import { STATUS_SECONDS, type StatusView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';

/** GET /status. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => api.get<StatusView>('/status', { signal }),
  refetchInterval: STATUS_SECONDS * 2000,
});
