import type { UserView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** No message announces a registration. */
const REREAD_MS = 60_000;

/** GET /users/pending/count: registrations that wait for a decision. */
export const pendingUsersQuery = queryOptions({
  queryKey: [...adminKeys.users, 'pending-count'],
  queryFn: ({ signal }) => api.get<{ count: number }>('/users/pending/count', { signal }),
  refetchInterval: REREAD_MS,
});

const MOST_APPROVALS = 5;

/** GET /users?approvalStatus=PENDING: the newest registrations that wait for a decision. */
export const approvalsQuery = queryOptions({
  queryKey: [...adminKeys.users, 'approvals'],
  queryFn: ({ signal }) =>
    api.page<UserView>(
      `/users${queryString({ approvalStatus: 'PENDING', page: 1, pageSize: MOST_APPROVALS })}`,
      { signal },
    ),
  refetchInterval: REREAD_MS,
});
