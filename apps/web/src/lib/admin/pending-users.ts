import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /users/pending/count: registrations that wait for a decision. */
export const pendingUsersQuery = queryOptions({
  queryKey: [...adminKeys.users, 'pending-count'],
  queryFn: ({ signal }) => api.get<{ count: number }>('/users/pending/count', { signal }),
  // Nothing pushes it, and somebody is waiting.
  refetchInterval: 60_000,
});
