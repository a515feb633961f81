import { DEFAULT_PAGE_SIZES, type ContestView, type Role } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /contests (own ones), for super admins GET /contests/admin/all; 100 to a page (specification §9). */
export function contestListQuery(role: Role, page = 1) {
  const path = role === 'SUPER_ADMIN' ? '/contests/admin/all' : '/contests';
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests });
  return queryOptions({
    queryKey: [...adminKeys.contests, role, page],
    queryFn: ({ signal }) => api.page<ContestView>(`${path}${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
