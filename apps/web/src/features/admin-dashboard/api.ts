import type { UserView } from '@abato/contracts';
import { adminKeys } from '@/lib/admin/api';
import { queryString } from '@/lib/api';
import { reads, readsPage } from '@/lib/read';

/** No message announces a registration. */
const REREAD_MS = 60_000;

/** GET /users/pending/count: registrations that wait for a decision. */
export const pendingUsersQuery = reads<{ count: number }>(
  [...adminKeys.users, 'pending-count'],
  '/users/pending/count',
  { refetchInterval: REREAD_MS },
);

const MOST_APPROVALS = 5;

/** GET /users?approvalStatus=PENDING: the newest registrations that wait for a decision. */
export const approvalsQuery = readsPage<UserView>(
  [...adminKeys.users, 'approvals'],
  `/users${queryString({ approvalStatus: 'PENDING', page: 1, pageSize: MOST_APPROVALS })}`,
  { refetchInterval: REREAD_MS },
);
