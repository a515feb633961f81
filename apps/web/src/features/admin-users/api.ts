import {
  DEFAULT_PAGE_SIZES,
  type ApprovalStatus,
  type AuditEntryView,
  type RevealedUser,
  type Role,
  type UserReview,
  type UserView,
} from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';
import { reads, readsPage } from '@/lib/read';
import { adminUsers } from '@/texts/en/admin-users';

export interface UserFilters {
  search: string;
  approvalStatus: ApprovalStatus | '';
  role: Role | '';
}

/** GET /users, 1,000 to a page; the search is trimmed and blank filters are left out (specification §5). */
export function userListQuery({ search, approvalStatus, role }: UserFilters, page: number) {
  const query = queryString({
    page,
    pageSize: DEFAULT_PAGE_SIZES.users,
    approvalStatus,
    role,
    search,
  });
  return readsPage<UserView>([...adminKeys.users, 'list', query], `/users${query}`, {
    placeholderData: keepPreviousData,
  });
}

/** How many users there are, of one status or of all, whatever the filters say. */
export function userCountQuery(approvalStatus?: ApprovalStatus) {
  const query = queryString({ page: 1, pageSize: 1, approvalStatus });
  return queryOptions({
    queryKey: [...adminKeys.users, 'count', approvalStatus ?? 'all'],
    queryFn: async ({ signal }) => (await api.page<UserView>(`/users${query}`, { signal })).pagination.total,
  });
}

/** GET /users/{id}: a registration with its organisation and the ID number masked. */
export const userReviewQuery = (userId: string) =>
  reads<UserReview>([...adminKeys.users, 'review', userId], `/users/${userId}`);

/** Most entries of a history; the audit log has them all. */
const HISTORY_SIZE = 10;

/** GET /audit: what was decided about a user, newest first. */
export function userHistoryQuery(userId: string) {
  const query = queryString({ subject: userId, page: 1, pageSize: HISTORY_SIZE });
  return queryOptions({
    queryKey: [...adminKeys.users, 'history', userId],
    queryFn: async ({ signal }) => (await api.page<AuditEntryView>(`/audit${query}`, { signal })).data,
  });
}

/** POST /users/{id}/reveal: the ID number. Each call is written to the audit log. */
export function revealUser(userId: string, reason: string | null): Promise<RevealedUser> {
  return api.ask(`/users/${userId}/reveal`, reason === null ? {} : { reason });
}

/** PUT /users/{id}/approve. */
export function approveUser(userId: string): Promise<UserView> {
  return api.put(`/users/${userId}/approve`);
}

/** PUT /users/{id}/reject; the screen always sends the same reason (specification §5). */
export function rejectUser(userId: string): Promise<UserView> {
  return api.put(`/users/${userId}/reject`, { reason: adminUsers.rejectionReason });
}

/** DELETE /users/{id}. */
export function deleteUser(userId: string): Promise<null> {
  return api.delete(`/users/${userId}`);
}
