import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api } from '@/lib/api';

/** No message announces a registration. */
const REREAD_MS = 60_000;

/** GET /users/pending/count: registrations that wait for a decision. */
export const pendingUsersQuery = queryOptions({
  queryKey: [...adminKeys.users, 'pending-count'],
  queryFn: ({ signal }) => api.get<{ count: number }>('/users/pending/count', { signal }),
  refetchInterval: REREAD_MS,
});
